import { useEffect, useMemo } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { type SessionBlock, sessionBlocks } from './sessionBlocks';

/** Returns the focus sessions by day, and loads those of a week, page by page, if the week is shown. */
export function useSessionsOf(days: readonly string[], isShown: boolean): ReadonlyMap<string, readonly SessionBlock[]> {
  const { sessions, status, has_more, more } = useMirror((mirror) => mirror.focus_sessions);
  const first = days[0] ?? '';
  const oldest = sessions.at(-1)?.day ?? '';
  useEffect(() => {
    if (isShown) dispatch({ type: 'load_sessions' });
  }, [isShown]);
  // The sessions are loaded latest first. While a page is loading, this is false, so that the effect runs for the next one.
  const isMissing = isShown && status === 'ready' && has_more && more === 'ready' && oldest >= first;
  useEffect(() => {
    if (isMissing) dispatch({ type: 'load_more_sessions' });
  }, [isMissing]);
  return useMemo(() => sessionBlocks(sessions), [sessions]);
}
