import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isSoundRequest, respondWithSound } from './sound-cache';

const BELL = `${location.origin}/sounds/timer_sounds/ending_sound.mp3`;

let stored: Map<string, Response>;
let background: Promise<unknown>[];

const respond = async () => {
  const response = await respondWithSound({ url: BELL }, (work) => background.push(work));
  return response.text();
};
const answer = (text: string, status = 200) => vi.stubGlobal('fetch', vi.fn(async () => new Response(text, { status })));

beforeEach(() => {
  stored = new Map();
  background = [];
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (url: string) => stored.get(url)?.clone(),
      put: async (url: string, response: Response) => void stored.set(url, response),
    }),
  });
});

afterEach(() => vi.unstubAllGlobals());

it('only sounds of this origin are answered', () => {
  expect(isSoundRequest({ url: BELL, method: 'GET' })).toBe(true);
  expect(isSoundRequest({ url: BELL, method: 'HEAD' })).toBe(false);
  expect(isSoundRequest({ url: `${location.origin}/api/sounds/`, method: 'GET' })).toBe(false);
  expect(isSoundRequest({ url: 'https://example.com/sounds/a.mp3', method: 'GET' })).toBe(false);
});

describe('a sound', () => {
  it('is cached on first use and plays offline', async () => {
    answer('ding');
    expect(await respond()).toBe('ding');
    vi.stubGlobal('fetch', vi.fn(async () => Promise.reject(new TypeError('offline'))));
    expect(await respond()).toBe('ding');
    await Promise.all(background);
  });

  it('is refreshed in the background', async () => {
    answer('ding');
    await respond();
    answer('dong');
    expect(await respond()).toBe('ding');
    await Promise.all(background);
    expect(await respond()).toBe('dong');
  });

  it('is not cached if it could not be loaded', async () => {
    answer('missing', 404);
    await respond();
    expect(stored.size).toBe(0);
  });
});
