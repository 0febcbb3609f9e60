import { useEffect, useRef } from 'react';

/** How long something is held before it repeats, in milliseconds: a plain press must count once. */
const WAIT = 300;
/** How fast it then repeats, in milliseconds (specification, section 5). */
const PACE = 100;

/** Does something at once when it is pressed, and again every 100 ms while it stays held. */
export function useHold<T>(act: (what: T) => void): { begin: (what: T) => void; end: () => void } {
  // The timers call the newest `act`, which sees the newest state.
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });
  const stop = useRef<(() => void) | null>(null);
  const end = () => {
    stop.current?.();
    stop.current = null;
  };
  useEffect(() => () => stop.current?.(), []);

  const begin = (what: T) => {
    end();
    newest.current(what);
    let pace: ReturnType<typeof setInterval> | undefined;
    const wait = setTimeout(() => {
      newest.current(what);
      pace = setInterval(() => newest.current(what), PACE);
    }, WAIT);
    stop.current = () => {
      clearTimeout(wait);
      clearInterval(pace);
    };
  };
  return { begin, end };
}
