import type { CardView, Id } from '@twentyfour/core';
import { type CSSProperties, memo } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import { formatNumber } from '../../messages/format';
import { formatDuration } from '../../platform/format/durations';
import { Faces } from '../../shell/Faces';
import { memberNames } from '../../shell/memberName';
import { MoreLabels } from '../../shell/MoreLabels';
import { cx } from '../../ui/cx';
import { CardEditors } from '../sharing';
import { assignedMembers } from './assignees';
import { CardCover } from './attachments/CardCover';
import type { CardTimer } from './cardTimer';
import { DueDateBadge } from './DueDateBadge';
import { LabelChip } from './LabelChip';
import { PriorityBadge } from './priorities';

/** The number of labels and of faces on a card; the others are counted. */
const MAX_LABELS = 3;
const MAX_FACES = 3;

/** Returns the id of the mark of a card that is done. Like the details, it describes the card to screen readers. */
export const doneId = (details_id: string) => `${details_id}done`;

interface CardContentProps extends CardTimer {
  card: CardView;
  details_id: string;
}

/**
 * The content of a card on its board: its title, and below it only the details that it has, always in the same order. In
 * compact density they are on one line, without those that do not fit.
 */
export const CardContent = memo(function CardContent({ card, details_id, focused, timerState }: CardContentProps) {
  const { priority } = card;
  const isDone = priority === 'completed';
  const hasTimer = timerState === 'running' || timerState === 'paused';
  const hiddenLabels = card.labels.slice(MAX_LABELS);
  return (
    <>
      {card.cover_id && <CardCover id={card.cover_id} />}
      {isDone && (
        <span id={doneId(details_id)} className="float-left mr-1.5 flex h-5 compact:h-4.5">
          <PriorityBadge priority={priority} isIconOnly />
        </span>
      )}
      <p
        data-card-title=""
        dir="auto"
        className={cx(
          'line-clamp-6 pr-5 leading-5 compact:line-clamp-3 compact:text-sm compact:leading-4.5',
          hasTimer ? 'coarse:pr-18' : 'coarse:pr-9',
          isDone && 'text-secondary line-through',
        )}
      >
        {card.title}
      </p>
      <div
        id={details_id}
        className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-xs text-secondary empty:hidden compact:relative compact:mt-1 compact:h-5 compact:overflow-hidden"
      >
        {priority !== 'low' && !isDone && <PriorityBadge priority={priority} isIconOnly />}
        {card.due_date !== null && <DueDateBadge due_date={card.due_date} due_status={card.due_status} />}
        {card.subtasks > 0 && (
          <CardBadge
            icon="icon-progress"
            label={messages.cardSubtasks({ done: card.subtasks_done, count: card.subtasks })}
            shown={`${card.subtasks_done}/${card.subtasks}`}
            share={card.subtasks_done / card.subtasks}
            isHighlighted={card.subtasks_done === card.subtasks && !isDone}
          />
        )}
        {card.labels.length > 0 && (
          <div
            data-labels=""
            // Above the other details, but read after them.
            className="order-first flex basis-full flex-wrap gap-1 text-primary compact:order-none compact:contents"
          >
            {card.labels.slice(0, MAX_LABELS).map((label) => (
              <LabelChip key={label} label={label} className={cx('leading-4', isDone && 'opacity-60')} />
            ))}
            <MoreLabels labels={hiddenLabels} hasTitle className="px-0.5 leading-5 text-secondary" />
          </div>
        )}
        {card.recurrence && <CardBadge icon="icon-repeat" label={messages.cardRepeats()} />}
        {card.estimate_minutes && (
          <CardBadge
            icon="icon-hourglass"
            label={messages.cardEstimate({ duration: formatDuration(card.estimate_minutes * 60) })}
            shown={formatDuration(card.estimate_minutes * 60)}
          />
        )}
        {card.has_description && <CardBadge icon="icon-text" label={messages.cardHasDescription()} />}
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
            icon={hasTimer ? null : 'icon-timer'}
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
    <span data-assignees="" className="ml-auto compact:absolute compact:right-0 compact:origin-right compact:scale-80 compact:bg-(--card-bg) compact:pl-2">
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
  /** The share that the icon of the progress shows, from 0 to 1. */
  share?: number;
  isHighlighted?: boolean;
}

/** A detail of a card. It is a single element, because a board shows hundreds. */
function CardBadge({ icon, label, shown, share, isHighlighted = false }: CardBadgeProps) {
  return (
    <span
      role="img"
      aria-label={label}
      title={label}
      style={share === undefined ? undefined : ({ '--share': `${share * 100}%` } as CSSProperties)}
      className={cx('digits inline-flex items-center gap-1', icon && `css-icon ${icon}`, isHighlighted && 'text-accent-text')}
    >
      {shown}
    </span>
  );
}
