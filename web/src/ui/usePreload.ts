import { useEffect } from 'react';

/** The longest delay, and the delay in browsers that do not report idle time, in milliseconds. */
const MAX_DELAY_MS = 2000;

/**
 * Loads what opens on demand as soon as the page is idle, so that it opens at once. `loads` must be a constant. The page is painted
 * before that: a browser may be idle until the next frame, and a load can block it for longer.
 */
export function usePreload(loads: readonly (() => Promise<void>)[]): void {
  useEffect(() => {
    let isOver = false;
    const preload = () => {
      // Failures are not reported: whatever is missing is loaded again, or its failure shown, when it is opened.
      if (!isOver) void Promise.allSettled(loads.map((load) => load()));
    };
    requestAnimationFrame(() => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(preload, { timeout: MAX_DELAY_MS });
      else setTimeout(preload, MAX_DELAY_MS);
    });
    return () => {
      isOver = true;
    };
  }, [loads]);
}
