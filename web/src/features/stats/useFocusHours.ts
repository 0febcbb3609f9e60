import { useEffect, useMemo, useRef, useState } from 'react';
import { callServer } from '../../core/call-server';
import { useIsGuest, useMirror } from '../../core/hooks';
import { addDays } from '../../platform/format/dates';
import { FOCUS_HOURS_WEEKS, type FocusHours, focusHours, type SessionIntervals, withUnsent } from './focusHours';

/** A session as the server has it. */
interface ServerSession extends SessionIntervals {
  kind: string;
}

/** The hours of focus as far as they are known. */
export interface FocusHoursState {
  status: 'loading' | 'ready' | 'failed';
  /** The number of sessions that they are computed from. */
  sessions: number;
  hours: FocusHours;
}

const NONE: readonly SessionIntervals[] = [];

/**
 * Loads the sessions of the last twelve weeks and adds up their hours. They are loaded again after each new session, and
 * after a failure once the server is reachable. A guest's sessions are all on the device.
 */
export function useFocusHours(): FocusHoursState {
  const isGuest = useIsGuest();
  const today = useMirror((mirror) => mirror.clock.today);
  const total = useMirror((mirror) => mirror.stats.total_sessions);
  const isLive = useMirror((mirror) => mirror.sync.is_live);
  const listed = useMirror((mirror) => mirror.focus_sessions.sessions);
  const dayStart = useMirror((mirror) => mirror.preferences.day_start_minutes);
  const [sent, setSent] = useState<readonly SessionIntervals[] | null>(isGuest ? NONE : null);
  const [hasFailed, setHasFailed] = useState(false);
  /** The request that was sent last; empty once it has failed. */
  const requested = useRef('');

  const from = today && addDays(today, -7 * FOCUS_HOURS_WEEKS);
  useEffect(() => {
    const request = `${from} ${total}`;
    if (isGuest || from === '' || requested.current === request) return;
    requested.current = request;
    void callServer<{ sessions: ServerSession[] }>('GET', `/focus-sessions/?from=${from}T00:00:00Z`).then(({ data }) => {
      if (requested.current !== request) return;
      if (data) setSent(data.sessions.filter(({ kind }) => kind === 'focus'));
      else requested.current = '';
      setHasFailed(!data);
    });
    // A live connection is another chance for a request that has failed.
  }, [isGuest, from, total, isLive]);

  return useMemo(() => {
    const sessions = withUnsent(sent ?? NONE, listed.filter(({ day }) => day >= from));
    return {
      status: sent ? 'ready' : hasFailed ? 'failed' : 'loading',
      sessions: sessions.length,
      hours: focusHours(sessions, dayStart),
    };
  }, [sent, hasFailed, listed, from, dayStart]);
}
