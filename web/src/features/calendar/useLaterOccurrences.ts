import type { Recurrence, TaskView } from '@twentyfour/core';
import { useEffect, useMemo, useState } from 'react';
import { type Finder, loadFinder } from '../../core/finder';
import { useMirror } from '../../core/hooks';
import type { DayTasks } from './useDayTasks';

/** A card whose completion adds its next occurrence. */
type RecurringTask = TaskView & { due_date: string; recurrence: Recurrence };

const isRecurring = (task: TaskView): task is RecurringTask =>
  task.due_date !== null && Boolean(task.recurrence) && task.priority !== 'completed';

/** Returns the recurring cards by the days on which they will be due after their due date. Empty until the finder is loaded. */
export function useLaterOccurrences(days: readonly string[]): DayTasks {
  const tasks = useMirror((mirror) => mirror.tasks.tasks);
  const today = useMirror(({ clock }) => clock.today);
  const recurring = useMemo(() => tasks.filter(isRecurring), [tasks]);
  const needsFinder = recurring.length > 0;
  const [finder, setFinder] = useState<Finder | null>(null);
  useEffect(() => {
    if (!needsFinder) return undefined;
    let isClosed = false;
    // Without the finder the calendar shows the cards as they are.
    loadFinder().then((loaded) => isClosed || setFinder(loaded), () => undefined);
    return () => {
      isClosed = true;
    };
  }, [needsFinder]);
  const first = days[0] ?? today;
  const last = days.at(-1) ?? first;
  return useMemo(() => {
    const byDay = new Map<string, TaskView[]>();
    for (const task of recurring) {
      for (const day of finder?.laterDays(task, { today, first, last }) ?? []) {
        const members = byDay.get(day);
        if (members) members.push(task);
        else byDay.set(day, [task]);
      }
    }
    return byDay;
  }, [finder, recurring, today, first, last]);
}
