import { dispatch, mirror } from '../core/client';
import * as common from '../messages/common';
import { dismissToast, showToast } from '../platform/toasts';

/** Removes the toast that is shown. */
let close = () => {};

/**
 * Says that a card was marked as done or not done by a gesture, which is easily made by accident, and offers to undo it. Call
 * it right after the change. The toast goes when something else is changed or this is undone, so that its button never undoes
 * another step.
 */
export function showDoneToast(isDone: boolean): void {
  close();
  const step = mirror.getState().history.undo;
  const id = showToast('blank', isDone ? common.cardMarkedDone() : common.cardMarkedNotDone(), () => {
    close();
    dispatch({ type: 'undo', change_id: null });
  });
  const unsubscribe = mirror.subscribe(({ history }) => history.undo !== step && close());
  close = () => {
    close = () => {};
    unsubscribe();
    dismissToast(id);
  };
}
