import type { Board, CardView, Id } from '@twentyfour/core';
import { memo } from 'react';
import { useMirror, useTimeFormat } from '../../../core/hooks';
import * as board_messages from '../../../messages/board';
import * as messages from '../../../messages/print';
import { formatFullDate } from '../../../platform/format/dates';
import { formatDueDate } from '../../../platform/format/times';
import { memberNames } from '../../../shell/memberName';
import { assignedMembers } from '../assignees';
import { useVisibleCards } from '../dragStore';
import { PriorityBadge } from '../priorities';
import { displayListName } from '../text';

interface BoardPrintProps {
  board: Board;
  /** The list to print; null for all lists. */
  list_id: Id | null;
}

/** What is printed of a board: all lists in columns, or one list in one column, with all of their cards that match the filter. */
export function BoardPrint({ board, list_id }: BoardPrintProps) {
  const list_ids = useMirror((mirror) => mirror.list_ids);
  const today = useMirror(({ clock }) => clock.today);
  return (
    <>
      <header>
        <h1 dir="auto">{board.name}</h1>
        <p>{formatFullDate(today)}</p>
      </header>
      {list_ids.length === 0 && <p>{board_messages.publicEmpty()}</p>}
      {list_id === null ? (
        <div className="print-columns">
          {list_ids.map((id) => (
            <PrintedList key={id} id={id} />
          ))}
        </div>
      ) : (
        <PrintedList id={list_id} />
      )}
    </>
  );
}

function PrintedList({ id }: { id: Id }) {
  const list = useMirror(({ lists }) => lists.get(id));
  const cards = useMirror((mirror) => mirror.cards);
  const shown = useVisibleCards(id).flatMap((card_id) => cards.get(card_id) ?? []);
  if (!list) return null;
  const unloaded = list.card_ids.filter((card_id) => !cards.has(card_id)).length + (list.unloaded_cards ?? 0);
  return (
    <section>
      <h2 dir="auto">{displayListName(list.name)}</h2>
      {shown.length === 0 && unloaded === 0 && <p>{board_messages.publicListEmpty()}</p>}
      <ul>
        {shown.map((card) => (
          <PrintedCard key={card.id} card={card} />
        ))}
      </ul>
      {unloaded > 0 && <p>{messages.unloaded({ count: unloaded })}</p>}
    </section>
  );
}

const PrintedCard = memo(function PrintedCard({ card }: { card: CardView }) {
  const { hour_format } = useTimeFormat();
  const members = useMirror(({ board }) => board?.members);
  const names = memberNames(assignedMembers(card.assignee_ids ?? [], members ?? []));
  return (
    <li>
      <p dir="auto" className={card.priority === 'completed' ? 'line-through' : undefined}>
        {card.title}
      </p>
      <div>
        {card.priority !== 'low' && <PriorityBadge priority={card.priority} />}
        {/* Without today, because "Tomorrow" would be wrong on paper by tomorrow. */}
        {card.due_date !== null && <span>{messages.due({ due: formatDueDate(card.due_date, { today: '', hour_format }) })}</span>}
        {card.subtasks > 0 && <span>{messages.subtasks({ done: card.subtasks_done, count: card.subtasks })}</span>}
        {names !== '' && <bdi>{names}</bdi>}
        {card.labels.map((label) => (
          <bdi key={label} className="print-label">
            {label}
          </bdi>
        ))}
      </div>
    </li>
  );
});
