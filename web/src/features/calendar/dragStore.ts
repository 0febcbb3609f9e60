/** The card that is being dragged to another day or time. There is at most one. */
import type { Id, TaskView } from '@twentyfour/core';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { dispatch, mirror } from '../../core/client';
import * as messages from '../../messages/calendar';
import * as dates from '../../messages/dates';
import { formatFullDate } from '../../platform/format/dates';
import { formatTime } from '../../platform/format/times';
import { announce } from '../../ui/Announcer';
import { dayOfDueDate, timeOfDueDate } from './days';

interface CalendarDrag {
  task: TaskView;
  input: 'pointer' | 'keyboard';
  /** The due date that it would get if it were dropped now; null outside of all days. */
  due_date: string | null;
}

const store = createStore<{ drag: CalendarDrag | null }>(() => ({ drag: null }));

/** The card to focus once it is rendered on its own page again, after a drag by keyboard was canceled on another one. */
let returningCard: Id | null = null;

/** Returns the current drag outside of React. */
export const currentDrag = (): CalendarDrag | null => store.getState().drag;

/** Returns the drag by keyboard, which shows the card at its new due date. */
export function useKeyboardDrag(): CalendarDrag | null {
  return useStore(store, ({ drag }) => (drag?.input === 'keyboard' ? drag : null));
}

/** Returns whether a card is being dragged by a pointer from this place. */
export function useIsDragged(card_id: Id): boolean {
  return useStore(store, ({ drag }) => drag?.task.card_id === card_id);
}

/** Returns whether a card would be dropped on this day. */
export function useIsDropDay(day: string): boolean {
  return useStore(store, ({ drag }) => drag?.due_date?.startsWith(day) ?? false);
}

/** Returns the time of a due date in the user's hour format; null for none. */
export function timeText(due_date: string | null): string | null {
  const time = timeOfDueDate(due_date);
  return time && formatTime(time, mirror.getState().preferences.hour_format);
}

/** Formats a due date with its year: "Monday, 30 November 2026, 6:00 PM". */
function formatDue(due_date: string): string {
  const day = formatFullDate(dayOfDueDate(due_date));
  const time = timeText(due_date);
  return time === null ? day : dates.dayAndTime({ day, time });
}

const described = ({ title }: TaskView, due_date: string | null) => ({ title, due: formatDue(due_date ?? '') });

/** Returns whether the new entry of a card must take the focus: during a drag by keyboard, and once after it was canceled. */
export function consumeFocusRequest(card_id: Id): boolean {
  const isReturning = returningCard === card_id;
  if (isReturning) returningCard = null;
  const drag = currentDrag();
  return isReturning || (drag?.input === 'keyboard' && drag.task.card_id === card_id);
}

/** Lets no entry take the focus later. */
export function clearFocusRequest(): void {
  returningCard = null;
}

/** Picks up a card that the user may edit. */
export function pickUp(task: TaskView, input: CalendarDrag['input']): void {
  clearFocusRequest();
  store.setState({ drag: { task, input, due_date: task.due_date } });
  announce(messages.dragPickedUp(described(task, task.due_date)));
}

/** Moves the dragged card to a due date; null for outside of all days. */
export function dragTo(due_date: string | null): void {
  const { drag } = store.getState();
  if (!drag || drag.due_date === due_date) return;
  store.setState({ drag: { ...drag, due_date } });
  if (due_date !== null) announce(formatDue(due_date));
}

/** Drops the dragged card, which sets its due date. */
export function drop(): void {
  const { drag } = store.getState();
  if (!drag || drag.due_date === null || drag.due_date === drag.task.due_date) return cancelDrag();
  const { task, due_date } = drag;
  store.setState({ drag: null });
  const rejection = dispatch({ type: 'set_due_date', board_id: task.board_id, card_id: task.card_id, due_date });
  return announce(rejection ? rejection.message : messages.dragDropped(described(task, due_date)));
}

/** Leaves the dragged card where it was. With `keepsFocus` it has the focus there. */
export function cancelDrag({ keepsFocus = false } = {}): void {
  const { drag } = store.getState();
  if (!drag) return;
  if (keepsFocus) returningCard = drag.task.card_id;
  store.setState({ drag: null });
  announce(messages.dragCanceled(described(drag.task, drag.task.due_date)));
}
