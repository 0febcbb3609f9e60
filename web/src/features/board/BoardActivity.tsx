import type { ActivityFilter, ActivityKind, BoardActivityEntry, Member } from '@twentyfour/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror, useTimeFormat } from '../../core/hooks';
import * as messages from '../../messages/board';
import * as card from '../../messages/card';
import * as common from '../../messages/common';
import { formatTimestamp } from '../../platform/format/times';
import { memberName } from '../../shell/memberName';
import { Avatar } from '../../ui/Avatar';
import { Button } from '../../ui/Button';
import { Select } from '../../ui/Select';
import { SidePanel } from '../../ui/SidePanel';
import { Skeleton } from '../../ui/Skeleton';
import { ActivityPersonFilter, EVERYONE, isEveryone } from './ActivityPersonFilter';
import { NoActivityMatch } from './NoActivityMatch';

const NO_FILTER: ActivityFilter = { ...EVERYONE, kind: null };

const kindOptions = (): { value: ActivityKind | ''; text: string }[] => [
  { value: '', text: messages.activityAllKinds() },
  { value: 'cards', text: messages.activityCards() },
  { value: 'comments', text: messages.activityComments() },
  { value: 'lists', text: messages.activityLists() },
  { value: 'board', text: messages.activityBoard() },
];

/** Loads the latest activity that matches a filter. */
const load = (filter: ActivityFilter) => dispatch({ type: 'load_board_activity', activity_filter: filter });

interface BoardActivityPanelProps {
  open: boolean;
  onClose: () => void;
}

/** A side panel with the activity of the open board. */
export function BoardActivityPanel({ open, onClose }: BoardActivityPanelProps) {
  return (
    <SidePanel open={open} title={messages.activity()} onClose={onClose}>
      <BoardActivity onLeave={onClose} />
    </SidePanel>
  );
}

interface BoardActivityProps {
  /** Called when the user follows the link to a card. */
  onLeave: () => void;
}

/** Who changed what on the open board, latest first. It is loaded when it is shown, and follows changes from then on. */
export function BoardActivity({ onLeave }: BoardActivityProps) {
  const activity = useMirror((mirror) => mirror.board_activity);
  const members = useMirror((mirror) => mirror.board?.members);
  const user = useMirror((mirror) => mirror.user);
  useEffect(() => {
    load(NO_FILTER);
    return () => {
      dispatch({ type: 'close_board_activity' });
    };
  }, []);
  const { filter, status, entries, has_more } = activity ?? { filter: NO_FILTER, status: 'loading', entries: [], has_more: false };
  return (
    <div className="flex flex-col gap-4">
      <div role="group" aria-label={messages.activityFilters()} className="flex gap-2">
        <ActivityPersonFilter
          entries={entries}
          value={filter}
          onValueChange={(person) => load({ ...filter, ...person })}
          className="min-w-0 flex-1"
        />
        <Select
          label={messages.activityKind()}
          value={filter.kind ?? ''}
          options={kindOptions()}
          onValueChange={(kind) => load({ ...filter, kind: kind || null })}
          className="min-w-0 flex-1"
        />
      </div>
      {entries.length > 0 && (
        <ol aria-label={messages.activity()} className="flex flex-col gap-4">
          {entries.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              person={user?.id === entry.user_id ? user : members?.find(({ user_id }) => user_id === entry.user_id)}
              onLeave={onLeave}
            />
          ))}
        </ol>
      )}
      {status === 'loading' && (
        <div role="status" className="flex flex-col gap-3">
          <span className="sr-only">{card.activityLoading()}</span>
          <Skeleton className="h-9 w-full" />
          <Skeleton className="h-9 w-3/4" />
        </div>
      )}
      {status === 'failed' && (
        <p role="alert" className="text-secondary">
          {card.activityFailed()}
        </p>
      )}
      {(status === 'failed' || has_more) && (
        <Button
          // Not disabled, so that it keeps the focus; the core ignores repeated requests.
          aria-disabled={status === 'loading'}
          aria-busy={status === 'loading'}
          onClick={() => dispatch({ type: 'load_more_board_activity' })}
        >
          {status === 'failed' ? common.tryAgain() : messages.activityMore()}
        </Button>
      )}
      {status === 'ready' &&
        !has_more &&
        entries.length === 0 &&
        (isEveryone(filter) && filter.kind === null ? (
          <p className="text-secondary">{card.activityEmpty()}</p>
        ) : (
          <NoActivityMatch onClearFilter={() => load(NO_FILTER)} />
        ))}
    </div>
  );
}

interface EntryProps {
  entry: BoardActivityEntry;
  /** Its author, unless it is a former member. */
  person: (Pick<Member, 'first_name' | 'last_name'> & { picture?: string | null }) | undefined;
  onLeave: () => void;
}

function Entry({ entry: { who, user_id, what, at, card_id, card_title }, person, onLeave }: EntryProps) {
  const moment = formatTimestamp(at, useTimeFormat());
  return (
    <li className="flex gap-3 text-sm">
      {/* Of the user's own changes, `who` is "You". */}
      <Avatar name={person ? memberName(person) : who} userId={user_id ?? ''} picture={person?.picture} size="small" className="mt-0.5" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere">{card.activityEntry({ who, what, strong: mediumWeight })}</p>
        <p className="flex min-w-0 flex-wrap gap-x-2 text-secondary">
          {card_title !== null &&
            (card_id === null ? (
              <span title={card_title} dir="auto" className="max-w-full truncate">
                {card_title}
              </span>
            ) : (
              <Link
                to={{ search: `?card=${card_id}` }}
                state={{ isOpenedHere: true }}
                onClick={onLeave}
                title={card_title}
                dir="auto"
                className="max-w-full truncate text-accent-text underline-offset-4 hover:underline"
              >
                {card_title}
              </Link>
            ))}
          <time dateTime={at}>{moment}</time>
        </p>
      </div>
    </li>
  );
}

const mediumWeight = (text: string) => <bdi className="font-medium">{text}</bdi>;
