import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { mirror } from '../../core/client';
import { startTimerWithoutPrompt } from '../timer/actions';

/** Whether nobody else's page has led here: a link on it must not record a session. An installed app comes from nowhere. */
const isTrustedReferrer = (): boolean => document.referrer === '' || document.referrer.startsWith(`${location.origin}/`);

/**
 * Starts the timer where the address asks for it (`/app?start=focus`), as the shortcut of the installed app does; one that runs
 * already is only shown. The address then forgets it, so that a reload does not start the timer again.
 */
export function useStartShortcut(show: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isRequested = search.get('start') === 'focus';
  useEffect(() => {
    if (!isRequested) return;
    show();
    const { state, overrun } = mirror.getState().timer;
    // What became of the last session is asked first.
    if (isTrustedReferrer() && !state.isActive && !overrun) startTimerWithoutPrompt();
    setSearch(
      (asked) => {
        asked.delete('start');
        return asked;
      },
      { replace: true },
    );
  }, [isRequested, setSearch, show]);
}
