import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { mirror } from '../../core/client';
import { startTimerWithoutPrompt } from '../timer';

/**
 * Returns whether no other site has linked here, since its link must not start a session. An installed app has no
 * referrer.
 */
const isTrustedReferrer = (): boolean => document.referrer === '' || document.referrer.startsWith(`${location.origin}/`);

/**
 * Starts the timer if the URL asks for it (`/app?start=focus`), as the shortcut of the installed app does; a running
 * timer is only shown. The parameter is then removed, so that a reload does not start the timer again.
 */
export function useStartShortcut(show: () => void): void {
  const [search, setSearch] = useSearchParams();
  const isRequested = search.get('start') === 'focus';
  useEffect(() => {
    if (!isRequested) return;
    show();
    const { state, overrun } = mirror.getState().timer;
    // The prompt about the last session must be answered before a new session starts.
    if (isTrustedReferrer() && !state.isActive && !overrun) startTimerWithoutPrompt();
    setSearch(
      (params) => {
        params.delete('start');
        return params;
      },
      { replace: true },
    );
  }, [isRequested, setSearch, show]);
}
