import type { TaskView } from '@twentyfour/core';
import { useMemo } from 'react';
import { Select } from '../../ui/Select';
import { PRIORITIES } from '../board';
import type { TaskFilter } from './taskFilter';

interface TaskFiltersProps {
  tasks: readonly TaskView[];
  filter: TaskFilter;
  change: (part: Partial<Omit<TaskFilter, 'isRestricted'>>) => void;
}

type Options = { value: string; text: string }[];

/** Returns the options sorted by label, including the selected one even if no task has it anymore. */
function sorted(words: ReadonlyMap<string, string>, chosen: string): Options {
  const all = new Map(words);
  if (chosen !== '' && !all.has(chosen)) all.set(chosen, chosen);
  return [...all].map(([value, text]) => ({ value, text })).toSorted((a, b) => a.text.localeCompare(b.text));
}

/** Filters for the tasks by board, label and priority, and a switch for completed ones. */
export function TaskFilters({ tasks, filter, change }: TaskFiltersProps) {
  const boards = useMemo(
    () => sorted(new Map(tasks.map((task) => [task.board_slug, task.board_name])), filter.board),
    [tasks, filter.board],
  );
  const labels = useMemo(
    () => sorted(new Map(tasks.flatMap((task) => task.labels).map((label) => [label, label])), filter.label),
    [tasks, filter.label],
  );
  return (
    <div role="group" aria-label="Filter tasks" className="flex min-w-0 flex-wrap items-center gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
      <Select
        label="Board"
        value={filter.board}
        options={[{ value: '', text: 'All boards' }, ...boards]}
        onValueChange={(board) => change({ board })}
        className="min-w-0 sm:max-w-44"
      />
      {labels.length > 0 && (
        <Select
          label="Label"
          value={filter.label}
          options={[{ value: '', text: 'All labels' }, ...labels]}
          onValueChange={(label) => change({ label })}
          className="min-w-0 sm:max-w-44"
        />
      )}
      <Select
        label="Priority"
        value={filter.priority}
        options={[{ value: '' as const, text: 'All priorities' }, ...PRIORITIES]}
        onValueChange={(priority) => change({ priority })}
        className="min-w-0"
      />
      {filter.priority === '' && (
        <label className="flex h-9 cursor-pointer items-center gap-2 rounded-md px-2 text-secondary select-none hover:text-primary coarse:h-11">
          <input
            type="checkbox"
            checked={filter.completed}
            onChange={(event) => change({ completed: event.target.checked })}
            className="size-4"
          />
          Completed
        </label>
      )}
    </div>
  );
}
