import { useEffect, useRef } from 'react';

/** How long a button is held before it repeats, in milliseconds, so that a short press counts once. */
const REPEAT_DELAY_MS = 300;
/** The interval of the repetition, in milliseconds (specification, section 5). */
const REPEAT_INTERVAL_MS = 100;

/** Returns handlers that call `act` once on press, and again every 100 ms while held. */
export function usePressAndHold<T>(act: (value: T) => void): { start: (value: T) => void; stop: () => void } {
  // The timers call the latest `act`, which sees the latest state.
  const latestAct = useRef(act);
  useEffect(() => {
    latestAct.current = act;
  });
  const cancelRef = useRef<(() => void) | null>(null);
  const stop = () => {
    cancelRef.current?.();
    cancelRef.current = null;
  };
  useEffect(() => () => cancelRef.current?.(), []);

  const start = (value: T) => {
    stop();
    latestAct.current(value);
    let interval: ReturnType<typeof setInterval> | undefined;
    const delay = setTimeout(() => {
      latestAct.current(value);
      interval = setInterval(() => latestAct.current(value), REPEAT_INTERVAL_MS);
    }, REPEAT_DELAY_MS);
    cancelRef.current = () => {
      clearTimeout(delay);
      clearInterval(interval);
    };
  };
  return { start, stop };
}
