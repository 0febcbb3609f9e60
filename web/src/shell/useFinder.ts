import { useEffect, useState } from 'react';
import { type Finder, loadFinder } from '../core/finder';

interface FinderState {
  /** Null until it is loaded, and if it cannot be loaded. */
  finder: Finder | null;
  hasFailed: boolean;
}

/** Loads the finder when it is needed. Returns another object when it is loaded, and when it was refreshed. */
export function useFinder(isNeeded = true): FinderState {
  const [state, setState] = useState<FinderState>({ finder: null, hasFailed: false });
  useEffect(() => {
    if (!isNeeded) return undefined;
    let isClosed = false;
    const load = async () => {
      const finder = await loadFinder();
      if (!isClosed) setState({ finder, hasFailed: false });
      await finder.refresh();
      // A new object, so that the results are found again.
      if (!isClosed) setState({ finder, hasFailed: false });
    };
    load().catch(() => !isClosed && setState({ finder: null, hasFailed: true }));
    return () => {
      isClosed = true;
    };
  }, [isNeeded]);
  return state;
}
