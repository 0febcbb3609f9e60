/** Test support: a finder that matches texts with a part equal to the query. */
import type { Finder, FoundItem } from '../../core/finder';
import type { PaletteFinder } from './rows';

function rangesOf(query: string, text: string): [number, number][] | null {
  const start = text.toLowerCase().indexOf(query.toLowerCase());
  return start < 0 ? null : [[start, start + query.length]];
}

/** Returns a finder of the given items. */
export function fakeFinder(items: readonly Omit<FoundItem, 'ranges'>[]): Finder {
  const finder: PaletteFinder & Pick<Finder, 'refresh'> = {
    find: (query, { limit }) =>
      items
        .flatMap((item) => {
          const ranges = rangesOf(query, item.title);
          return ranges ? [{ ...item, ranges }] : [];
        })
        .slice(0, limit),
    rank: (query, texts) =>
      texts.flatMap((text, index) => {
        const ranges = rangesOf(query, text);
        return ranges ? [{ index, ranges }] : [];
      }),
    refresh: () => Promise.resolve(),
  };
  // The palette calls no other functions.
  return finder as Finder;
}
