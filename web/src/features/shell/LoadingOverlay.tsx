import { useLayoutEffect } from 'react';

/**
 * Keeps the loading overlay of index.html on screen while mounted, and hides it when unmounted. Where one place that loads follows
 * another within a commit, the overlay's animation goes on: the browser sees no change.
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
