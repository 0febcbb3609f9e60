/** The current drag on the open board, and the order that results from it. */
import type { Id } from '@twentyfour/core';
import { createContext, use, useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import type { Mirror } from '../../core/mirror-state';
import { activeDrag } from './dnd/activeDrag';
import { type DragState, type BoardOrder, orderWithDrag, boardOrder, applyDrag } from './dragOrder';

export const dragStore = createStore<{ drag: DragState | null }>(() => ({ drag: null }));

/** The cards that match the filter. A context, so that a key in the filter does not render the lists before it is painted. */
export const MatchingContext = createContext<Mirror['matching']>(null);

const NO_IDS: readonly Id[] = [];

/** Returns the cards of a list that match the filter, in order. */
function filterCards(card_ids: readonly Id[], matching: Mirror['matching']): readonly Id[] {
  return matching ? card_ids.filter((id) => matching.has(id)) : card_ids;
}

/** Returns the cards of a list that match the filter, as they are without a drag. */
export function visibleCards(list_id: Id): readonly Id[] {
  const { lists, matching } = mirror.getState();
  return filterCards(lists.get(list_id)?.card_ids ?? NO_IDS, matching);
}

/** Returns the visible order: filtered, and with the dragged item in its current position. */
export function visibleOrder(): BoardOrder {
  const { list_ids, lists, matching } = mirror.getState();
  const order = boardOrder({ list_ids, lists });
  const { drag } = dragStore.getState();
  if (!matching) return orderWithDrag(order, drag);
  const cards = Object.fromEntries(list_ids.map((id) => [id, filterCards(order.cards[id] ?? NO_IDS, matching)]));
  return orderWithDrag({ ...order, cards }, drag);
}

/**
 * Returns the cards that a list shows. During a drag, the list under the item re-renders at each step, the list of
 * origin once, and the others not at all.
 */
export function useVisibleCards(list_id: Id): readonly Id[] {
  const all_ids = useMirror((state) => state.lists.get(list_id)?.card_ids ?? NO_IDS);
  const matching = use(MatchingContext);
  const card_ids = useMemo(() => filterCards(all_ids, matching), [all_ids, matching]);
  const dragOnList = useStore(dragStore, ({ drag }): DragState | Id | null => {
    if (drag?.type !== 'card') return null;
    const { lists, list_of } = mirror.getState();
    if (!lists.has(drag.group)) return null;
    if (drag.group === list_id) return drag;
    return list_of.get(drag.id) === list_id ? drag.id : null;
  });
  return useMemo(() => {
    if (dragOnList === null) return card_ids;
    return typeof dragOnList === 'string'
      ? card_ids.filter((id) => id !== dragOnList)
      : applyDrag(card_ids, list_id, dragOnList);
  }, [card_ids, list_id, dragOnList]);
}

/**
 * Returns whether a card is dragged by keyboard in a list or beside it. Such a list needs its cards, because the next
 * step may move the card between them.
 */
export function useIsBesideKeyboardDrag(list_id: Id): boolean {
  const isBeside = () => {
    const { item, input } = activeDrag.getState();
    if (item?.type !== 'card' || input !== 'keyboard') return false;
    const { list_ids, list_of } = mirror.getState();
    const index = list_ids.indexOf(dragStore.getState().drag?.group ?? list_of.get(item.id) ?? '');
    return index !== -1 && Math.abs(list_ids.indexOf(list_id) - index) <= 1;
  };
  // It depends on both stores.
  useStore(activeDrag, isBeside);
  return useStore(dragStore, isBeside);
}
