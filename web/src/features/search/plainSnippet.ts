import type { TextRange } from '../../core/finder';

/** A part of a text, and what was found in it. */
export interface Snippet {
  snippet: string;
  snippet_ranges: readonly TextRange[];
}

/** What Markdown does not show: escapes, links, headings, tasks, code, and emphasis. */
const MARKS = [
  /\\(?=[!-/:-@[-`{-~])/,
  /(?<!\\)!?\[(?=[^[\]]*\]\()/,
  /(?<=(?:^|\[)[^[\]]*)\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)?\)?/,
  /(?<=^|\s)#{1,6}\s/,
  /(?<=- )\[[ x]\]\s/,
  /(?<!\\)(?:`+|~~)/,
  // Not between spaces or digits, as in 2*3, and an underscore not within a word.
  /(?<!\d\**(?=\*+\d))(?:(?<![\\\s])\*+|(?<!\\)\*+(?=\S))/,
  /(?<![\\\p{L}\p{N}])_+(?=\S)|(?<![\\\s])_+(?![\p{L}\p{N}])/u,
];

const MARK = new RegExp(MARKS.map(({ source }) => source).join('|'), 'giu');

/** Returns a snippet of Markdown without its marks and the addresses of links. What was found in an address is not highlighted. */
export function plainSnippet({ snippet, snippet_ranges }: Snippet): Snippet {
  const parts: string[] = [];
  // The position in the plain text of each one in the snippet, and of its end.
  const positions: number[] = [];
  let length = 0;
  const add = (part: string, isShown: boolean) => {
    for (let at = 0; at < part.length; at++) positions.push(isShown ? length++ : length);
    if (isShown) parts.push(part);
  };
  let end = 0;
  for (const { 0: mark, index } of snippet.matchAll(MARK)) {
    add(snippet.slice(end, index), true);
    add(mark, false);
    end = index + mark.length;
  }
  add(snippet.slice(end), true);
  positions.push(length);
  const moved = snippet_ranges.map(([from, to]): TextRange => [positions[from] ?? 0, positions[to] ?? 0]);
  return { snippet: parts.join(''), snippet_ranges: moved.filter(([from, to]) => from < to) };
}
