import { useEffect } from 'react';
import { dispatch } from '../../core/client';
import { useIsGuest, useMirror } from '../../core/hooks';
import { useIsServerUnreachable } from '../../shell/useIsServerUnreachable';

/** How often the list is loaded again while it is visible, in milliseconds. */
const REFRESH_INTERVAL_MS = 30_000;

/**
 * Loads the list of boards, and loads it again from time to time while the page is visible: neither who has a board open nor
 * the numbers of boards that are not in memory are announced by the live connection. The boards of guests are on the device only.
 */
export function useBoardsRefresh() {
  const isReady = useMirror((mirror) => mirror.boards_status === 'ready');
  const isUnreachable = useIsServerUnreachable();
  const isGuest = useIsGuest();
  useEffect(() => {
    dispatch({ type: 'load_boards' });
  }, []);
  useEffect(() => {
    // After a failure the page offers to try again.
    if (!isReady || isUnreachable || isGuest) return;
    const refresh = () => {
      if (document.visibilityState === 'visible') dispatch({ type: 'load_boards' });
    };
    const timer = setInterval(refresh, REFRESH_INTERVAL_MS);
    document.addEventListener('visibilitychange', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
    };
  }, [isReady, isUnreachable, isGuest]);
}
