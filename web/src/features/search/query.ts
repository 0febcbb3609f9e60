/** Changes of the text of a query. The finder parses it; here, terms are only added and removed. */
import type { QueryTerm } from '../../core/finder';

/** Returns the terms that are a filter such as `is:archived`. */
export function termsOf(terms: readonly QueryTerm[], filter: string): QueryTerm[] {
  return terms.filter(({ text, is_filter }) => is_filter && text.toLowerCase() === filter);
}

/** Returns the query with a term at its end. */
export function withTerm(query: string, term: string): string {
  return query.trim() === '' ? term : `${query.trimEnd()} ${term}`;
}

/** Returns the query without one of its terms. */
export function withoutTerm(query: string, { range: [start, end] }: QueryTerm): string {
  return [query.slice(0, start).trimEnd(), query.slice(end).trimStart()].filter((part) => part !== '').join(' ');
}
