import { useEffect, useState } from 'react';
import { type Finder, loadFinder } from '../core/finder';

/**
 * Returns the finder as soon as it is loaded; null until then, and if it cannot be loaded. It is read again when what it
 * knows was refreshed.
 */
export function useFinder(): Finder | null {
  const [state, setState] = useState<{ finder: Finder | null }>({ finder: null });
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
  return state.finder;
}
