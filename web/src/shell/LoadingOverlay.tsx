import { useLayoutEffect } from 'react';

/**
 * Shows or hides the loading overlay of index.html, which is visible from the first paint on. When one loading state replaces another
 * in the same React commit, the overlay is never painted as hidden, so its animation does not restart.
 */
export function useLoadingOverlay(isShown: boolean): void {
  useLayoutEffect(() => {
    // Component tests have no index.html.
    const overlay = document.getElementById('loading-overlay');
    overlay?.toggleAttribute('hidden', !isShown);
    return () => void overlay?.toggleAttribute('hidden', true);
  }, [isShown]);
}

/** Shows the loading overlay while mounted. */
export function LoadingOverlay() {
  useLoadingOverlay(true);
  return null;
}
