import { useEffect, useMemo, useState } from 'react';
import { callServer } from '../../core/call-server';
import { useIsGuest, useMirror } from '../../core/hooks';
import { addDays } from '../../platform/format/dates';
import { FOCUS_HOURS_WEEKS, type FocusHours, focusHours, type SessionIntervals, withListed } from './focusHours';

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
 * Loads the sessions of the last twelve weeks and adds up their hours. They are loaded again after each new session, when
 * changes were sent, and after a failure once the server is reachable. A guest's sessions are all on the device.
 */
export function useFocusHours(): FocusHoursState {
  const isGuest = useIsGuest();
  const today = useMirror((mirror) => mirror.clock.today);
  const total = useMirror((mirror) => mirror.stats.total_sessions);
  const isLive = useMirror((mirror) => mirror.sync.is_live);
  const hasUnsent = useMirror((mirror) => mirror.sync.unsent > 0);
  const listed = useMirror((mirror) => mirror.focus_sessions.sessions);
  const dayStart = useMirror((mirror) => mirror.preferences.day_start_minutes);
  const [sent, setSent] = useState<readonly SessionIntervals[] | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  const from = today && addDays(today, -7 * FOCUS_HOURS_WEEKS);
  // A request that has failed is sent again once there is a live connection.
  const isLoading = !isGuest && from !== '' && (!hasFailed || isLive);
  const isKnown = sent !== null;
  useEffect(() => {
    // What is loaded meanwhile would lack the changes that wait.
    if (!isLoading || (hasUnsent && isKnown)) return undefined;
    let isClosed = false;
    void callServer<{ sessions: ServerSession[] }>('GET', `/focus-sessions/?from=${from}T00:00:00Z`).then(({ data }) => {
      if (isClosed) return;
      if (data) setSent(data.sessions.filter(({ kind }) => kind === 'focus'));
      setHasFailed(!data);
    });
    return () => {
      isClosed = true;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- A new total means that there are other sessions, and sent changes that some were edited.
  }, [isLoading, from, total, hasUnsent]);

  return useMemo(() => {
    const sessions = withListed(sent ?? NONE, listed, from);
    return {
      status: isGuest || sent ? 'ready' : hasFailed ? 'failed' : 'loading',
      sessions: sessions.length,
      hours: focusHours(sessions, dayStart),
    };
  }, [isGuest, sent, hasFailed, listed, from, dayStart]);
}
