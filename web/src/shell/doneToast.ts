import * as common from '../messages/common';
import { showToast } from '../platform/toasts';

/** Says that a card was marked as done or not done by a gesture, which is easily made by accident, and offers to undo it. */
export function showDoneToast(isDone: boolean, undo: () => void): void {
  showToast('blank', isDone ? common.cardMarkedDone() : common.cardMarkedNotDone(), undo);
}
