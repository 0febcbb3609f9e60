/** The logic of dragging: the order during a drag, and the one intent at its end. */
import type { Id, Intent } from '@twentyfour/core';
import type { Mirror } from '../../core/mirror';

/** The order of a board's lists, and of the cards in each. */
export interface BoardOrder {
  lists: readonly Id[];
  cards: Readonly<Record<Id, readonly Id[]>>;
}

/**
 * The dragged item and its drop position. The position is given by a neighbor instead of an index, so that it stays
 * right when another user changes the board.
 */
export interface DragState {
  id: Id;
  type: string;
  /** The list that a card is over; the empty text for a list. */
  group: Id;
  /** What it would lie before; null is the end. */
  before: Id | null;
  /** Its index there, which holds when that neighbour goes. */
  index: number;
}

/** The order of ids with what is dragged at its place: in the group that it is over, and in no other. */
export function applyDrag(ids: readonly Id[], group: Id, drag: DragState): readonly Id[] {
  const from = ids.indexOf(drag.id);
  if (drag.group !== group) return from === -1 ? ids : ids.toSpliced(from, 1);
  const others = from === -1 ? ids : ids.toSpliced(from, 1);
  const targetIndex = drag.before === null ? others.length : others.indexOf(drag.before);
  const index = targetIndex === -1 ? Math.min(drag.index, others.length) : targetIndex;
  return index === from ? ids : others.toSpliced(index, 0, drag.id);
}

/** The order that the mirror shows. No ids are copied: the arrays are the mirror's own. */
export function boardOrder({ list_ids, lists }: Pick<Mirror, 'list_ids' | 'lists'>): BoardOrder {
  return {
    lists: list_ids,
    cards: Object.fromEntries(list_ids.map((id) => [id, lists.get(id)?.card_ids ?? []])),
  };
}

/** The order that shows while something is dragged. Only the lists that the drag touches get an order of their own. */
export function orderWithDrag(order: BoardOrder, drag: DragState | null): BoardOrder {
  if (!drag) return order;
  if (drag.type === 'list') return { ...order, lists: applyDrag(order.lists, drag.group, drag) };
  // Over a list that has gone meanwhile, a card lies where it was.
  if (!(drag.group in order.cards)) return order;
  return {
    ...order,
    cards: Object.fromEntries(order.lists.map((id) => [id, applyDrag(order.cards[id] ?? [], id, drag)])),
  };
}

/**
 * Where a card that was dropped under a filter lies among all cards of its list: beside the neighbour that the person saw,
 * and nowhere else where the eye sees no move.
 */
export function toUnfilteredPosition(drag: DragState | null, { cards }: BoardOrder, matching: ReadonlySet<Id> | null): DragState | null {
  if (!drag || !matching || drag.type === 'list') return drag;
  const all = cards[drag.group] ?? [];
  const visible = all.filter((id) => matching.has(id));
  if (applyDrag(visible, drag.group, drag) === visible) return null;
  const last = visible.findLast((id) => id !== drag.id);
  if (drag.before !== null || last === undefined) return drag;
  // Below the last that is seen, which may not be the last of all.
  const others = all.filter((id) => id !== drag.id);
  const index = others.indexOf(last) + 1;
  return { ...drag, before: others[index] ?? null, index };
}

/** Where a card stands. */
export function findCard(order: BoardOrder, card_id: Id): { list_id: Id; index: number } | null {
  for (const list_id of order.lists) {
    const index = order.cards[list_id]?.indexOf(card_id) ?? -1;
    if (index !== -1) return { list_id, index };
  }
  return null;
}

/** What the person asked for by dropping something; null where nothing has moved. */
export function toDropIntent(what: { id: Id; type: string }, before: BoardOrder, after: BoardOrder): Intent | null {
  if (what.type === 'list') {
    const index = after.lists.indexOf(what.id);
    const from = before.lists.indexOf(what.id);
    return from === -1 || index === -1 || index === from ? null : { type: 'move_list', list_id: what.id, index };
  }
  const from = findCard(before, what.id);
  const to = findCard(after, what.id);
  if (!from || !to || (from.list_id === to.list_id && from.index === to.index)) return null;
  return { type: 'move_card', card_id: what.id, list_id: to.list_id, index: to.index };
}
