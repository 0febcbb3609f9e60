// @vitest-environment node
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const translated = readdirSync(new URL('../../messages', import.meta.url)).filter((language) => language !== 'en').toSorted();

/** Returns the language tags that a pattern finds in a file, in the order of the alphabet. */
const tagsIn = (path: string, pattern: RegExp) => Array.from(read(path).matchAll(pattern), ([, tag]) => tag).toSorted();

it('every language of the catalog can be loaded', () => {
  expect(readdirSync(new URL('../src/core/languages', import.meta.url)).toSorted()).toEqual(translated.map((language) => `${language}.ts`));
  expect(tagsIn('src/core/language.ts', /(\w+): \(\) => import\('\.\/languages\/\1'\)/g)).toEqual(translated);
  expect(read('src/boot/language.js')).toContain(`/^(${translated.join('|')})$/`);
});

it('every text of the loading overlay is in every language', () => {
  const count = tagsIn('index.html', /data-(de)=/g).length;
  expect(count).toBeGreaterThan(0);
  for (const language of translated) expect(tagsIn('index.html', new RegExp(`data-(${language})="[^"]+"`, 'g')), language).toHaveLength(count);
});
