import type { Id } from '@twentyfour/core';
import type { FocusEvent, KeyboardEvent } from 'react';
import { mirror } from '../../core/client';
import { isTextField, keyOf } from '../../ui/keyboard';
import { boardFocus, type BoardStop, cardOf, elementOf, firstStopOf, focusStop, stopAt, stopBeside, stopsOf } from './boardFocus';
import { activeDrag } from './dnd/activeDrag';
import { extendSelection, startRange } from './selection';

/** The stop at which the last move to another list has ended, and the height at which it began. */
let passed: (BoardStop & { y: number }) | null = null;

/** Returns the height of the screen at which the focus moves to another list; null from a header or a button to another one. */
function heightOf({ list_id, stop }: BoardStop, element: Element): number | null {
  // A list without cards is passed at the height of the card before.
  if (stop === 'header' && passed?.stop === stop && passed.list_id === list_id) return passed.y;
  if (stop === 'header' || (stop === 'add' && list_id !== '')) return null;
  const { top, height } = element.getBoundingClientRect();
  return top + height / 2;
}

/** Returns the stop that a key moves to from another one: itself at an edge, null if the key moves nowhere. */
function destination(key: string | null, isControl: boolean, from: BoardStop, element: Element, canEdit: boolean): BoardStop | null {
  const { list_id, stop } = from;
  const lists = [...mirror.getState().list_ids, ...(canEdit ? [''] : [])];
  const inList = (id: Id | undefined) => (id === undefined ? from : { list_id, stop: id });
  const stops = stopsOf(list_id, canEdit);
  const cards = stops.filter((id) => id !== 'header' && id !== 'add');
  switch (key) {
    case 'ArrowUp':
      return inList(stops[stops.indexOf(stop) - 1]);
    case 'ArrowDown':
      return inList(stops[stops.indexOf(stop) + 1]);
    case 'ArrowLeft':
    case 'ArrowRight': {
      const beside = lists[lists.indexOf(list_id) + (key === 'ArrowLeft' ? -1 : 1)];
      if (beside === undefined) return from;
      if (beside === '') return { list_id: '', stop: 'add' };
      const y = heightOf(from, element);
      if (y === null) return { list_id: beside, stop: stopsOf(beside, canEdit).includes(stop) ? stop : 'header' };
      const to = stopBeside(beside, y);
      passed = { ...to, y };
      return to;
    }
    case 'Home':
    case 'End': {
      if (!isControl) return inList(cards.at(key === 'Home' ? 0 : -1));
      const list = mirror.getState().list_ids.at(key === 'Home' ? 0 : -1);
      return list === undefined ? from : firstStopOf(list);
    }
    default:
      return null;
  }
}

function onKeyDown(event: KeyboardEvent<HTMLElement>, canEdit: boolean): void {
  const { target, currentTarget } = event;
  // Events of menus and dialogs bubble through React's tree.
  if (!(target instanceof Element) || !currentTarget.contains(target)) return;
  if (activeDrag.getState().item || event.altKey || isTextField(target) || target.closest('form')) return;
  const from = stopAt(target);
  const key = keyOf(event);
  const isControl = event.ctrlKey || event.metaKey;
  if (!from || (isControl && key !== 'Home' && key !== 'End')) return;
  const card = cardOf(from);
  const to = destination(key, isControl, from, target, canEdit);
  if (!to) return;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') passed = null;
  const next = cardOf(to);
  if (event.shiftKey) {
    if (!canEdit || card === undefined || next === undefined || to.list_id !== from.list_id) return;
    extendSelection(next, card);
  } else startRange(next ?? null);
  event.preventDefault();
  focusStop(to);
}

function onFocus(event: FocusEvent<HTMLElement>): void {
  const { target, currentTarget, relatedTarget } = event;
  if (!currentTarget.contains(target)) return;
  const stop = stopAt(target);
  if (!stop) return;
  const focus = boardFocus.getState();
  const isEntered = !(relatedTarget instanceof Node && currentTarget.contains(relatedTarget));
  // Tab has reached the header in place of a card that is not mounted, because its list was out of view.
  if (isEntered && stop.stop === 'header' && focus.list_id === stop.list_id && !elementOf(focus)) {
    focusStop(focus);
    return;
  }
  boardFocus.setState({ ...stop, mounted_list: focus.mounted_list === stop.list_id ? stop.list_id : null });
}

/** The handlers that move the focus within a board. The keys are handled before a menu's button opens its menu by an arrow key. */
export const boardKeyHandlers = (canEdit: boolean) => ({
  onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => onKeyDown(event, canEdit),
  onFocus,
});
