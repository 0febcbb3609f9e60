/** What a drag means: the order while it lasts, and the one intent at its end. */
import type { Id, Intent } from '@twentyfour/core';
import type { Mirror } from '../../core/mirror';

/** The order of a board's lists, and of the cards in each. */
export interface Order {
  lists: readonly Id[];
  cards: Readonly<Record<Id, readonly Id[]>>;
}

/** The order that the mirror shows. No ids are copied: the arrays are the mirror's own. */
export function orderOf({ list_ids, lists }: Pick<Mirror, 'list_ids' | 'lists'>): Order {
  return {
    lists: list_ids,
    cards: Object.fromEntries(list_ids.map((id) => [id, lists.get(id)?.card_ids ?? []])),
  };
}

/** Where a card stands. */
export function placeOf(order: Order, card_id: Id): { list_id: Id; index: number } | null {
  for (const list_id of order.lists) {
    const index = order.cards[list_id]?.indexOf(card_id) ?? -1;
    if (index !== -1) return { list_id, index };
  }
  return null;
}

/** What the person asked for by dropping something; null where nothing has moved. */
export function intentOfDrop(what: { id: Id; type: string }, before: Order, after: Order): Intent | null {
  if (what.type === 'list') {
    const index = after.lists.indexOf(what.id);
    return index === -1 || index === before.lists.indexOf(what.id) ? null : { type: 'move_list', list_id: what.id, index };
  }
  const from = placeOf(before, what.id);
  const to = placeOf(after, what.id);
  if (!from || !to || (from.list_id === to.list_id && from.index === to.index)) return null;
  return { type: 'move_card', card_id: what.id, list_id: to.list_id, index: to.index };
}
