import type { FocusSessionView, LoadStatus } from '@twentyfour/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/stats';
import { addDays, formatPastDay, weekdayOf } from '../../platform/format/dates';
import { formatDuration } from '../../platform/format/durations';
import { LoadError } from '../../shell/LoadError';
import { useIsServerUnreachable } from '../../shell/useIsServerUnreachable';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { useDelayedFlag } from '../../ui/useDelayedFlag';
import { openSessionForm, SessionDialog } from './SessionDialog';
import { SessionRow } from './SessionRow';
import { formatWeekOf } from './text';

/** How long the server must be unreachable before it is shown, in milliseconds. */
const SHOW_AFTER_MS = 5000;

/** The list of sessions, newest first. Each can be edited. */
export function SessionsSection() {
  const { status, sessions, has_more, more } = useMirror((mirror) => mirror.focus_sessions);
  const today = useMirror((mirror) => mirror.clock.today);
  const [edited, setEdited] = useState<FocusSessionView | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    dispatch({ type: 'load_sessions' });
  }, []);
  const edit = (session: FocusSessionView) => {
    openSessionForm(session);
    setEdited(session);
  };
  const weeks = useMemo(() => byWeek(sessions), [sessions]);

  return (
    <section aria-labelledby="sessions" className="mt-10">
      <h2 ref={heading} id="sessions" tabIndex={-1} className="mb-3 text-md font-semibold outline-none">
        {messages.sessionsTitle()}
      </h2>
      {weeks.map(({ monday, focused, days }, index) => (
        <div key={monday} role="group" aria-labelledby={`sessions-week-${monday}`} className="mb-8">
          <h3
            id={`sessions-week-${monday}`}
            className="sticky top-0 z-10 mb-2 flex items-baseline justify-between gap-4 border-b border-line bg-page px-2 py-2.5 font-semibold"
          >
            <span>{formatWeekOf(monday, today)}</span>
            {/* More sessions of the earliest week may be on the next page. */}
            {(index < weeks.length - 1 || !has_more) && <span className="digits">{formatDuration(focused)}</span>}
          </h3>
          {days.map(({ day, members }) => (
            <div key={day} role="group" aria-labelledby={`sessions-${day}`} className="mb-4">
              <h4 id={`sessions-${day}`} className="mb-1 px-2 pt-1 text-sm font-medium text-secondary">
                <time dateTime={day}>{formatPastDay(day, today)}</time>
              </h4>
              <ul>
                {members.map((session) => (
                  <SessionRow key={session.id} session={session} onEdit={() => edit(session)} fallbackFocus={heading} />
                ))}
              </ul>
            </div>
          ))}
        </div>
      ))}
      {sessions.length === 0 && status === 'ready' && <p className="text-secondary">{messages.sessionsEmpty()}</p>}
      {sessions.length === 0 && status === 'loading' && <SessionsSkeleton />}
      {sessions.length === 0 && status === 'failed' && <LoadErrorNotice />}
      {sessions.length > 0 && has_more && <ShowEarlier more={more} />}
      {edited && <SessionDialog key={edited.id} session={edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

interface WeekOfSessions {
  monday: string;
  /** The focus time of the listed sessions, in seconds. */
  focused: number;
  days: { day: string; members: FocusSessionView[] }[];
}

/** Groups the sessions, latest first, by week and by day. */
function byWeek(sessions: readonly FocusSessionView[]): WeekOfSessions[] {
  const weeks: WeekOfSessions[] = [];
  for (const session of sessions) {
    const { day, focused } = session;
    const monday = addDays(day, -weekdayOf(day));
    let week = weeks.at(-1);
    if (week?.monday !== monday) weeks.push((week = { monday, focused: 0, days: [] }));
    week.focused += focused;
    const last = week.days.at(-1);
    if (last?.day === day) last.members.push(session);
    else week.days.push({ day, members: [session] });
  }
  return weeks;
}

/** A button that loads earlier sessions, with the status of the last request. */
function ShowEarlier({ more }: { more: LoadStatus }) {
  // The page is not connected yet while it opens.
  const isUnreachable = useDelayedFlag(useIsServerUnreachable(), SHOW_AFTER_MS);
  const text =
    more === 'loading'
      ? messages.earlierLoading()
      : isUnreachable
        ? messages.earlierOffline()
        : more === 'failed' && messages.earlierFailed();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        // Not disabled, so that it keeps the focus; the core ignores repeated requests.
        aria-disabled={more === 'loading'}
        aria-busy={more === 'loading'}
        onClick={() => dispatch({ type: 'load_more_sessions' })}
      >
        {messages.earlierShow()}
      </Button>
      <p role="status" className="text-secondary empty:hidden">
        {text}
      </p>
    </div>
  );
}

function LoadErrorNotice() {
  return (
    <LoadError
      offlineText={messages.sessionsOffline()}
      errorText={messages.sessionsFailed()}
      onRetry={() => dispatch({ type: 'load_sessions' })}
    />
  );
}

function SessionsSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">{messages.sessionsLoading()}</span>
      <Skeleton className="mb-5 ml-2 h-5 w-24" />
      <Skeleton className="mb-2 ml-2 h-4 w-20" />
      {Array.from({ length: 4 }, (_, index) => (
        <div key={index} className="flex h-13 items-center gap-4 border-b border-line px-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 w-16" />
          <Skeleton className="h-4 w-2/5" />
        </div>
      ))}
    </div>
  );
}
