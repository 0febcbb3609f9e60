/** What touch screens add to the Tasks page: swiping a task to the right marks it as done. */
import type { TaskView } from '@twentyfour/core';
import { mirror } from '../../core/client';
import { completeTask } from '../../shell/completeTask';
import { enableSwipe } from '../../ui/swipe';

/** Returns the task of a row. */
function taskOf({ dataset }: HTMLElement): TaskView | undefined {
  return mirror.getState().tasks.tasks.find(({ card_id }) => card_id === dataset.task);
}

const isDone = (task: TaskView | undefined) => task?.priority === 'completed';

/** Enables the gestures in an element that contains tasks. */
export function enableTaskGestures(area: HTMLElement): () => void {
  return enableSwipe(area, {
    rowOf: (target) => {
      const row = target.closest<HTMLElement>('[data-task]');
      return row && taskOf(row)?.can_complete ? row : null;
    },
    iconOf: (row) => (isDone(taskOf(row)) ? 'icon-not-done' : 'icon-done'),
    onSwipe: (row) => {
      const task = taskOf(row);
      if (task) completeTask(task, true);
    },
  });
}
