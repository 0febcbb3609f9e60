import type { TaskFilterView } from '@twentyfour/core';
import type { ReactNode } from 'react';
import { useIsGuest } from '../../core/hooks';
import * as common from '../../messages/common';
import { LOCALE } from '../../messages/format';
import * as messages from '../../messages/tasks';
import { cx } from '../../ui/cx';
import { Select } from '../../ui/Select';
import { priorityOptions } from '../board';
import { SaveViewButton } from '../views';
import type { useTaskFilter } from './taskFilter';

interface TaskFiltersProps {
  view: TaskFilterView;
  change: ReturnType<typeof useTaskFilter>['change'];
}

type Options = { value: string; text: string }[];

/** Sorts options in the order of the page's language. */
const sortByText = (options: Options): Options => options.toSorted((a, b) => a.text.localeCompare(b.text, LOCALE));

/** Filters for the tasks by board, label and priority, and checkboxes for assigned and completed ones. */
export function TaskFilters({ view: { filter, boards, labels }, change }: TaskFiltersProps) {
  const boardOptions = sortByText(boards.map(({ slug, name }) => ({ value: slug, text: name })));
  const labelOptions = sortByText(labels.map((label) => ({ value: label, text: label })));
  const isGuest = useIsGuest();
  return (
    <div role="group" aria-label={messages.filters()} className="flex min-w-0 flex-wrap items-center gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
      <Select
        label={common.board()}
        value={filter.board_slug ?? ''}
        options={[{ value: '', text: messages.filterAllBoards() }, ...boardOptions]}
        onValueChange={(board) => change({ board })}
        className={cx('min-w-0 sm:max-w-44', labels.length > 0 && 'max-sm:col-span-2')}
      />
      {labels.length > 0 && (
        <Select
          label={common.label()}
          value={filter.label ?? ''}
          options={[{ value: '', text: messages.filterAllLabels() }, ...labelOptions]}
          onValueChange={(label) => change({ label })}
          className="min-w-0 sm:max-w-44"
        />
      )}
      <Select
        label={common.priority()}
        value={filter.priority ?? ''}
        options={[{ value: '' as const, text: messages.filterAllPriorities() }, ...priorityOptions()]}
        onValueChange={(priority) => change({ priority })}
        className="min-w-0"
      />
      {/* They wrap together. */}
      <div className="flex gap-2 max-sm:contents">
        {filter.priority === null && (
          <FilterCheckbox isOn={filter.includes_completed} onChange={(completed) => change({ completed })} className="max-sm:col-start-1">
            {messages.filterCompleted()}
          </FilterCheckbox>
        )}
        {/* Nobody can assign cards to a guest. */}
        {!isGuest && (
          <FilterCheckbox isOn={filter.only_assigned ?? false} onChange={(assigned) => change({ assigned })}>
            {messages.filterAssigned()}
          </FilterCheckbox>
        )}
      </div>
      <SaveViewButton board_id={null} />
    </div>
  );
}

interface FilterCheckboxProps {
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  className?: string;
  children: ReactNode;
}

/** A filter that is on or off. */
function FilterCheckbox({ isOn, onChange, className, children }: FilterCheckboxProps) {
  return (
    <label
      className={cx(
        'flex h-9 cursor-pointer items-center gap-2 rounded-md px-2 text-secondary select-none hover:text-primary max-sm:px-0 coarse:h-11',
        className,
      )}
    >
      <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} className="size-4" />
      {children}
    </label>
  );
}
