import { useEffect, useRef } from 'react';

/** How long a button is held before it repeats, in milliseconds, so that a short press counts once. */
const REPEAT_DELAY_MS = 300;
/** The interval of the repetition, in milliseconds (specification, section 5). */
const REPEAT_INTERVAL_MS = 100;

/** Returns handlers that call `act` once on press, and again every 100 ms while held. */
export function usePressAndHold<T>(act: (what: T) => void): { start: (what: T) => void; stop: () => void } {
  // The timers call the latest `act`, which sees the latest state.
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  const cancelRef = useRef<(() => void) | null>(null);
  const stop = () => {
    cancelRef.current?.();
    cancelRef.current = null;
  };
  useEffect(() => () => cancelRef.current?.(), []);

  const start = (what: T) => {
    stop();
    newest.current(what);
    let pace: ReturnType<typeof setInterval> | undefined;
    const wait = setTimeout(() => {
      newest.current(what);
      pace = setInterval(() => newest.current(what), REPEAT_INTERVAL_MS);
    }, REPEAT_DELAY_MS);
    cancelRef.current = () => {
      clearTimeout(wait);
      clearInterval(pace);
    };
  };
  return { start, stop };
}
