import type { TaskFilter, TaskFilterView } from '@twentyfour/core';
import { useLayoutEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { PRIORITIES } from '../board';

/** The parameters of the page's URL. An empty text or false removes a parameter. */
interface FilterParameters {
  board: string;
  label: string;
  priority: string;
  completed: boolean;
  assigned: boolean;
}

/** Parses a filter from a query string. An unknown priority counts as none. */
function readFilter(query: URLSearchParams): TaskFilter {
  return {
    board_slug: query.get('board') || null,
    label: query.get('label') || null,
    priority: PRIORITIES.find((priority) => priority === query.get('priority')) ?? null,
    includes_completed: query.get('completed') === 'true',
    only_assigned: query.get('assigned') === 'true',
  };
}

interface TaskFilterState {
  view: TaskFilterView;
  /** Changes parts of the filter. */
  change: (part: Partial<FilterParameters>) => void;
  clear: () => void;
}

/** Returns the filter and what it shows. It is stored in the URL, so that it survives reloads and can be bookmarked. */
export function useTaskFilter(): TaskFilterState {
  const view = useMirror((mirror) => mirror.task_filter);
  const [query, setQuery] = useSearchParams();
  const task_filter = useMemo(() => readFilter(query), [query]);
  // Before the browser paints, so that the page never shows the tasks of another filter.
  useLayoutEffect(() => {
    dispatch({ type: 'set_task_filter', task_filter });
  }, [task_filter]);
  return {
    view,
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
