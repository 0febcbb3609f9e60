import { X } from 'lucide-react';
import { useId } from 'react';
import type { QueryTerm } from '../../core/finder';
import * as common from '../../messages/common';
import * as messages from '../../messages/search';
import { Icon } from '../../ui/Icon';
import { Switch } from '../../ui/Switch';
import { termsOf, withoutTerm, withTerm } from './query';

interface FiltersProps {
  query: string;
  /** The terms of the query; null until the finder is loaded. */
  terms: readonly QueryTerm[] | null;
  onChange: (query: string) => void;
  /** Called with the new query when a filter is removed by its chip, which had the focus. */
  onRemove: (query: string) => void;
}

/** The filters of the query as chips, and switches for the archive and the trash. */
export function Filters({ query, terms, onChange, onRemove }: FiltersProps) {
  const filters = (terms ?? []).filter(({ is_filter }) => is_filter);
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
      <ScopeSwitch name={messages.archived()} filter="is:archived" query={query} terms={terms} onChange={onChange} />
      <ScopeSwitch name={common.trash()} filter="is:trashed" query={query} terms={terms} onChange={onChange} />
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
                onClick={() => onRemove(withoutTerm(query, term))}
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

interface ScopeSwitchProps extends Pick<FiltersProps, 'query' | 'terms' | 'onChange'> {
  name: string;
  /** The filter that the switch adds and removes. */
  filter: string;
}

function ScopeSwitch({ name, filter, query, terms, onChange }: ScopeSwitchProps) {
  const id = useId();
  const found = termsOf(terms ?? [], filter);
  return (
    <span className="flex items-center gap-2 text-sm">
      <Switch
        id={id}
        disabled={terms === null}
        isOn={found.length > 0}
        onChange={(isOn) => onChange(isOn ? withTerm(query, filter) : found.toReversed().reduce(withoutTerm, query))}
      />
      <label htmlFor={id}>{name}</label>
    </span>
  );
}
