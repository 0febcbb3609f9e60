/** The selected cards of the open board. */
import type { Id } from '@twentyfour/core';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { mirror } from '../../core/client';
import * as messages from '../../messages/board';
import { announce } from '../../ui/Announcer';
import { visibleCards } from './dragStore';

interface Selection {
  ids: ReadonlySet<Id>;
  /** The card from which a range extends; null if nothing was selected. */
  anchor: Id | null;
  /** What was selected besides the current range. */
  base: ReadonlySet<Id>;
}

const NOTHING: Selection = { ids: new Set(), anchor: null, base: new Set() };

export const selection = createStore<Selection>(() => NOTHING);

/** Returns whether a card is selected. Only the cards that this changes for re-render. */
export const useIsSelected = (id: Id): boolean => useStore(selection, ({ ids }) => ids.has(id));

/** Returns the visible cards of the board, list by list. */
function visibleInOrder(): Id[] {
  const { list_ids, lists } = mirror.getState();
  return list_ids.flatMap((id) => (lists.get(id)?.is_collapsed ? [] : visibleCards(id)));
}

function select(next: Selection): void {
  selection.setState(next);
  announce(messages.selectionCount({ count: next.ids.size }));
}

/** Selects a card, or removes it from the selection. */
export function toggleSelected(id: Id): void {
  const ids = new Set(selection.getState().ids);
  if (!ids.delete(id)) ids.add(id);
  select({ ids, anchor: id, base: ids });
}

/** Sets the card from which the next range extends, without changing what is selected. */
export function startRange(anchor: Id | null): void {
  selection.setState(({ ids }) => ({ anchor, base: ids }));
}

/** Selects the cards from the anchor to a card; the anchor is `from` if there is none yet. */
export function extendSelection(to: Id, from: Id = to): void {
  const { anchor, base } = selection.getState();
  const all = visibleInOrder();
  const start = anchor !== null && all.includes(anchor) ? anchor : from;
  const [first = 0, last = 0] = [all.indexOf(start), all.indexOf(to)].toSorted((one, other) => one - other);
  select({ ids: new Set([...base, ...all.slice(first, last + 1)]), anchor: start, base });
}

/** Selects the visible cards of a list besides those of other lists. */
export function selectList(list_id: Id): void {
  const ids = new Set([...selection.getState().ids, ...visibleCards(list_id)]);
  select({ ids, anchor: null, base: ids });
}

/** Clears the selection. Returns whether anything was selected. */
export function clearSelection(): boolean {
  if (selection.getState().ids.size === 0) return false;
  select(NOTHING);
  return true;
}

/** Returns the selected cards in the order of the board. */
export function selectedInOrder(): Id[] {
  const { ids } = selection.getState();
  return visibleInOrder().filter((id) => ids.has(id));
}

/** Returns the cards that an action on a card changes: the selected ones if it is among them. */
export const targetsOf = (id: Id): Id[] => (selection.getState().ids.has(id) ? selectedInOrder() : [id]);

/**
 * Removes cards from the selection that are not shown any more, so that no action changes what the user does not see.
 * Returns a function that stops this, and clears the selection.
 */
export function keepSelection(): () => void {
  const unsubscribe = mirror.subscribe(() => {
    const { ids, base } = selection.getState();
    if (ids.size === 0) return;
    const { list_of, lists, matching } = mirror.getState();
    const isShown = (id: Id) => {
      const list = lists.get(list_of.get(id) ?? '');
      return list !== undefined && !list.is_collapsed && (matching === null || matching.has(id));
    };
    const shown = [...ids].filter(isShown);
    if (shown.length === ids.size) return;
    selection.setState({ ids: new Set(shown), base: new Set([...base].filter(isShown)) });
  });
  return () => {
    unsubscribe();
    selection.setState(NOTHING);
  };
}
