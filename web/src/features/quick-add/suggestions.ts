/** Suggestions for names after `#` and `@`. */
import type { Finder } from '../../core/finder';

/** A name that is being typed. */
export interface NameQuery {
  sigil: '#' | '@' | '/';
  /** Where the name starts, after the sigil. */
  start: number;
  /** What was typed of it. */
  text: string;
}

const MAX_SUGGESTIONS = 8;

/** Returns the name that is being typed at the caret. After `#board/` it is that of a list. */
export function nameQueryAt(text: string, caret: number): NameQuery | null {
  const found = /(?:^|\s)([#@])("?)([^#@"]*)$/u.exec(text.slice(0, caret));
  if (!found) return null;
  const [, sigil, quote = '', name = ''] = found;
  const slash = sigil === '#' ? name.indexOf('/') : -1;
  // A space ends a name, unless it is quoted.
  if (slash < 0 && quote === '' && /\s/u.test(name)) return null;
  const typed = slash < 0 ? name : name.slice(slash + 1);
  if (slash >= 0 && /\s/u.test(typed)) return null;
  const isPerson = sigil === '@';
  return { sigil: isPerson ? '@' : slash < 0 ? '#' : '/', start: caret - typed.length, text: typed };
}

/** Returns the names that match what was typed, the best first. None if the only one has been typed completely. */
export function suggestNames<T extends { name: string }>(query: string, all: readonly T[], finder: Finder | null): T[] {
  if (query === '' || !finder) return all.filter(({ name }) => name.toLowerCase().startsWith(query.toLowerCase())).slice(0, MAX_SUGGESTIONS);
  const ranked = finder.rank(query, all.map(({ name }) => name));
  const found = ranked.slice(0, MAX_SUGGESTIONS).flatMap(({ index }) => all[index] ?? []);
  return found.length === 1 && found[0]?.name.toLowerCase() === query.toLowerCase() ? [] : found;
}

/** Returns a name as it is understood: in quotes if it contains what has a meaning of its own. */
export function typedName(name: string): string {
  const isPlain = !/[.,;:!?]\s|(?:^|\s)[#@!~\\]|[/"“]/u.test(name);
  return isPlain || name.includes('"') ? name : `"${name}"`;
}
