/** The logic of dragging: the order during a drag, and the one intent at its end. */
import type { Id, Intent } from '@twentyfour/core';
import type { Mirror } from '../../core/mirror-state';

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

/** Returns the list and the index of a card, or null. */
export function findCard(order: BoardOrder, card_id: Id): { list_id: Id; index: number } | null {
  for (const list_id of order.lists) {
    const index = order.cards[list_id]?.indexOf(card_id) ?? -1;
    if (index !== -1) return { list_id, index };
  }
  return null;
}

/**
 * Returns the intent for a drop, given the order that is shown during the drag; null if the item is not in it. A card's
 * position is given by the visible card after it. The core knows the cards that a filter hides, and ignores a drop
 * that changes nothing. If several cards are dragged, they all go to the card's position.
 */
export function toDropIntent({ id, type }: DragState, shown: BoardOrder, dragged_ids: readonly Id[] = [id]): Intent | null {
  if (type === 'list') {
    const index = shown.lists.indexOf(id);
    return index === -1 ? null : { type: 'move_list', list_id: id, index };
  }
  const position = findCard(shown, id);
  if (!position) return null;
  const { list_id, index } = position;
  const before = shown.cards[list_id]?.[index + 1] ?? null;
  if (dragged_ids.length > 1) return { type: 'change_cards', card_ids: [...dragged_ids], change: { type: 'move', list_id, before } };
  return { type: 'drop_card', card_id: id, list_id, before };
}
