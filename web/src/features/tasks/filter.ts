import type { Id, Priority, TaskView } from '@twentyfour/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { PRIORITIES } from '../board/priorities';

/** Which tasks are shown. The address keeps it, so that it survives a reload and can be kept as a bookmark. */
export interface TaskFilter {
  /** The slug of a board; empty for all boards. */
  board: string;
  /** A label; empty for any. */
  label: string;
  /** A priority; empty for any but completed. */
  priority: Priority | '';
  /** Whether completed ones are shown beside the others. */
  completed: boolean;
  /** Whether it leaves out anything but completed ones. */
  isRestricted: boolean;
}

/** Reads a filter out of an address. What is no priority counts as none. */
export function readFilter(query: URLSearchParams): TaskFilter {
  const board = query.get('board') ?? '';
  const label = query.get('label') ?? '';
  const priority = PRIORITIES.find(({ value }) => value === query.get('priority'))?.value ?? '';
  const isRestricted = board !== '' || label !== '' || priority !== '';
  return { board, label, priority, completed: query.get('completed') === 'true', isRestricted };
}

/** Returns whether a task is shown. Tasks in `justCompleted` stay visible even if their priority no longer matches. */
export function matchesFilter(task: TaskView, filter: TaskFilter, justCompleted: ReadonlySet<Id>): boolean {
  if (filter.board !== '' && task.board_slug !== filter.board) return false;
  if (filter.label !== '' && !task.labels.includes(filter.label)) return false;
  if (justCompleted.has(task.card_id)) return true;
  if (filter.priority !== '') return task.priority === filter.priority;
  return task.priority !== 'completed' || filter.completed;
}

interface TaskFilterState {
  filter: TaskFilter;
  /** The filter as a text, which differs exactly when the filter does. */
  key: string;
  /** Changes some of it; an empty text or false takes that part away. */
  change: (part: Partial<Omit<TaskFilter, 'isRestricted'>>) => void;
  clear: () => void;
}

/** The filter of the page's address. */
export function useTaskFilter(): TaskFilterState {
  const [query, setQuery] = useSearchParams();
  const filter = useMemo(() => readFilter(query), [query]);
  return {
    filter,
    key: query.toString(),
    change: (part) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          for (const [name, value] of Object.entries(part)) {
            if (value) after.set(name, String(value));
            else after.delete(name);
          }
          return after;
        },
        { replace: true },
      ),
    clear: () => setQuery({}, { replace: true }),
  };
}
