/** Today's cards, and what to do with them. */
import type { Id, TaskView } from '@twentyfour/core';
import { dispatch, mirror } from '../../core/client';
import type { FoundItem } from '../../core/finder';
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

/** A card that can be the main focus of the day. */
export interface FocusCard {
  card_id: Id;
  board_id: Id;
  title: string;
  board_name: string;
  path: string;
  isDone: boolean;
}

export function cardOfTask(task: TaskView): FocusCard {
  const { card_id, board_id, title, board_name } = task;
  return { card_id, board_id, title, board_name, path: taskPath(task), isDone: isDone(task) };
}

/** Returns a card of the finder; null for a board or a note. */
export function cardOfItem({ kind, id, board_id, title, context, path, is_done }: FoundItem): FocusCard | null {
  return kind === 'card' && board_id !== null ? { card_id: id, board_id, title, board_name: context, path, isDone: is_done } : null;
}

/** Returns whether the core has loaded a board for changes, or could not. */
function isPrepared(board_id: Id): boolean {
  const { prepared_board } = mirror.getState();
  return prepared_board?.board_id !== board_id || prepared_board.status !== 'loading';
}

/** Lets the core load a board. Resolves when it is in memory, or could not be loaded. */
function prepareBoard(board_id: Id): Promise<void> {
  dispatch({ type: 'prepare_board', board_id });
  return new Promise((resolve) => {
    const unsubscribe = mirror.subscribe(finishIfPrepared);
    function finishIfPrepared() {
      if (!isPrepared(board_id)) return;
      unsubscribe();
      resolve();
    }
    finishIfPrepared();
  });
}

/** The card whose board is being loaded, because its timer was started. */
let pendingCard: Id | null = null;

/** Starts the timer for a card. The core may not have its board in memory. */
export async function startFocus({ board_id, card_id }: { board_id: Id; card_id: Id }): Promise<void> {
  if (pendingCard === card_id) return;
  pendingCard = null;
  const focus = () => dispatch({ type: 'focus_card', board_id, card_id });
  let rejection = focus();
  promptForNotifications();
  if (rejection?.code === 'not_found') {
    pendingCard = card_id;
    await prepareBoard(board_id);
    // Another card was started meanwhile.
    if (pendingCard !== card_id) return;
    pendingCard = null;
    // The board stays prepared, because a dialog that was opened meanwhile may need it.
    rejection = focus();
  }
  if (rejection) showToast('error', rejection.message, null);
  else preloadSelectedBell();
}
