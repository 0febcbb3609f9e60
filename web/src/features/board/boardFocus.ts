/**
 * The roving focus of the open board. A board is one tab stop: only the controls of the current stop can be reached by
 * Tab, and the arrow keys move between the stops.
 */
import type { Id } from '@twentyfour/core';
import { flushSync } from 'react-dom';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { mirror } from '../../core/client';
import { activeDrag } from './dnd/activeDrag';
import { scrollerOf } from './dnd/geometry';
import { visibleCards } from './dragStore';

/** A place that the arrow keys move to. */
export interface BoardStop {
  /** The id of the list; empty for the button that adds a list. */
  list_id: Id;
  /** `header`, `add` for the button below the cards, or the id of a card. */
  stop: Id;
}

interface BoardFocus extends BoardStop {
  /** The list that must have its cards although it may be out of view, because one of them gets the focus. */
  mounted_list: Id | null;
}

const NEW_LIST: BoardStop = { list_id: '', stop: 'add' };

/** The ids of the hidden elements that say how to move between cards, and where the current one is. */
export const BOARD_KEYS_ID = 'board-keys';
export const CARD_POSITION_ID = 'card-position';

export const boardFocus = createStore<BoardFocus>(() => ({ ...NEW_LIST, mounted_list: null }));

/** Returns the `tabIndex` of the controls of a stop. A card needs no list. */
export function useStopTabIndex(stop: Id, list_id?: Id): 0 | -1 {
  return useStore(boardFocus, (focus) => (focus.stop === stop && (list_id === undefined || focus.list_id === list_id) ? 0 : -1));
}

/** Returns the card that a stop is on; undefined if it is another stop. */
export const cardOf = ({ stop }: BoardStop): Id | undefined => (stop === 'header' || stop === 'add' ? undefined : stop);

/** Returns the stops of a list from top to bottom. */
export function stopsOf(list_id: Id, canEdit: boolean): Id[] {
  if (list_id === '') return ['add'];
  if (mirror.getState().lists.get(list_id)?.is_collapsed) return ['header'];
  return ['header', ...visibleCards(list_id), ...(canEdit ? ['add'] : [])];
}

/** Returns the first card of a list, or its header. */
export function firstStopOf(list_id: Id): BoardStop {
  const [header, next] = stopsOf(list_id, false);
  return { list_id, stop: next ?? header ?? 'add' };
}

/** Returns where Tab enters a board that had no focus yet: its first card, or else its first list. */
function initialStop(): BoardStop {
  const stops = mirror.getState().list_ids.map(firstStopOf);
  return stops.find(({ stop }) => stop !== 'header') ?? stops[0] ?? NEW_LIST;
}

/** Returns the stop that contains an element of the board, or null. */
export function stopAt(element: Element): BoardStop | null {
  if (element.matches('[data-drag-scroll]')) return null;
  const list_id = element.closest<HTMLElement>('[data-list-id]')?.dataset.listId ?? '';
  const card = element.closest<HTMLElement>('[data-drag-type="card"]');
  return { list_id, stop: card?.dataset.dragId ?? (element.closest('[data-drag-header]') ? 'header' : 'add') };
}

/** Returns the stop that has the focus; null if it is not on the board. */
export function focusedStop(): BoardStop | null {
  const element = document.activeElement;
  return element?.closest('[data-drag-bounds]') ? stopAt(element) : null;
}

function listElement(list_id: Id): HTMLElement | null {
  return document.querySelector(`[data-list-id="${CSS.escape(list_id)}"]`);
}

/** Returns the element of a stop that gets the focus; null if it is not mounted. */
export function elementOf({ list_id, stop }: BoardStop): HTMLElement | null {
  const card_id = cardOf({ list_id, stop });
  if (card_id !== undefined) return document.querySelector(`[data-card-id="${CSS.escape(card_id)}"]`);
  return (list_id === '' ? document : listElement(list_id))?.querySelector(`[data-stop="${list_id === '' ? 'new-list' : stop}"]`) ?? null;
}

/** Moves the focus to a stop, and scrolls it into view. Returns its element. */
export function focusStop(target: BoardStop): HTMLElement | null {
  // Mounts its list and its row first.
  flushSync(() => boardFocus.setState({ ...target, mounted_list: target.list_id }));
  const element = elementOf(target);
  const scroll = () => (element?.closest('[data-drag-type]') ?? element)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  element?.focus({ preventScroll: true });
  scroll();
  // The rows around it are measured once they are mounted.
  requestAnimationFrame(() => document.activeElement === element && scroll());
  return element;
}

/** Moves the focus to a card, or to the current stop if the card is not shown any more. Returns its element. */
export function focusCard(card_id: Id): HTMLElement | null {
  const { list_of } = mirror.getState();
  const list_id = list_of.get(card_id);
  return focusStop(list_id !== undefined && stopsOf(list_id, false).includes(card_id) ? { list_id, stop: card_id } : boardFocus.getState());
}

/** Returns the stop in a list that is nearest to a height of the screen: a card, or the header of a list without cards. */
export function stopBeside(list_id: Id, y: number): BoardStop {
  flushSync(() => boardFocus.setState({ mounted_list: list_id }));
  const list = listElement(list_id);
  const view = list && scrollerOf(list).getBoundingClientRect();
  let nearest: { id: Id | undefined; distance: number } | null = null;
  for (const row of list?.querySelectorAll<HTMLElement>('[data-drag-type="card"]') ?? []) {
    const { top, height } = row.getBoundingClientRect();
    const middle = top + height / 2;
    // A row that the current card keeps mounted may be out of view.
    if (!view || middle < view.top || middle > view.bottom) continue;
    const distance = Math.abs(middle - y);
    if (!nearest || distance < nearest.distance) nearest = { id: row.dataset.dragId, distance };
  }
  return nearest?.id === undefined ? firstStopOf(list_id) : { list_id, stop: nearest.id };
}

/**
 * Keeps the current stop on the board: when its card has left its list, the next card becomes the current one, and gets
 * the focus if the card had it. Returns a function that stops this.
 */
export function keepBoardFocus(): () => void {
  boardFocus.setState({ ...initialStop(), mounted_list: null });
  /** What the stops were computed from; all of it is replaced when it changes. */
  let inputs: unknown[] = [];
  let stops: readonly Id[] = [];
  let lists: readonly Id[] = [];
  let list_id: Id | null = null;

  const check = (isDropped = false) => {
    const { list_ids, lists: listsById, list_of, matching } = mirror.getState();
    const focus = boardFocus.getState();
    // A dragged card takes the focus along.
    if (activeDrag.getState().item) return;
    const next = [focus.list_id, list_ids, listsById.get(focus.list_id), matching];
    if (next.every((value, index) => value === inputs[index])) return;
    const before = focus.list_id === list_id ? stops : [];
    const listsBefore = lists;
    inputs = next;
    ({ list_id } = focus);
    lists = list_ids;
    stops = focus.list_id === '' || listsById.has(focus.list_id) ? stopsOf(focus.list_id, true) : [];
    if (stops.includes(focus.stop)) return;
    const element = elementOf(focus);
    const hadFocus =
      (element?.closest('[data-drag-type="card"], [data-drag-header]') ?? element)?.contains(document.activeElement) ||
      (isDropped && document.activeElement === document.body);
    const card_id = cardOf(focus);
    const moved_to = card_id === undefined ? undefined : list_of.get(card_id);
    const target =
      !hadFocus && moved_to !== undefined && card_id !== undefined && stopsOf(moved_to, false).includes(card_id)
        ? { list_id: moved_to, stop: card_id }
        : nextStop(focus, before, listsBefore);
    boardFocus.setState(target);
    // Deferred, because React may be rendering.
    if (hadFocus) queueMicrotask(() => focusStop(target));
  };

  check();
  const subscriptions = [
    mirror.subscribe(() => check()),
    boardFocus.subscribe(() => check()),
    // A card that was deleted while it was dragged by keyboard had the focus.
    activeDrag.subscribe(({ item }, before) => item ?? check(before.input === 'keyboard')),
  ];
  return () => {
    for (const unsubscribe of subscriptions) unsubscribe();
  };
}

/** Returns the stop that replaces one that is not on the board any more, given the earlier stops of its list and the earlier lists. */
function nextStop({ list_id, stop }: BoardStop, stops: readonly Id[], lists: readonly Id[]): BoardStop {
  const { list_ids, lists: listsById } = mirror.getState();
  if (!listsById.has(list_id)) {
    const index = lists.indexOf(list_id);
    const near = [...lists.slice(index + 1), ...lists.slice(0, Math.max(index, 0)).toReversed()].find((id) => listsById.has(id)) ?? list_ids[0];
    return near === undefined ? NEW_LIST : firstStopOf(near);
  }
  const now = new Set(stopsOf(list_id, false));
  const index = stops.indexOf(stop);
  const after = stops.slice(index + 1).find((one) => now.has(one));
  const before = stops.slice(0, Math.max(index, 0)).findLast((one) => now.has(one));
  return { list_id, stop: after ?? before ?? 'header' };
}
