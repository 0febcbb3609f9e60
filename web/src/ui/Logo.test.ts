// @vitest-environment node
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

it('has the same strokes in index.html as in the file of the public pages', () => {
  const strokes = (svg: string) => [...svg.matchAll(/M[\d. ]+L[\d. ]*\d/g)].map(([stroke]) => stroke).toSorted();
  const [symbol] = /<symbol id="logo"[\s\S]*?<\/symbol>/.exec(read('index.html')) ?? [];
  expect(strokes(symbol ?? '')).toHaveLength(24);
  expect(strokes(symbol ?? '')).toEqual(strokes(read('public/logo-dark.svg')));
});
