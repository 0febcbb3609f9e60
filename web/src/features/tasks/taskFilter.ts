import type { Id, Priority, TaskView } from '@twentyfour/core';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { PRIORITIES } from '../board';

/** A filter for tasks. It is stored in the URL, so that it survives reloads and can be bookmarked. */
export interface TaskFilter {
  /** The slug of a board; empty for all boards. */
  board: string;
  /** A label; empty for any. */
  label: string;
  /** A priority; empty for any but completed. */
  priority: Priority | '';
  /** Whether completed tasks are shown as well. */
  completed: boolean;
  /** Whether it restricts anything besides completed tasks. */
  isRestricted: boolean;
}

/** Parses a filter from a query string. An unknown priority counts as none. */
function readFilter(query: URLSearchParams): TaskFilter {
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
  /** The filter as a text, for comparing filters. */
  key: string;
  /** Changes parts of the filter; an empty text or false removes a part. */
  change: (part: Partial<Omit<TaskFilter, 'isRestricted'>>) => void;
  clear: () => void;
}

/** Returns the filter in the page's URL. */
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
