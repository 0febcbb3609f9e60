import type { InboxEntry, LoadStatus } from '@twentyfour/core';
import { CheckCheck, Inbox } from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useIsGuest, useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as guest from '../../messages/guest_inbox';
import * as messages from '../../messages/inbox';
import * as layout from '../../messages/layout';
import { formatPastDay, localDate } from '../../platform/format/dates';
import { LoadError } from '../../shell/LoadError';
import { Button, buttonClassName } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { ReadingPage } from '../../ui/ReadingPage';
import { RowsSkeleton } from '../../ui/RowsSkeleton';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { InboxRow } from './InboxRow';

const load = () => dispatch({ type: 'load_inbox' });

/** The Inbox page: what others did on shared boards that concerns the user, by day, latest first. */
export function InboxPage() {
  const { status, unread_count, entries, has_more, more } = useMirror((mirror) => mirror.inbox);
  const isGuest = useIsGuest();
  const today = useMirror((mirror) => mirror.clock.today);
  const heading = useRef<HTMLHeadingElement>(null);
  const days = useMemo(() => byDay(entries), [entries]);
  useDocumentTitle(layout.inbox());
  useEffect(() => void load(), []);

  const markAllRead = () => {
    heading.current?.focus();
    dispatch({ type: 'mark_inbox_read' });
  };
  return (
    <ReadingPage>
      <header className="mb-6 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold tracking-tight outline-none">
          {layout.inbox()}
        </h1>
        {unread_count > 0 && entries.length > 0 && (
          <Button onClick={markAllRead}>
            <Icon icon={CheckCheck} size={16} />
            {messages.markAllRead()}
          </Button>
        )}
      </header>
      {days.map(([day, members]) => (
        <section key={day} aria-labelledby={`inbox-${day}`} className="-mx-2 mb-6">
          <h2 id={`inbox-${day}`} className="mb-1 px-2 text-sm font-medium text-secondary">
            <time dateTime={day}>{formatPastDay(day, today)}</time>
          </h2>
          <ul>
            {members.map((entry) => (
              <InboxRow key={entry.id} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
      {entries.length === 0 && status === 'ready' && (
        <EmptyState icon={Inbox} title={messages.emptyTitle()}>
          {messages.emptyHint()}
        </EmptyState>
      )}
      {isGuest && (
        <EmptyState
          icon={Inbox}
          title={guest.title()}
          action={
            <Link to="/auth?type=signup" className={buttonClassName('primary')}>
              {common.signUp()}
            </Link>
          }
        >
          {guest.hint()}
        </EmptyState>
      )}
      {entries.length === 0 && status === 'loading' && !isGuest && (
        <RowsSkeleton
          label={messages.loading()}
          rows={5}
          headingClassName="mb-2 h-4 w-20"
          rowClassName="h-18"
          iconClassName="ml-5 size-8 rounded-full"
          className="-mx-2"
        />
      )}
      {entries.length === 0 && status === 'failed' && (
        <LoadError offlineText={messages.loadOffline()} errorText={messages.loadFailed()} onRetry={load} />
      )}
      {entries.length > 0 && has_more && <ShowEarlier more={more} />}
    </ReadingPage>
  );
}

/** Groups the entries by the user's day, keeping their order. */
function byDay(entries: readonly InboxEntry[]): [string, InboxEntry[]][] {
  const days = new Map<string, InboxEntry[]>();
  for (const entry of entries) {
    const day = localDate(entry.at);
    const members = days.get(day);
    if (members) members.push(entry);
    else days.set(day, [entry]);
  }
  return [...days];
}

/** A button that loads earlier entries, with the status of the last request. */
function ShowEarlier({ more }: { more: LoadStatus }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button
        // Not disabled, so that it keeps the focus; the core ignores repeated requests.
        aria-disabled={more === 'loading'}
        aria-busy={more === 'loading'}
        onClick={() => dispatch({ type: 'load_more_inbox' })}
      >
        {messages.earlierShow()}
      </Button>
      <p role="status" className="text-secondary empty:hidden">
        {more === 'loading' ? messages.earlierLoading() : more === 'failed' && messages.earlierFailed()}
      </p>
    </div>
  );
}
