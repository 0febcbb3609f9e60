import { useEffect } from 'react';

/** The longest delay, and the delay in browsers that do not report idle time, in milliseconds. */
const MAX_DELAY_MS = 2000;

/** Loads what opens on demand as soon as the page is idle, so that it opens at once. `loads` must be a constant. */
export function usePreload(loads: readonly (() => Promise<void>)[]): void {
  useEffect(() => {
    // Failures are not reported: whatever is missing is loaded again, or its failure shown, when it is opened.
    const preload = () => void Promise.allSettled(loads.map((load) => load()));
    if (typeof requestIdleCallback === 'function') {
      const request = requestIdleCallback(preload, { timeout: MAX_DELAY_MS });
      return () => cancelIdleCallback(request);
    }
    const timeout = setTimeout(preload, MAX_DELAY_MS);
    return () => clearTimeout(timeout);
  }, [loads]);
}
