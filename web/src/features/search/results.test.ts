import { expect, it } from 'vitest';
import { parseServerPage } from './results';

it.each([
  ['comment', 'See init.py'],
  ['card', 'See init.py'],
  ['subtask', 'See __init__.py'],
  ['attachment', 'See __init__.py'],
])('the snippet of a %s is “%s”', (kind, expected) => {
  const result = { kind, id: '1', card_id: '1', title: '', title_ranges: [], snippet: 'See __init__.py', ranges: [] };
  const { results } = parseServerPage(JSON.stringify({ results: [result], cursor: null }), 0);
  expect(results.map(({ snippet }) => snippet)).toEqual([expected]);
});
