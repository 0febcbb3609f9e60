import { useEffect, useState } from 'react';
import { type Finder, loadFinder } from '../core/finder';

interface FinderState {
  /** Null until it is loaded, and if it cannot be loaded. */
  finder: Finder | null;
}

/** Loads the finder. Returns another object when it is loaded, and when it was refreshed. */
export function useFinder(): FinderState {
  const [state, setState] = useState<FinderState>({ finder: null });
  useEffect(() => {
    let isClosed = false;
    const load = async () => {
      const finder = await loadFinder();
      if (!isClosed) setState({ finder });
      await finder.refresh();
      // A new object, so that the results are found again.
      if (!isClosed) setState({ finder });
    };
    // Without the finder the palette offers commands and settings.
    load().catch(() => undefined);
    return () => {
      isClosed = true;
    };
  }, []);
  return state;
}
