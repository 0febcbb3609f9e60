import { useLayoutEffect } from 'react';
import { useSearchParams } from 'react-router';

/** Shows the timer if the URL asks for it (`/app?view=timer`), and removes the parameter. */
export function useViewParam(showTimer: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isRequested = search.get('view') === 'timer';
  useLayoutEffect(() => {
    if (!isRequested) return;
    showTimer();
    setSearch(
      (params) => {
        params.delete('view');
        return params;
      },
      { replace: true },
    );
  }, [isRequested, setSearch, showTimer]);
}
