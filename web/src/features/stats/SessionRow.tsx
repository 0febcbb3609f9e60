import type { FocusSessionView } from '@twentyfour/core';
import { Pencil, Trash2 } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/stats';
import { formatDuration } from '../../platform/format/durations';
import { formatTimeAtOffset } from '../../platform/format/times';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { OUTCOME_LABELS } from './text';

interface SessionRowProps {
  session: FocusSessionView;
  onEdit: () => void;
  /** The element to focus if the last row is removed. */
  fallbackFocus: RefObject<HTMLElement | null>;
}

/** A session in the list: its time, its duration, its card or board, and its outcome. */
export function SessionRow({ session, onEdit, fallbackFocus }: SessionRowProps) {
  const hour_format = useMirror(({ preferences }) => preferences.hour_format);
  const startTime = formatTimeAtOffset(session.start, session.utc_offset, hour_format);
  const endTime = formatTimeAtOffset(session.end, session.utc_offset, hour_format);
  const outcome = OUTCOME_LABELS[session.outcome];
  return (
    <li className="group flex items-center gap-x-4 border-b border-line py-1 pl-2 transition-colors duration-120 [contain-intrinsic-size:auto_3.25rem] [content-visibility:auto] last:border-transparent hover:bg-hover">
      <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 py-1.5 sm:grid sm:grid-cols-[10rem_6rem_1fr_auto]">
        <span className="digits sm:whitespace-nowrap">
          {messages.sessionTimes({ startTime, endTime, start: timeElement(session.start), end: timeElement(session.end) })}
        </span>
        <span className="digits font-medium whitespace-nowrap">{formatDuration(session.focused)}</span>
        <SessionTarget session={session} />
        {outcome && <span className="text-sm whitespace-nowrap text-secondary max-sm:w-full">{outcome()}</span>}
      </div>
      <div className="flex shrink-0">
        <IconButton label={messages.sessionEditAt({ time: startTime })} onClick={onEdit}>
          <Icon icon={Pencil} size={16} />
        </IconButton>
        <IconButton
          label={messages.sessionDeleteAt({ time: startTime })}
          data-delete-session
          onClick={(event) => {
            moveFocusBeforeUnmount(event.currentTarget, '[data-delete-session]', fallbackFocus.current);
            dispatch({ type: 'delete_session', session_id: session.id });
          }}
        >
          <Icon icon={Trash2} size={16} />
        </IconButton>
      </div>
    </li>
  );
}

const timeElement = (moment: string) => (text: string) => <time dateTime={moment}>{text}</time>;

/** The card and the board of a session, with a link if the user still has the board. */
function SessionTarget({ session: { board_id, board_name, card_id, card_title } }: { session: FocusSessionView }) {
  const slug = useMirror(({ boards }) => boards.find(({ id }) => id === board_id)?.slug);
  if (!board_name && !card_title) return <span className="max-sm:hidden" />;
  const name =
    card_title && board_name
      ? messages.sessionCardAndBoard({ card: card_title, board: board_name })
      : (card_title ?? board_name ?? '');
  return (
    <span title={name} dir="auto" className="min-w-0 truncate text-secondary max-sm:w-full">
      {slug ? (
        <Link
          to={`/app/b/${slug}${card_id ? `?card=${card_id}` : ''}`}
          className="rounded-sm underline-offset-4 hover:text-primary hover:underline"
        >
          {name}
        </Link>
      ) : (
        name
      )}
    </span>
  );
}
