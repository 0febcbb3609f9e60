import { useEffect } from 'react';

/** The longest delay, and the delay in browsers that do not report idle time, in milliseconds. */
const MAX_DELAY_MS = 2000;

/**
 * Loads what opens on demand as soon as the page is idle, so that it opens at once. `loads` must be a constant. A visible page is
 * painted first, because a browser can be idle before that, and a load would delay the paint.
 */
export function usePreload(loads: readonly (() => Promise<void>)[]): void {
  useEffect(() => {
    let isUnmounted = false;
    const preload = () => {
      // Failures are not reported: whatever is missing is loaded again, or its failure shown, when it is opened.
      if (!isUnmounted) void Promise.allSettled(loads.map((load) => load()));
    };
    const preloadWhenIdle = () => {
      if (typeof requestIdleCallback === 'function') requestIdleCallback(preload, { timeout: MAX_DELAY_MS });
      else setTimeout(preload, MAX_DELAY_MS);
    };
    // A hidden page gets no frames.
    if (document.hidden) preloadWhenIdle();
    else requestAnimationFrame(preloadWhenIdle);
    return () => {
      isUnmounted = true;
    };
  }, [loads]);
}
