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
  /** The id of the list that a card is over; empty for a list. */
  group: Id;
  /** The id of the item to insert before; null for the end. */
  before: Id | null;
  /** The index in the group, used if that neighbor is removed. */
  index: number;
}

/** Returns the order of a group with the dragged item moved into it, or removed if it is over another group. */
export function applyDrag(ids: readonly Id[], group: Id, drag: DragState): readonly Id[] {
  const from = ids.indexOf(drag.id);
  if (drag.group !== group) return from === -1 ? ids : ids.toSpliced(from, 1);
  const others = from === -1 ? ids : ids.toSpliced(from, 1);
  const targetIndex = drag.before === null ? others.length : others.indexOf(drag.before);
  const index = targetIndex === -1 ? Math.min(drag.index, others.length) : targetIndex;
  return index === from ? ids : others.toSpliced(index, 0, drag.id);
}

/** Returns the mirror's order. It shares the mirror's arrays instead of copying them. */
export function boardOrder({ list_ids, lists }: Pick<Mirror, 'list_ids' | 'lists'>): BoardOrder {
  return {
    lists: list_ids,
    cards: Object.fromEntries(list_ids.map((id) => [id, lists.get(id)?.card_ids ?? []])),
  };
}

/** Returns the order shown during a drag. Only the lists that the drag touches get a new array. */
export function orderWithDrag(order: BoardOrder, drag: DragState | null): BoardOrder {
  if (!drag) return order;
  if (drag.type === 'list') return { ...order, lists: applyDrag(order.lists, drag.group, drag) };
  // If the list was removed during the drag, the card returns to its original position.
  if (!(drag.group in order.cards)) return order;
  return {
    ...order,
    cards: Object.fromEntries(order.lists.map((id) => [id, applyDrag(order.cards[id] ?? [], id, drag)])),
  };
}

/**
 * Translates a drop position in a filtered list to a position among all its cards: next to the visible neighbor, and
 * unchanged if the visible order stays the same.
 */
export function toUnfilteredPosition(drag: DragState | null, { cards }: BoardOrder, matching: ReadonlySet<Id> | null): DragState | null {
  if (!drag || !matching || drag.type === 'list') return drag;
  const all = cards[drag.group] ?? [];
  const visible = all.filter((id) => matching.has(id));
  if (applyDrag(visible, drag.group, drag) === visible) return null;
  const last = visible.findLast((id) => id !== drag.id);
  if (drag.before !== null || last === undefined) return drag;
  // After the last visible card, which may not be the last of all.
  const others = all.filter((id) => id !== drag.id);
  const index = others.indexOf(last) + 1;
  return { ...drag, before: others[index] ?? null, index };
}

/** Returns the list and the index of a card, or null. */
export function findCard(order: BoardOrder, card_id: Id): { list_id: Id; index: number } | null {
  for (const list_id of order.lists) {
    const index = order.cards[list_id]?.indexOf(card_id) ?? -1;
    if (index !== -1) return { list_id, index };
  }
  return null;
}

/** Returns the intent for a drop, or null if nothing has moved. */
export function toDropIntent(item: { id: Id; type: string }, before: BoardOrder, after: BoardOrder): Intent | null {
  if (item.type === 'list') {
    const index = after.lists.indexOf(item.id);
    const from = before.lists.indexOf(item.id);
    return from === -1 || index === -1 || index === from ? null : { type: 'move_list', list_id: item.id, index };
  }
  const from = findCard(before, item.id);
  const to = findCard(after, item.id);
  if (!from || !to || (from.list_id === to.list_id && from.index === to.index)) return null;
  return { type: 'move_card', card_id: item.id, list_id: to.list_id, index: to.index };
}
