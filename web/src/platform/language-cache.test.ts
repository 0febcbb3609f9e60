import { beforeEach, expect, it, vi } from 'vitest';
import { cachedLanguages, cacheLanguage, languageOfFile } from './language-cache';

const ORIGIN = 'https://app.example/assets/';
let files: Set<string>;
let isFull: boolean;

beforeEach(() => {
  files = new Set();
  isFull = false;
  const cache = {
    match: async (url: string) => (files.has(url) ? new Response() : undefined),
    add: async (url: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      files.add(url);
    },
    keys: async () => [...files].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => files.delete(url),
  };
  vi.stubGlobal('caches', { has: async () => files.size > 0, open: async () => cache });
  return () => vi.unstubAllGlobals();
});

it('knows the files of languages by their names', () => {
  expect(languageOfFile('/assets/language-de-x1Y_2.js')).toBe('de');
  for (const other of ['/assets/index-1.js', '/assets/language-1.js', '/language-de-1.js']) expect(languageOfFile(other)).toBeUndefined();
});

it('keeps the latest file of each language', async () => {
  expect(await cachedLanguages()).toEqual(new Set());
  for (const name of ['language-de-1.js', 'language-es-1.js', 'language-de-2.js', 'language-de-2.js']) await cacheLanguage(ORIGIN + name);
  expect([...files]).toEqual([`${ORIGIN}language-es-1.js`, `${ORIGIN}language-de-2.js`]);
  expect(await cachedLanguages()).toEqual(new Set(['es', 'de']));
});

it('does without a cache', async () => {
  isFull = true;
  await cacheLanguage(`${ORIGIN}language-de-1.js`);
  expect(await cachedLanguages()).toEqual(new Set());
  vi.stubGlobal('caches', undefined);
  await cacheLanguage(`${ORIGIN}language-de-1.js`);
});
