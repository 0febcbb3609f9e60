/** The line of text that becomes a card, and the parts of it that the user has turned back into text. */
import type { LineRange, Token } from '../../core/quick-add';

export interface Line {
  text: string;
  /** The parts that are not to be understood. */
  ignored: readonly LineRange[];
}

/** Returns the line after the user has edited its text. The ranges move with their words, and go with them. */
export function editLine({ text, ignored }: Line, edited: string): Line {
  let start = 0;
  while (start < text.length && start < edited.length && text[start] === edited[start]) start += 1;
  let tail = 0;
  while (tail < text.length - start && tail < edited.length - start && text.at(-1 - tail) === edited.at(-1 - tail)) tail += 1;
  const end = text.length - tail;
  const growth = edited.length - text.length;
  const moved = ignored.map((range) => ({
    start: range.start >= end ? range.start + growth : Math.min(range.start, start),
    end: range.end >= end && range.end > start ? range.end + growth : Math.min(range.end, start),
  }));
  return { text: edited, ignored: moved.filter((range) => range.start < range.end && range.end <= edited.length) };
}

/** Returns the line with one more part that is not to be understood. */
export const ignoreRange = ({ text, ignored }: Line, range: LineRange): Line => ({ text, ignored: [...ignored, range] });

/** Returns the line without a part, and the spaces that it leaves. */
export function removeRange(line: Line, { start, end }: LineRange): Line {
  const before = line.text.slice(0, start).trimEnd();
  const after = line.text.slice(end).trimStart();
  return editLine(line, before === '' || after === '' ? before + after : `${before} ${after}`);
}

/** Returns the part that ends at a position and was understood. */
export const tokenEndingAt = (tokens: readonly Token[], position: number): Token | undefined =>
  tokens.find(({ kind, range }) => kind !== 'escape' && range.end === position);

/** A part of the line, as it is drawn. */
export interface Piece {
  text: string;
  isUnderstood: boolean;
}

/** Splits the line into pieces that were understood and those that were not. */
export function piecesOf(text: string, tokens: readonly Token[]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { kind, range } of tokens) {
    if (kind === 'escape') continue;
    pieces.push({ text: text.slice(at, range.start), isUnderstood: false }, { text: text.slice(range.start, range.end), isUnderstood: true });
    at = range.end;
  }
  return [...pieces, { text: text.slice(at), isUnderstood: false }].filter((piece) => piece.text !== '');
}
