import { Suspense } from 'react';
import type { KeysProps } from './Keys';
import { lazyComponent } from './lazyComponent';

const Keys = lazyComponent(async () => ({ default: (await import('./Keys')).Keys }));

export const preloadKeys = Keys.preload;

/** The keys of a shortcut, loaded on first use. */
export function LazyKeys(props: KeysProps) {
  return (
    <Suspense fallback={null}>
      <Keys {...props} />
    </Suspense>
  );
}
