import type { TaskView } from '@twentyfour/core';
import { useMemo } from 'react';
import { useMirror } from '../../core/hooks';
import { dayOfDueDate } from './days';
import { useKeyboardDrag } from './dragStore';

export type DayTasks = ReadonlyMap<string, readonly TaskView[]>;

/** Groups tasks by the day on which they are due, keeping their order. */
export function groupByDay(tasks: readonly TaskView[]): Map<string, TaskView[]> {
  const days = new Map<string, TaskView[]>();
  for (const task of tasks) {
    if (task.due_date === null) continue;
    const day = dayOfDueDate(task.due_date);
    const members = days.get(day);
    if (members) members.push(task);
    else days.set(day, [task]);
  }
  return days;
}

/** Returns the cards of all boards by due day. A card that is dragged by keyboard is first on the day to which it was moved. */
export function useDayTasks(): DayTasks {
  const tasks = useMirror((mirror) => mirror.tasks.tasks);
  const drag = useKeyboardDrag();
  return useMemo(() => {
    const dragged = drag?.task;
    const due_date = drag?.due_date;
    if (!dragged || !due_date) return groupByDay(tasks);
    const day = dayOfDueDate(due_date);
    const days = groupByDay(tasks.filter(({ card_id }) => card_id !== dragged.card_id));
    days.set(day, [{ ...dragged, due_date }, ...(days.get(day) ?? [])]);
    return days;
  }, [tasks, drag]);
}
