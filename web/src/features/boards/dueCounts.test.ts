import type { TaskView } from '@twentyfour/core';
import { expect, it } from 'vitest';
import { countDue } from './dueCounts';

const task = (board_id: string, fields: Partial<TaskView>) =>
  ({ board_id, group: 'today', priority: 'low', due_date: '2026-11-21', ...fields }) as TaskView;

it('counts the open cards of each board that are overdue or due today', () => {
  const counts = countDue([
    task('a', {}),
    task('a', { group: 'overdue' }),
    task('a', { group: 'overdue' }),
    task('a', { priority: 'completed' }),
    task('b', { group: 'later' }),
    task('b', { group: 'no_date', due_date: null }),
    task('c', {}),
  ]);
  expect([...counts]).toEqual([
    ['a', { overdue: 2, today: 1 }],
    ['c', { overdue: 0, today: 1 }],
  ]);
});
