import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { mirror } from '../../core/client';
import { startTimerUnasked } from '../timer/actions';

/** Whether nobody else's page has led here: a link on it must not record a session. An installed app comes from nowhere. */
const isOwn = (): boolean => document.referrer === '' || document.referrer.startsWith(`${location.origin}/`);

/**
 * Starts the timer where the address asks for it (`/app?start=focus`), as the shortcut of the installed app does; one that runs
 * already is only shown. The address then forgets it, so that a reload does not start the timer again.
 */
export function useStartShortcut(show: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isAsked = search.get('start') === 'focus';
  useEffect(() => {
    if (!isAsked) return;
    show();
    const { state, overrun } = mirror.getState().timer;
    // What became of the last session is asked first.
    if (isOwn() && !state.isActive && !overrun) startTimerUnasked();
    setSearch(
      (asked) => {
        asked.delete('start');
        return asked;
      },
      { replace: true },
    );
  }, [isAsked, setSearch, show]);
}
