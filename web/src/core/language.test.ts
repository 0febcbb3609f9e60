import { afterEach, expect, it, onTestFinished, vi } from 'vitest';
import { setCatalog } from '../messages/catalog';
import { plural } from '../messages/format';
import * as today from '../messages/today';
import { loadTexts } from './language';

const core = { language: 'de', texts: ['Gelöschter Benutzer'] };
/** The first texts of the area are functions. */
const texts = { today: [() => '', () => '', ({ duration }: { duration: string }) => `${duration} heute fokussiert`, 'Tagesziel'] };
const load = async () => ({ texts, core, url: 'https://app.example/assets/language-de-1.js' });

afterEach(() => {
  setCatalog({});
  document.documentElement.lang = '';
  vi.unstubAllGlobals();
});

it('replaces texts, also of tables that were made before', async () => {
  const table = [today.goal];
  await expect(loadTexts('de', { de: load })).resolves.toEqual(core);
  expect([today.goal(), table[0]?.(), today.focus({ duration: '25 min' })]).toEqual(['Tagesziel', 'Tagesziel', '25 min heute fokussiert']);
});

it('shows English texts where a translation has none', async () => {
  await loadTexts('de', { de: load });
  expect(today.mainFocus()).toBe('Main focus');
});

it('loads nothing for English', async () => {
  const unexpected = vi.fn(load);
  await expect(loadTexts('en', { de: unexpected })).resolves.toBeNull();
  expect(unexpected).not.toHaveBeenCalled();
  expect(today.goal()).toBe('Daily focus goal');
});

it('makes the page English if the texts cannot be loaded', async () => {
  const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  document.documentElement.lang = 'de';
  await expect(loadTexts('de', { de: () => Promise.reject(new TypeError('Failed to fetch')) })).resolves.toBeNull();
  expect(document.documentElement.lang).toBe('en');
  expect(today.goal()).toBe('Daily focus goal');
  expect(plural(1, { one: 'card', other: 'cards' })).toBe('card');
  expect(warning).toHaveBeenCalledOnce();
});

it('makes the page English after 5 s without the texts, and ignores them later', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const warning = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  document.documentElement.lang = 'de';
  const loadLate = () => new Promise<void>((resolve) => setTimeout(resolve, 6_000)).then(load);
  const loaded = loadTexts('de', { de: loadLate });
  await vi.advanceTimersByTimeAsync(4_999);
  expect(document.documentElement.lang).toBe('de');
  await vi.advanceTimersByTimeAsync(1);
  await expect(loaded).resolves.toBeNull();
  expect(document.documentElement.lang).toBe('en');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(today.goal()).toBe('Daily focus goal');
  expect(warning).toHaveBeenCalledOnce();
});

it('caches the file of the language for offline use', async () => {
  const add = vi.fn(async () => undefined);
  const cache = { match: async () => undefined, add, keys: async () => [], delete: async () => true };
  vi.stubGlobal('caches', { open: async () => cache });
  await loadTexts('de', { de: load });
  await vi.waitFor(() => expect(add).toHaveBeenCalledWith('https://app.example/assets/language-de-1.js'));
});
