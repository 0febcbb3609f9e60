import { useSyncExternalStore } from 'react';

const query = (): MediaQueryList => matchMedia('(pointer: coarse)');

function subscribe(onChange: () => void): () => void {
  const media = query();
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}

/** Returns whether the main pointer is a finger. */
export function useIsTouch(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches);
}
