import type { InboxEntry } from '@twentyfour/core';
import { Clock, Mail, MailOpen } from 'lucide-react';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror, useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/inbox';
import { formatDueDate, formatTimeOfTimestamp, type TimeFormat } from '../../platform/format/times';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/Button';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { ROLE_NAMES } from '../sharing';

const mark = ({ id }: InboxEntry, is_read: boolean) => dispatch({ type: 'mark_inbox_entry', entry_id: id, is_read });

/** An entry of the inbox. The whole row links to the card; its buttons are above the link. */
export function InboxRow({ entry }: { entry: InboxEntry }) {
  const format = useTimeFormat();
  const { is_read, board_slug, card_id, kind, text } = entry;
  const isOpenable = board_slug !== null && card_id !== null;
  const content = (
    <>
      {!is_read && <span className="sr-only">{messages.unread()} </span>}
      {sentenceOf(entry, format)}
    </>
  );
  return (
    <li className="group relative flex items-start gap-3 border-b border-line px-2 py-3 transition-colors duration-120 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] last:border-transparent hover:bg-hover">
      <span aria-hidden className={cx('mt-3 size-2 shrink-0 rounded-full', is_read ? 'bg-transparent' : 'bg-accent-text')} />
      {kind === 'due_soon' ? (
        <span aria-hidden className="grid size-8 shrink-0 place-items-center rounded-full bg-sunken text-secondary">
          <Icon icon={Clock} size={16} />
        </span>
      ) : (
        <Avatar name={entry.who} userId={entry.user_id ?? ''} picture={entry.picture} />
      )}
      <div className="max-w-[62ch] min-w-0 flex-1">
        {isOpenable ? (
          <Link
            to={`/app/b/${board_slug}?card=${card_id}`}
            title={entry.card_title ?? undefined}
            onClick={() => void mark(entry, true)}
            className={cx(
              'line-clamp-4 wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-md',
              'focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus-ring)',
              is_read && 'text-secondary',
            )}
          >
            {content}
          </Link>
        ) : (
          <p className="line-clamp-4 wrap-anywhere">{content}</p>
        )}
        {text !== null && kind !== 'due_date' && kind !== 'due_soon' && (
          <p title={text} dir="auto" className="mt-1 line-clamp-2 text-sm wrap-anywhere text-secondary">
            {text}
          </p>
        )}
        <p className="mt-1 flex min-w-0 items-baseline gap-1.5 text-xs text-secondary">
          <time dateTime={entry.at} className="digits shrink-0">
            {formatTimeOfTimestamp(entry.at, format.hour_format)}
          </time>
          <span aria-hidden>·</span>
          <span title={entry.board_name} dir="auto" className="min-w-0 truncate">
            {kind === 'invitation' && entry.role !== null
              ? messages.invitationRole({ role: ROLE_NAMES[entry.role]() })
              : entry.board_name}
          </span>
        </p>
        {kind === 'invitation' && <InvitationButtons entry={entry} />}
      </div>
      <IconButton
        label={is_read ? messages.markUnread() : messages.markRead()}
        title={is_read ? messages.markUnread() : messages.markRead()}
        className="relative z-10 -my-0.5 ms-auto opacity-0 group-hover:opacity-100 focus-visible:opacity-100 coarse:opacity-100"
        onClick={() => mark(entry, !is_read)}
      >
        <Icon icon={is_read ? Mail : MailOpen} size={16} />
      </IconButton>
    </li>
  );
}

const bold = (text: string) => <bdi className="font-semibold text-primary">{text}</bdi>;

/** Returns what happened as a sentence. */
function sentenceOf({ kind, who, board_name, card_title, text }: InboxEntry, format: TimeFormat): ReactNode {
  const parts = { who, card: card_title ?? '', strong: bold };
  switch (kind) {
    case 'invitation':
      return messages.invitation({ who, board: board_name, strong: bold });
    case 'mention':
      return messages.mention(parts);
    case 'assignment':
      return messages.assignment(parts);
    case 'comment':
      return messages.comment(parts);
    case 'due_date':
      return text === null ? messages.dueDateRemoved(parts) : messages.dueDate({ ...parts, due: formatDueDate(text, format) });
    case 'due_soon':
      return messages.dueSoon({ card: parts.card, due: text === null ? '' : formatDueDate(text, format) });
    default:
      return kind satisfies never;
  }
}

/** Buttons that accept an invitation, whose board then opens, or decline it, and why that was refused. */
function InvitationButtons({ entry }: { entry: InboxEntry }) {
  const join = useMirror(({ sharing }) => (sharing.join?.code === entry.id ? sharing.join : null));
  const isBusy = join !== null && join.rejection === null;
  const isDeclining = isBusy && join.is_declined;
  // One invitation is answered at a time.
  const isAnyBusy = useMirror(({ sharing }) => sharing.join !== null && sharing.join.rejection === null);
  const row = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = row.current;
    // The row disappears when the server has removed the entry.
    return () => {
      if (element?.contains(document.activeElement)) document.querySelector<HTMLElement>('h1')?.focus();
    };
  }, []);
  return (
    <div ref={row} className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button
        variant="primary"
        aria-label={messages.acceptNamed({ board: entry.board_name })}
        // Not disabled, so that it keeps the focus.
        aria-disabled={isAnyBusy}
        aria-busy={isBusy && !isDeclining}
        className="relative z-10"
        // The server removes the entry when it is accepted.
        onClick={() => !isAnyBusy && dispatch({ type: 'accept_invitation', code: entry.id })}
      >
        {messages.accept()}
      </Button>
      <Button
        aria-label={messages.declineNamed({ board: entry.board_name })}
        aria-disabled={isAnyBusy}
        aria-busy={isDeclining}
        className="relative z-10"
        onClick={() => !isAnyBusy && dispatch({ type: 'decline_invitation', code: entry.id })}
      >
        {messages.decline()}
      </Button>
      {join?.rejection && (
        <p role="alert" className="text-sm text-danger">
          {join.rejection.message}
        </p>
      )}
    </div>
  );
}
