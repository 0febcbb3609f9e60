import { useSyncExternalStore } from 'react';

const query = (): MediaQueryList => matchMedia('(width < 48rem)');

function subscribe(onChange: () => void): () => void {
  const media = query();
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Returns whether the window is as narrow as a phone's, where the navigation is at the bottom. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches);
}
