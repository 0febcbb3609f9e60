import type { ActivityView, CardDetails, CommentView } from '@twentyfour/core';
import { useEffect, useState } from 'react';
import { dispatch } from '../../../core/client';
import { useBoardPermissions, useMirror, useTimeFormat } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as dialog from '../../../messages/card_dialog';
import * as common from '../../../messages/common';
import { formatShortTimestamp, formatTimestamp } from '../../../platform/format/times';
import { storedFlag } from '../../../platform/stored-flag';
import { memberName } from '../../../shell/memberName';
import { Avatar } from '../../../ui/Avatar';
import { Button } from '../../../ui/Button';
import { Skeleton } from '../../../ui/Skeleton';
import { EditedBy } from '../../sharing';
import { ActivityPersonFilter, EVERYONE, isEveryone } from '../ActivityPersonFilter';
import { NoActivityMatch } from '../NoActivityMatch';
import { CardSection } from './CardSection';
import { Comment } from './Comment';
import { NewComment } from './NewComment';
import { mergeTimeline, type TimelineEntry } from './timelineEntries';

const NO_ACTIVITY: readonly ActivityView[] = [];

/** Whether the activity is shown. */
const activityFlag = storedFlag('cardActivity', 'shown');

/**
 * The comments of a card and, if the user wants to see it, its activity in one list, oldest first, and a field for a new comment.
 * The activity is loaded when it is shown, because few users look at it.
 */
export function Timeline({ card_id, details }: { card_id: string; details: CardDetails }) {
  const { can_comment } = useBoardPermissions();
  const [isActivityShown, setIsActivityShown] = useState(activityFlag.read);
  const [person, setPerson] = useState(EVERYONE);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const account = useMirror(({ user }) => user?.id);
  useEffect(() => {
    if (isActivityShown) dispatch({ type: 'load_activity' });
  }, [isActivityShown]);

  const isFiltered = isActivityShown && !isEveryone(person);
  const deleted = isFiltered && person.is_deleted ? deletedAuthors(details) : null;
  const isOf = ({ author }: CommentView) => {
    if (deleted) return author !== null && deleted.has(author.user_id);
    // On a board that is not shared, the user's own comments have no author.
    return (author ? author.user_id : account) === person.user_id;
  };
  const comments = isFiltered ? details.comments.filter(isOf) : details.comments;
  const all = isActivityShown ? details.activity : NO_ACTIVITY;
  const activity = isFiltered ? all.filter(({ user_id }) => user_id === person.user_id) : all;
  const entries = mergeTimeline(comments, activity, opened);
  const title = isActivityShown ? messages.activity() : messages.comments();
  const list = entries.length > 0 && (
    <ol aria-label={title} className="flex flex-col gap-2">
      {entries.map((entry) => (
        <Entry key={entry.id} card_id={card_id} entry={entry} onOpen={() => setOpened(new Set([...opened, entry.id]))} />
      ))}
    </ol>
  );
  return (
    <CardSection
      title={title}
      aside={
        <Button
          variant="quiet"
          size="small"
          className="-my-1.5 -mr-2"
          onClick={() => {
            activityFlag.store(!isActivityShown);
            setIsActivityShown(!isActivityShown);
          }}
        >
          {isActivityShown ? dialog.activityHide() : dialog.activityShow()}
        </Button>
      }
    >
      {isActivityShown && details.activity.length > 0 && (
        <ActivityPersonFilter entries={details.activity} value={person} onValueChange={setPerson} className="max-w-60 self-start" />
      )}
      {isActivityShown && <ActivityStatus details={details} isEmpty={entries.length === 0} isFiltered={isFiltered} onClearFilter={() => setPerson(EVERYONE)} />}
      {can_comment && list}
      <EditedBy card_id={card_id} field="comment">
        {can_comment ? <NewComment card_id={card_id} /> : list || (!isActivityShown && <p className="text-secondary">{messages.commentsEmpty()}</p>)}
      </EditedBy>
    </CardSection>
  );
}

/**
 * Returns the authors of comments whose accounts were deleted. Comments do not tell them from former members, but the activity
 * does: a change by a deleted account has the same time as the comment that it added. Comments that are older than the loaded
 * activity have no known author.
 */
function deletedAuthors({ comments, activity }: CardDetails): Set<string | null> {
  const times = new Set(activity.filter(({ user_id }) => user_id === null).map(({ at }) => at));
  const known = new Set(activity.map(({ user_id }) => user_id));
  return new Set(
    comments.flatMap(({ author, created_at }) =>
      author?.member === null && !author.is_you && times.has(created_at) && !known.has(author.user_id) ? [author.user_id] : [],
    ),
  );
}

interface EntryProps {
  card_id: string;
  entry: TimelineEntry;
  /** Shows folded changes. */
  onOpen: () => void;
}

function Entry({ card_id, entry, onOpen }: EntryProps) {
  if (entry.type === 'comment') return <Comment card_id={card_id} comment={entry.comment} />;
  if (entry.type === 'change') return <Change change={entry.change} isFirst={entry.isFirst} />;
  return (
    <li>
      <Button variant="quiet" size="small" className="-ml-2" onClick={onOpen}>
        {dialog.activityFolded({ count: entry.changes.length })}
      </Button>
    </li>
  );
}

interface ChangeProps {
  change: ActivityView;
  /** Whether the person is shown. */
  isFirst: boolean;
}

/** A change in one line: who, what and when. */
function Change({ change: { who, user_id, what, at, is_unsent }, isFirst }: ChangeProps) {
  const members = useMirror((mirror) => mirror.board?.members) ?? [];
  const format = useTimeFormat();
  // Of the user's own changes, `who` is "You".
  const member = members.find((one) => one.user_id === user_id);
  const time = (text: string) => (
    <time dateTime={at} title={formatTimestamp(at, format)}>
      {text}
    </time>
  );
  const moment = formatShortTimestamp(at, format);
  return (
    <li className="flex gap-2 px-3 text-sm text-secondary">
      {members.length > 0 && (
        <span className="w-6 shrink-0">
          {isFirst && <Avatar name={member ? memberName(member) : who} userId={user_id ?? ''} picture={member?.picture} size="small" />}
        </span>
      )}
      <p className="min-w-0 flex-1 py-0.5 wrap-anywhere">{messages.activityEntry({ who, what, strong: isFirst ? personName : hiddenName })}</p>
      <span className="shrink-0 py-0.5 text-xs leading-5">{is_unsent ? messages.activityTimeUnsent({ moment, time }) : time(moment)}</span>
    </li>
  );
}

const personName = (text: string) => <bdi className="font-medium text-primary">{text}</bdi>;

/** The name of a person who is shown above, for screen readers. */
const hiddenName = (text: string) => <bdi className="sr-only">{text}</bdi>;

interface ActivityStatusProps {
  details: CardDetails;
  isEmpty: boolean;
  isFiltered: boolean;
  onClearFilter: () => void;
}

/** Says that the activity is loading, could not be loaded, or is empty. */
function ActivityStatus({ details: { activity_status }, isEmpty, isFiltered, onClearFilter }: ActivityStatusProps) {
  if (activity_status === 'loading') {
    return (
      <div role="status" className="flex flex-col gap-2">
        <span className="sr-only">{messages.activityLoading()}</span>
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-5 w-1/2" />
      </div>
    );
  }
  if (activity_status === 'failed') {
    return (
      <div className="flex flex-wrap items-center gap-3">
        <p className="text-secondary">{messages.activityFailed()}</p>
        <Button onClick={() => dispatch({ type: 'load_activity' })}>{common.tryAgain()}</Button>
      </div>
    );
  }
  if (activity_status !== 'ready' || !isEmpty) return null;
  return isFiltered ? <NoActivityMatch onClearFilter={onClearFilter} /> : <p className="text-secondary">{messages.activityEmpty()}</p>;
}
