/** Test support: a finder that matches texts with a part equal to the query. */
import type { Finder, FoundItem } from '../../core/finder';
import { plainCard } from '../../core/quick-add';

function rangesOf(query: string, text: string): [number, number][] | null {
  const start = text.toLowerCase().indexOf(query.toLowerCase());
  return start < 0 ? null : [[start, start + query.length]];
}

/** Returns a finder of the given items. */
export function fakeFinder(items: readonly Omit<FoundItem, 'ranges'>[]): Finder {
  return {
    find: (query, { limit }) =>
      items
        .flatMap((item) => {
          const ranges = rangesOf(query, item.title);
          return ranges ? [{ ...item, ranges }] : [];
        })
        .slice(0, limit),
    card: () => null,
    rank: (query, texts) =>
      texts.flatMap((text, index) => {
        const ranges = rangesOf(query, text);
        return ranges ? [{ index, ranges }] : [];
      }),
    search: () => [],
    terms: () => [],
    labels: () => [],
    quickAdd: plainCard,
    laterDays: () => [],
    refresh: () => Promise.resolve(),
  };
}
