/** The card that is being dragged to another day. There is at most one. */
import type { Id, TaskView } from '@twentyfour/core';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { dispatch } from '../../core/client';
import * as messages from '../../messages/calendar';
import { formatFullDate } from '../../platform/format/dates';
import { announce } from '../../ui/Announcer';
import { dayOfDueDate } from './days';

interface CalendarDrag {
  task: TaskView;
  input: 'pointer' | 'keyboard';
  /** The day on which it would be dropped now; null outside of all days. */
  day: string | null;
}

const store = createStore<{ drag: CalendarDrag | null }>(() => ({ drag: null }));

/** The card to focus once it is rendered on its own page again, after a drag by keyboard was canceled on another one. */
let returningCard: Id | null = null;

/** Returns the current drag outside of React. */
export const currentDrag = (): CalendarDrag | null => store.getState().drag;

/** Returns the drag by keyboard, which shows the card on the new day. */
export function useKeyboardDrag(): CalendarDrag | null {
  return useStore(store, ({ drag }) => (drag?.input === 'keyboard' ? drag : null));
}

/** Returns whether a card is being dragged by a pointer from this place. */
export function useIsDragged(card_id: Id): boolean {
  return useStore(store, ({ drag }) => drag?.task.card_id === card_id);
}

/** Returns whether a card would be dropped on this day. */
export function useIsDropDay(day: string): boolean {
  return useStore(store, ({ drag }) => drag?.day === day);
}

const dueDay = ({ due_date }: TaskView): string => dayOfDueDate(due_date ?? '');

const described = ({ title }: TaskView, day: string) => ({ title, day: formatFullDate(day) });

/** Returns whether the new entry of a card takes the focus: during a drag by keyboard, and once after it was canceled. */
export function takesFocus(card_id: Id): boolean {
  const isReturning = returningCard === card_id;
  if (isReturning) returningCard = null;
  const drag = currentDrag();
  return isReturning || (drag?.input === 'keyboard' && drag.task.card_id === card_id);
}

/** Picks up a card that the user may edit. */
export function pickUp(task: TaskView, input: CalendarDrag['input']): void {
  returningCard = null;
  store.setState({ drag: { task, input, day: dueDay(task) } });
  announce(messages.dragPickedUp(described(task, dueDay(task))));
}

/** Moves the dragged card to a day; null for outside of all days. */
export function dragTo(day: string | null): void {
  const { drag } = store.getState();
  if (!drag || drag.day === day) return;
  store.setState({ drag: { ...drag, day } });
  if (day !== null) announce(formatFullDate(day));
}

/** Drops the dragged card on its day. The time of day stays. */
export function drop(): void {
  const { drag } = store.getState();
  if (!drag || drag.day === null || drag.day === dueDay(drag.task)) return cancelDrag();
  const { task, day } = drag;
  store.setState({ drag: null });
  const due_date = day + (task.due_date ?? '').slice(10);
  const rejection = dispatch({ type: 'set_due_date', board_id: task.board_id, card_id: task.card_id, due_date });
  return announce(rejection ? rejection.message : messages.dragDropped(described(task, day)));
}

/** Leaves the dragged card where it was. With `keepsFocus` it has the focus there. */
export function cancelDrag({ keepsFocus = false } = {}): void {
  const { drag } = store.getState();
  if (!drag) return;
  if (keepsFocus) returningCard = drag.task.card_id;
  store.setState({ drag: null });
  announce(messages.dragCanceled(described(drag.task, dueDay(drag.task))));
}
