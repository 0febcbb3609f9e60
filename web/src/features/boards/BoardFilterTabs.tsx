import * as messages from '../../messages/boards';
import type { BoardFilter } from '../../platform/board-filter-storage';
import { cx } from '../../ui/cx';

const FILTERS: readonly { value: BoardFilter; name: () => string }[] = [
  { value: 'all', name: messages.filterAll },
  { value: 'own', name: messages.filterOwn },
  { value: 'shared', name: messages.filterShared },
  { value: 'templates', name: messages.filterTemplates },
];

interface BoardFilterTabsProps {
  value: BoardFilter;
  onValueChange: (filter: BoardFilter) => void;
}

/** Buttons that choose whether My Boards shows all boards, only own ones, only those of others, or the templates. */
export function BoardFilterTabs({ value, onValueChange }: BoardFilterTabsProps) {
  return (
    <div role="group" aria-label={messages.filter()} className="pane mb-4 inline-flex gap-1 rounded-md p-1">
      {FILTERS.map(({ value: filter, name }) => (
        <button
          key={filter}
          type="button"
          aria-pressed={filter === value}
          onClick={() => onValueChange(filter)}
          className={cx(
            'h-8 rounded-sm px-2.5 text-sm sm:px-3 transition-colors duration-120 coarse:h-11',
            filter === value ? 'bg-hover font-medium text-primary' : 'text-glass-secondary hover:text-primary',
          )}
        >
          {name()}
        </button>
      ))}
    </div>
  );
}
