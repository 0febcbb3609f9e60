import type { Board, CardView, Id } from '@twentyfour/core';
import { memo } from 'react';
import { useMirror } from '../../../core/hooks';
import * as board_messages from '../../../messages/board';
import * as messages from '../../../messages/print';
import { formatFullDate } from '../../../platform/format/dates';
import { MatchingContext, useVisibleCards } from '../dragStore';
import { displayListName } from '../text';
import { CardFacts } from './CardFacts';

interface BoardPrintProps {
  board: Board;
  /** The list to print; null for all lists. */
  list_id: Id | null;
}

/** What is printed of a board: all lists in columns, or one list in one column, with all of their cards that match the filter. */
export function BoardPrint({ board, list_id }: BoardPrintProps) {
  const list_ids = useMirror((mirror) => mirror.list_ids);
  const today = useMirror(({ clock }) => clock.today);
  const matching = useMirror((mirror) => mirror.matching);
  return (
    <MatchingContext value={matching}>
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
    </MatchingContext>
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
  return (
    <li>
      <p dir="auto" className={card.priority === 'completed' ? 'line-through' : undefined}>
        {card.title}
      </p>
      <CardFacts card={card} />
    </li>
  );
});
