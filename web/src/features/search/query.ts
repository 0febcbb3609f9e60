/** Changes of the text of a query. The finder parses it; here, terms are only added and removed. */
import type { QueryTerm } from '../../core/finder';

/** Returns the terms that are a filter such as `is:archived`. */
export function termsOf(terms: readonly QueryTerm[], filter: string): QueryTerm[] {
  return terms.filter(({ text, is_filter }) => is_filter && text.toLowerCase() === filter);
}

/** How a filter begins, such as `-due:`. */
const FILTER_START = /^-?(?:board|label|due|is|assignee):/iu;

/** Returns the parts of a query that look like filters but are searched as words, such as `due:blah`, or not at all, such as `label:`. */
export function unknownFilters(query: string, terms: readonly QueryTerm[]): string[] {
  const words = terms.filter(({ is_filter }) => !is_filter).map(({ range: [start, end] }) => query.slice(start, end));
  // A filter without a value is no term.
  const rest = terms.toReversed().reduce(withoutTerm, query).split(/\s+/u);
  return [...words, ...rest].filter((part) => FILTER_START.test(part));
}

/** Returns the query with a term at its end. */
export function withTerm(query: string, term: string): string {
  return query.trim() === '' ? term : `${query.trimEnd()} ${term}`;
}

/** Returns the query without one of its terms. */
export function withoutTerm(query: string, { range: [start, end] }: QueryTerm): string {
  return [query.slice(0, start).trimEnd(), query.slice(end).trimStart()].filter((part) => part !== '').join(' ');
}
