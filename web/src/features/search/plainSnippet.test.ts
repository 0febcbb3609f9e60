import { expect, it } from 'vitest';
import { plainSnippet } from './plainSnippet';

/** Returns the plain text of a snippet in which `«` and `»` enclose what was found, with the same marks. */
function plain(marked: string): string {
  const ranges: [number, number][] = [];
  for (const { index } of marked.matchAll(/«/g)) {
    const before = ranges.length * 2;
    ranges.push([index - before, marked.indexOf('»', index) - before - 1]);
  }
  const { snippet, snippet_ranges } = plainSnippet({ snippet: marked.replaceAll(/[«»]/g, ''), snippet_ranges: ranges });
  return snippet_ranges.toReversed().reduce((text, [from, to]) => `${text.slice(0, from)}«${text.slice(from, to)}»${text.slice(to)}`, snippet);
}

it.each([
  ['Two **«organic»** bottles', 'Two «organic» bottles'],
  ['See [the **«shop»**](https://«shop».com/a_(b)) and ![a room](room.png)', 'See the «shop» and a room'],
  ['# Part ## Two - [ ] «open» - [x] done', 'Part Two - «open» - done'],
  ['Run `a_«b»` and ~~not~~ _this_ __or__ that', 'Run a_«b» and not this or that'],
  ['2 * 3, 4*5, 2**8, #tag, [no link], a - b, snake_case, \\*plain\\*', '2 * 3, 4*5, 2**8, #tag, [no link], a - b, snake_case, *plain*'],
  ['un**«believ»**able, **5**, *7* and **8**kg', 'un«believ»able, 5, 7 and 8kg'],
  ['…cut [«link»](https://exam…', '…cut «link»'],
  ['…shop](https://example.com/«room») for', '…shop for'],
  ['', ''],
])('%s', (markdown, expected) => {
  expect(plain(markdown)).toBe(expected);
});
