/** Today's cards, and what to do with them. */
import type { Id, TaskView } from '@twentyfour/core';
import { dispatch } from '../../core/client';
import { addDays } from '../../platform/format/dates';
import { showToast } from '../../platform/toasts';
import { promptForNotifications } from '../../shell/notificationPrompt';
import { preloadSelectedBell } from '../../shell/selectedBell';

export const isDone = ({ priority }: TaskView): boolean => priority === 'completed';

/**
 * Returns the overdue cards and then those that are due today, each by due date. Overdue cards that are done are left
 * out, apart from those in `kept`.
 */
export function tasksOfToday(tasks: readonly TaskView[], kept: ReadonlySet<Id>): TaskView[] {
  const overdue = tasks.filter((task) => task.group === 'overdue' && (!isDone(task) || kept.has(task.card_id)));
  return [...overdue, ...tasks.filter(({ group, due_date }) => group === 'today' && due_date !== null)];
}

/** Returns the sum of the estimates of cards that are not done, in seconds. */
export function plannedSeconds(tasks: readonly TaskView[]): number {
  return tasks.reduce((sum, task) => sum + (isDone(task) ? 0 : (task.estimate_minutes ?? 0)), 0) * 60;
}

/** Returns the user's day, which may begin after midnight. `minute` is the local time as `YYYY-MM-DDTHH:MM`. */
export function userDay(minute: string, day_start_minutes: number): string {
  const [day = '', time = ''] = minute.split('T');
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return day !== '' && hours * 60 + minutes < day_start_minutes ? addDays(day, -1) : day;
}

/** Returns the address of a card. */
export const taskPath = ({ board_slug, card_id }: TaskView): string => `/app/b/${board_slug}?card=${card_id}`;

/** Marks a card as done, or as not done. */
export function toggleDone({ board_id, card_id }: TaskView): void {
  const rejection = dispatch({ type: 'complete_task', board_id, card_id });
  if (rejection) showToast('error', rejection.message, null);
}

/** Starts the timer for a card. */
export function startFocus({ board_id, card_id }: TaskView): void {
  const rejection = dispatch({ type: 'focus_card', board_id, card_id });
  if (rejection) showToast('error', rejection.message, null);
  else preloadSelectedBell();
  promptForNotifications();
}
