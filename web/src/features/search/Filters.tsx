import { X } from 'lucide-react';
import { useId } from 'react';
import type { QueryTerm } from '../../core/finder';
import * as common from '../../messages/common';
import * as messages from '../../messages/search';
import { Icon } from '../../ui/Icon';
import { Switch } from '../../ui/Switch';
import { hasTerm, withoutTerm, withTerm } from './query';

interface FiltersProps {
  query: string;
  terms: readonly QueryTerm[];
  onChange: (query: string) => void;
}

/** The filters of the query as chips, and switches for the archive and the trash. */
export function Filters({ query, terms, onChange }: FiltersProps) {
  const filters = terms.filter(({ is_filter }) => is_filter);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
      <ScopeSwitch name={messages.archived()} filter="is:archived" query={query} onChange={onChange} />
      <ScopeSwitch name={common.trash()} filter="is:trashed" query={query} onChange={onChange} />
      {filters.length > 0 && (
        <ul aria-label={messages.activeFilters()} className="flex min-w-0 flex-wrap gap-1.5">
          {filters.map((term) => (
            <li key={term.range[0]} className="flex max-w-full min-w-0 items-center rounded-full bg-hover pl-3 text-sm">
              <span dir="auto" className="min-w-0 truncate">
                {term.text}
              </span>
              <button
                type="button"
                aria-label={messages.removeFilter({ filter: term.text })}
                onClick={() => onChange(withoutTerm(query, term))}
                className="grid size-9 shrink-0 place-items-center rounded-full text-secondary hover:text-primary coarse:size-11"
              >
                <Icon icon={X} size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ScopeSwitchProps {
  name: string;
  /** The filter that the switch adds and removes. */
  filter: string;
  query: string;
  onChange: (query: string) => void;
}

function ScopeSwitch({ name, filter, query, onChange }: ScopeSwitchProps) {
  const id = useId();
  return (
    <span className="flex items-center gap-2 text-sm">
      <Switch
        aria-labelledby={id}
        isOn={hasTerm(query, filter)}
        onChange={(isOn) => onChange(isOn ? withTerm(query, filter) : withoutWord(query, filter))}
      />
      <span id={id}>{name}</span>
    </span>
  );
}

/** Returns a query without a filter that is typed as one word. */
function withoutWord(query: string, filter: string): string {
  return query
    .split(/\s+/)
    .filter((word) => word.toLowerCase() !== filter)
    .join(' ');
}
