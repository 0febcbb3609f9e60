import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { CardDetails } from '@twentyfour/core';
import { dispatch } from '../../../core/client';
import { useMirror, useTimeFormat } from '../../../core/hooks';
import * as board from '../../../messages/board';
import * as messages from '../../../messages/card';
import * as common from '../../../messages/common';
import { formatTimestamp } from '../../../platform/format/times';
import { memberName } from '../../../shell/memberName';
import { Avatar } from '../../../ui/Avatar';
import { Button } from '../../../ui/Button';
import { cx } from '../../../ui/cx';
import { Icon } from '../../../ui/Icon';
import { Skeleton } from '../../../ui/Skeleton';
import { ActivityPersonFilter, EVERYONE, isEveryone } from '../ActivityPersonFilter';

/** The activity of a card. It is loaded when the section is opened, since few users open it. */
export function Activity({ details }: { details: CardDetails }) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const open = () => {
    if (!isOpen) dispatch({ type: 'load_activity' });
    setIsOpen(!isOpen);
  };
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          onClick={open}
          className="-ml-1.5 flex h-9 items-center gap-1 rounded-sm px-1.5 text-sm font-semibold transition-colors duration-120 hover:bg-hover coarse:h-11"
        >
          <Icon icon={ChevronRight} size={16} className={cx('transition-transform duration-120', isOpen && 'rotate-90')} />
          {messages.activity()}
        </button>
      </h3>
      {isOpen && (
        <div id={`${id}-panel`} className="pt-2">
          <ActivityList details={details} />
        </div>
      )}
    </section>
  );
}

function ActivityList({ details: { activity: all, activity_status } }: { details: CardDetails }) {
  const members = useMirror((mirror) => mirror.board?.members) ?? [];
  const [person, setPerson] = useState(EVERYONE);
  const activity = isEveryone(person) ? all : all.filter(({ user_id }) => user_id === person.user_id);
  const avatarOf = (user_id: string | null, who: string) => {
    // The user's own changes say "You".
    const member = members.find((one) => one.user_id === user_id);
    return <Avatar name={member ? memberName(member) : who} userId={user_id ?? ''} picture={member?.picture} size="small" />;
  };
  return (
    <div className="flex flex-col gap-3 text-sm">
      {all.length > 0 && (
        <ActivityPersonFilter entries={all} value={person} onValueChange={setPerson} className="max-w-60 self-start" />
      )}
      {activity.length > 0 && (
        <ol aria-label={messages.activity()} className="flex flex-col gap-2">
          {activity.map(({ id, who, user_id, what, at, is_unsent }) => (
            <li key={id} className="flex gap-2">
              {members.length > 0 && avatarOf(user_id, who)}
              <div className="flex min-w-0 flex-wrap gap-x-2">
                <span className="min-w-0 wrap-anywhere">{messages.activityEntry({ who, what, strong: mediumWeight })}</span>
                <span className="text-secondary">
                  <ActivityTime at={at} isUnsent={is_unsent} />
                </span>
              </div>
            </li>
          ))}
        </ol>
      )}
      {activity_status === 'loading' && (
        <div role="status" className="flex flex-col gap-2">
          <span className="sr-only">{messages.activityLoading()}</span>
          <Skeleton className="h-5 w-3/4" />
          <Skeleton className="h-5 w-1/2" />
        </div>
      )}
      {activity_status === 'failed' && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="text-secondary">{messages.activityFailed()}</p>
          <Button onClick={() => dispatch({ type: 'load_activity' })}>{common.tryAgain()}</Button>
        </div>
      )}
      {activity_status === 'ready' && activity.length === 0 && (
        <p className="text-secondary">{isEveryone(person) ? messages.activityEmpty() : board.activityNoMatch()}</p>
      )}
    </div>
  );
}

const mediumWeight = (text: string) => <bdi className="font-medium">{text}</bdi>;

function ActivityTime({ at, isUnsent }: { at: string; isUnsent: boolean }) {
  const moment = formatTimestamp(at, useTimeFormat());
  const time = (text: string) => <time dateTime={at}>{text}</time>;
  return isUnsent ? messages.activityTimeUnsent({ moment, time }) : time(moment);
}
