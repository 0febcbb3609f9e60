/** What is dragged over the open board, and the order that a list shows because of it. */
import type { Id } from '@twentyfour/core';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { type Drag, shownIn } from './drag';

export const dragged = createStore<{ drag: Drag | null }>(() => ({ drag: null }));

const NO_IDS: readonly Id[] = [];

/**
 * The cards that a list shows. While one is dragged the list that it is over hears of each of its steps, the list that it
 * comes from of its leaving, and the others of nothing.
 */
export function useShownCards(list_id: Id): readonly Id[] {
  const card_ids = useMirror((state) => state.lists.get(list_id)?.card_ids ?? NO_IDS);
  const touching = useStore(dragged, ({ drag }): Drag | Id | null => {
    if (drag?.type !== 'card') return null;
    const { lists, list_of } = mirror.getState();
    if (!lists.has(drag.group)) return null;
    if (drag.group === list_id) return drag;
    return list_of.get(drag.id) === list_id ? drag.id : null;
  });
  return useMemo(() => {
    if (touching === null) return card_ids;
    return typeof touching === 'string'
      ? card_ids.filter((id) => id !== touching)
      : shownIn(card_ids, list_id, touching);
  }, [card_ids, list_id, touching]);
}
