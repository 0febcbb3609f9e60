import type { TaskView } from '@twentyfour/core';
import { dispatch } from '../core/client';
import { vibrate } from '../platform/haptics';
import { showToast } from '../platform/toasts';

/** Marks a card as done, or as not done if it is. A swipe offers to undo that, because it happens easily by accident. */
export function completeTask({ board_id, card_id, priority }: Pick<TaskView, 'board_id' | 'card_id' | 'priority'>, offers_undo = false): void {
  const rejection = dispatch({ type: 'complete_task', board_id, card_id, offers_undo });
  if (rejection) showToast('error', rejection.message, null);
  else if (priority !== 'completed') vibrate('complete');
}
