/** What is dragged over the open board, and the order that a list shows because of it. */
import type { Id } from '@twentyfour/core';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import type { Mirror } from '../../core/mirror';
import { type DragState, type BoardOrder, orderWithDrag, boardOrder, applyDrag } from './drag';

export const dragStore = createStore<{ drag: DragState | null }>(() => ({ drag: null }));

const NO_IDS: readonly Id[] = [];

/** The cards of a list that fit the filter, in order. */
function filterCards(card_ids: readonly Id[], matching: Mirror['matching']): readonly Id[] {
  return matching ? card_ids.filter((id) => matching.has(id)) : card_ids;
}

/** Everything that shows now, in order: without what the filter leaves out, and with what is dragged at its place. */
export function visibleOrder(): BoardOrder {
  const { list_ids, lists, matching } = mirror.getState();
  const order = boardOrder({ list_ids, lists });
  const { drag } = dragStore.getState();
  if (!matching) return orderWithDrag(order, drag);
  const cards = Object.fromEntries(list_ids.map((id) => [id, filterCards(order.cards[id] ?? NO_IDS, matching)]));
  return orderWithDrag({ ...order, cards }, drag);
}

/**
 * The cards that a list shows. While one is dragged the list that it is over hears of each of its steps, the list that it
 * comes from of its leaving, and the others of nothing.
 */
export function useVisibleCards(list_id: Id): readonly Id[] {
  const all_ids = useMirror((state) => state.lists.get(list_id)?.card_ids ?? NO_IDS);
  const matching = useMirror((state) => state.matching);
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
