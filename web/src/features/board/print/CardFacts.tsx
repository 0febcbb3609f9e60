import type { CardView } from '@twentyfour/core';
import { useMirror, useTimeFormat } from '../../../core/hooks';
import * as board_messages from '../../../messages/board';
import * as messages from '../../../messages/print';
import { formatDuration } from '../../../platform/format/durations';
import { formatDueDate } from '../../../platform/format/times';
import { memberNames } from '../../../shell/memberName';
import { assignedMembers } from '../assignees';
import { PriorityBadge } from '../priorities';

/** The facts of a card on paper, in one line. */
export function CardFacts({ card }: { card: CardView }) {
  const { hour_format } = useTimeFormat();
  const members = useMirror(({ board }) => board?.members);
  const names = memberNames(assignedMembers(card.assignee_ids ?? [], members ?? []));
  return (
    <div className="print-facts">
      {card.priority !== 'low' && <PriorityBadge priority={card.priority} />}
      {/* Without today, because "Tomorrow" would be wrong on paper by tomorrow. */}
      {card.due_date !== null && <span>{messages.due({ due: formatDueDate(card.due_date, { today: '', hour_format }) })}</span>}
      {card.estimate_minutes && <span>{board_messages.cardEstimate({ duration: formatDuration(card.estimate_minutes * 60) })}</span>}
      {card.subtasks > 0 && <span>{messages.subtasks({ done: card.subtasks_done, count: card.subtasks })}</span>}
      {names !== '' && <bdi>{names}</bdi>}
      {card.labels.map((label) => (
        <bdi key={label} className="print-label">
          {label}
        </bdi>
      ))}
    </div>
  );
}
