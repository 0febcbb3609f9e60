import { describe, expect, it } from 'vitest';
import type { Token } from '../../core/quick-add';
import { editLine, ignoreRange, type Line, piecesOf, removeRange, tokenEndingAt } from './line';

const line = (text: string, ...parts: string[]): Line => ({
  text,
  ignored: parts.map((part) => ({ start: text.indexOf(part), end: text.indexOf(part) + part.length })),
});
const ignoredOf = ({ text, ignored }: Line) => ignored.map(({ start, end }) => text.slice(start, end));
const token = (kind: Token['kind'], start: number, end: number): Token => ({ kind, range: { start, end } });

describe('parts that were turned back into text', () => {
  it.each([
    ['text after them', 'Call monday', 'Call monday now', ['monday']],
    ['text before them', 'Call monday', 'Please call monday', ['monday']],
    ['a letter at their end', 'Call monday', 'Call mondayx', ['monday']],
    ['a letter at their start', 'Call monday', 'Call xmonday', ['monday']],
    ['a letter within them', 'Call monday', 'Call monxday', ['monxday']],
    ['a letter less', 'Call monday', 'Call monda', ['monda']],
    ['their first letters less', 'Call monday', 'Call day', ['day']],
    ['another word instead of the one before', 'Call monday', 'Phone monday', ['monday']],
    ['nothing of them left', 'Call monday', 'Call ', []],
    ['an empty line', 'Call monday', '', []],
  ])('stay with %s', (_, before, after, expected) => {
    expect(ignoredOf(editLine(line(before, 'monday'), after))).toEqual(expected);
  });

  it('move each with its own word', () => {
    const edited = editLine(line('monday or friday', 'monday', 'friday'), 'monday or else friday');
    expect(ignoredOf(edited)).toEqual(['monday', 'friday']);
    expect(ignoredOf(ignoreRange(edited, { start: 7, end: 9 }))).toEqual(['monday', 'friday', 'or']);
  });
});

describe('a part that is removed', () => {
  it.each([
    ['Call #Work today', '#Work', 'Call today'],
    ['Call #Work', '#Work', 'Call'],
    ['#Work call', '#Work', 'call'],
    ['#Work', '#Work', ''],
  ])('leaves single spaces: %s', (text, part, expected) => {
    const start = text.indexOf(part);
    expect(removeRange(line(text), { start, end: start + part.length }).text).toBe(expected);
  });
});

describe('the pieces of a line', () => {
  const tokens = [token('escape', 5, 6), token('due', 12, 18), token('priority', 19, 24)];
  const text = 'Call \\today friday !high';

  it('are those that were understood, and the text between them', () => {
    expect(piecesOf(text, tokens)).toEqual([
      { text: 'Call \\today ', isUnderstood: false },
      { text: 'friday', isUnderstood: true },
      { text: ' ', isUnderstood: false },
      { text: '!high', isUnderstood: true },
    ]);
    expect(piecesOf('', [])).toEqual([]);
  });

  it('end where Backspace turns them back into text', () => {
    expect(tokenEndingAt(tokens, 18)?.kind).toBe('due');
    expect(tokenEndingAt(tokens, 17)).toBeUndefined();
    expect(tokenEndingAt(tokens, 6)).toBeUndefined();
  });
});
