import { useLayoutEffect } from 'react';
import { useSearchParams } from 'react-router';

/** Shows the timer where the address asks for it (`/app?view=timer`), and then removes that from the address. */
export function useViewParam(showTimer: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isRequested = search.get('view') === 'timer';
  useLayoutEffect(() => {
    if (!isRequested) return;
    showTimer();
    setSearch(
      (asked) => {
        asked.delete('view');
        return asked;
      },
      { replace: true },
    );
  }, [isRequested, setSearch, showTimer]);
}
