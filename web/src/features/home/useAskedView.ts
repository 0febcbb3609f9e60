import { useLayoutEffect } from 'react';
import { useSearchParams } from 'react-router';

/** Shows the timer where the address asks for it (`/app?view=timer`), and then removes that from the address. */
export function useAskedView(showTimer: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isAsked = search.get('view') === 'timer';
  useLayoutEffect(() => {
    if (!isAsked) return;
    showTimer();
    setSearch(
      (asked) => {
        asked.delete('view');
        return asked;
      },
      { replace: true },
    );
  }, [isAsked, setSearch, showTimer]);
}
