import { useLayoutEffect } from 'react';

/**
 * Shows the loading overlay of index.html while mounted and hides it on unmount. When one loading state replaces another in the same
 * React commit, the overlay is never painted as hidden, so its animation does not restart.
 */
export function LoadingOverlay() {
  useLayoutEffect(() => {
    // Component tests have no index.html.
    const overlay = document.getElementById('loading-overlay');
    overlay?.toggleAttribute('hidden', false);
    return () => void overlay?.toggleAttribute('hidden', true);
  }, []);
  return null;
}
