import { useLayoutEffect } from 'react';

/** The number of mounted loading states. */
let loadingStates = 0;

/**
 * Hides the loading overlay of index.html, which is visible from the first paint on, unless something still loads. When it
 * is shown again, it has the logo instead of Home's clock.
 */
function updateOverlay(): void {
  // Component tests have no index.html.
  if (loadingStates === 0) document.getElementById('first-clock')?.remove();
  document.getElementById('loading-overlay')?.toggleAttribute('hidden', loadingStates === 0);
}

/**
 * Shows the loading overlay while mounted. When one loading state replaces another in the same React commit, the overlay is never
 * painted as hidden, so its animation does not restart.
 */
export function LoadingOverlay() {
  useLayoutEffect(() => {
    loadingStates += 1;
    updateOverlay();
    return () => {
      loadingStates -= 1;
      updateOverlay();
    };
  }, []);
  return null;
}

/** Comes after the page. Hides the overlay if what React draws first does not load, because the files are cached. */
export function LoadingOverlayEnd() {
  useLayoutEffect(updateOverlay, []);
  return null;
}
