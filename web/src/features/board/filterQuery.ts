/** The filter of a board as parameters of its address: `?due=today&label=home&label=work&priority=high&text=milk`. */
import type { CardFilter } from '@twentyfour/core';
import { dueOptions, EMPTY_FILTER } from './filterOptions';
import { PRIORITIES } from './priorities';

/** Returns the filter of a query string; null if it has none. Unknown values are left out. */
export function readFilter(query: URLSearchParams): CardFilter | null {
  const priorities = query.getAll('priority');
  const due = dueOptions().find(({ value }) => value === query.get('due'))?.value;
  const filter: CardFilter = {
    text: query.get('text')?.trim() ?? '',
    labels: [...new Set(query.getAll('label'))].filter((label) => label !== ''),
    priorities: PRIORITIES.filter((priority) => priorities.includes(priority)),
    due: due === undefined || due === 'any' ? EMPTY_FILTER.due : due,
  };
  return formatFilter(filter) === '' ? null : filter;
}

/** Returns a filter as a query string; empty for none. */
export function formatFilter(filter: CardFilter | null): string {
  return writeFilter(filter, new URLSearchParams()).toString();
}

/** Returns a query with another filter. Its other parameters stay. */
export function writeFilter(filter: CardFilter | null, before: URLSearchParams): URLSearchParams {
  const query = new URLSearchParams(before);
  for (const name of ['due', 'label', 'priority', 'text']) query.delete(name);
  const { text, labels, priorities, due } = filter ?? EMPTY_FILTER;
  if (due !== null) query.set('due', due);
  for (const label of labels) query.append('label', label);
  for (const priority of priorities) query.append('priority', priority);
  if (text.trim() !== '') query.set('text', text.trim());
  return query;
}
