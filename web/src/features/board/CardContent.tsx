import type { CardView, Id } from '@twentyfour/core';
import { memo } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import { formatNumber } from '../../messages/format';
import { formatDuration } from '../../platform/format/durations';
import { Faces } from '../../shell/Faces';
import { memberNames } from '../../shell/memberName';
import { cx } from '../../ui/cx';
import { CardEditors } from '../sharing';
import { assignedMembers } from './assignees';
import { CardCover } from './attachments/CardCover';
import type { CardTimer } from './cardTimer';
import { DueDateBadge } from './DueDateBadge';
import { LabelChip } from './LabelChip';
import { PriorityBadge } from './priorities';

/** The number of faces on a card. */
const MAX_FACES = 3;

interface CardContentProps extends CardTimer {
  card: CardView;
  details_id: string;
}

/** The content of a card on its board: its title, and below it only the details that it has. */
export const CardContent = memo(function CardContent({ card, details_id, focused, timerState }: CardContentProps) {
  const isDone = card.priority === 'completed';
  return (
    <>
      {card.cover_id && <CardCover id={card.cover_id} />}
      {card.labels.length > 0 && (
        <div data-labels="" className="mb-1.5 flex w-fit max-w-full flex-wrap gap-1 text-xs">
          {card.labels.map((label) => (
            <LabelChip key={label} label={label} className={isDone ? 'opacity-60' : ''} />
          ))}
        </div>
      )}
      <p data-card-title="" dir="auto" className={cx('line-clamp-6 pr-5 coarse:pr-18', isDone && 'text-secondary line-through')}>
        {card.title}
      </p>
      <div id={details_id} className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-secondary">
        <PriorityBadge priority={card.priority} />
        <DueDateBadge due_date={card.due_date} due_status={card.due_status} />
        {card.recurrence && <CardBadge icon="icon-repeat" label={messages.cardRepeats()} />}
        {card.estimate_minutes && (
          <CardBadge
            icon="icon-hourglass"
            label={messages.cardEstimate({ duration: formatDuration(card.estimate_minutes * 60) })}
            shown={formatDuration(card.estimate_minutes * 60)}
          />
        )}
        {card.has_description && <CardBadge icon="icon-text" label={messages.cardHasDescription()} />}
        {card.subtasks > 0 && (
          <CardBadge
            icon="icon-check"
            label={messages.cardSubtasks({ done: card.subtasks_done, count: card.subtasks })}
            shown={`${card.subtasks_done}/${card.subtasks}`}
            isHighlighted={card.subtasks_done === card.subtasks}
          />
        )}
        {card.comments > 0 && (
          <CardBadge
            icon="icon-comment"
            label={messages.cardComments({ count: card.comments })}
            shown={formatNumber(card.comments)}
          />
        )}
        {card.attachments !== undefined && card.attachments > 0 && (
          <CardBadge
            icon="icon-paperclip"
            label={messages.cardAttachments({ count: card.attachments })}
            shown={formatNumber(card.attachments)}
          />
        )}
        {card.reminders > 0 && <CardBadge icon="icon-bell" label={messages.cardReminders({ count: card.reminders })} />}
        {timerState === 'running' && (
          <CardBadge icon="icon-timer" label={messages.cardFocusing()} shown={messages.cardFocusing()} isHighlighted />
        )}
        {timerState === 'paused' && (
          <CardBadge icon="icon-timer" label={messages.cardTimerPaused()} shown={messages.cardPaused()} />
        )}
        {focused > 0 && (
          <CardBadge
            icon={timerState === 'running' || timerState === 'paused' ? null : 'icon-timer'}
            label={messages.focusTime({ duration: formatDuration(focused) })}
            shown={formatDuration(focused)}
          />
        )}
        <CardEditors card_id={card.id} />
        {card.assignee_ids && card.assignee_ids.length > 0 && <CardAssignees ids={card.assignee_ids} />}
      </div>
    </>
  );
});

/** The faces of those who are assigned to a card and still members of its board. */
function CardAssignees({ ids }: { ids: readonly Id[] }) {
  const members = useMirror(({ board }) => board?.members) ?? [];
  const assigned = assignedMembers(ids, members);
  if (assigned.length === 0) return null;
  const names = memberNames(assigned);
  return (
    <span data-assignees="" className="ml-auto">
      <Faces members={assigned} max={MAX_FACES} ring="ring-(--card-bg)" label={messages.cardAssigned({ names })} />
    </span>
  );
}

interface CardBadgeProps {
  /** The class of its icon (`ui/css-icons.css`). */
  icon: string | null;
  /** The full text, as accessible name and tooltip. */
  label: string;
  shown?: string;
  isHighlighted?: boolean;
}

/** A detail of a card. It is a single element, because a board shows hundreds. */
function CardBadge({ icon, label, shown, isHighlighted = false }: CardBadgeProps) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      className={cx('digits inline-flex items-center gap-1', icon && `css-icon ${icon}`, isHighlighted && 'text-accent-text')}
    >
      {shown}
    </span>
  );
}
