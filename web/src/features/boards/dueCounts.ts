import type { Id, TaskView } from '@twentyfour/core';

/** The numbers of cards of a board that are not done and due. */
export interface DueCounts {
  overdue: number;
  today: number;
}

/** Returns the numbers of due cards by board. Boards without any are left out. */
export function countDue(tasks: readonly TaskView[]): ReadonlyMap<Id, DueCounts> {
  const counts = new Map<Id, DueCounts>();
  for (const { board_id, group, priority, due_date } of tasks) {
    if (priority === 'completed' || due_date === null || (group !== 'overdue' && group !== 'today')) continue;
    const { overdue, today } = counts.get(board_id) ?? { overdue: 0, today: 0 };
    counts.set(board_id, group === 'overdue' ? { overdue: overdue + 1, today } : { overdue, today: today + 1 });
  }
  return counts;
}
