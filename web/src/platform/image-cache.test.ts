import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { respondWithImage, clearUploadedPictures, evictUploadedPicturesExcept, isCacheableImage, cacheImage } from './image-cache';

const OWN = `${location.origin}/api/pictures/${'0a'.repeat(16)}`;
const FACE = `${location.origin}/api/avatars/${'0a'.repeat(16)}/`;
const PHOTO = 'https://images.unsplash.com/photo-1?w=2560';
const WALLPAPER = `${location.origin}/wallpapers/milky-way-2560.avif`;

/** The browser's caches, in memory and in insertion order. */
let stored: Map<string, Map<string, Response>>;

function cacheNamed(name: string) {
  const entries = stored.get(name) ?? new Map<string, Response>();
  stored.set(name, entries);
  return {
    match: async (url: string) => entries.get(url),
    put: async (url: string, response: Response) => void entries.set(url, response),
    keys: async () => [...entries.keys()].map((url) => ({ url })),
    delete: async (which: string | { url: string }) => entries.delete(typeof which === 'string' ? which : which.url),
  };
}

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('caches', {
    open: async (name: string) => cacheNamed(name),
    match: async (url: string, { cacheName }: { cacheName: string }) => stored.get(cacheName)?.get(url),
    delete: async (name: string) => stored.delete(name),
  });
  vi.stubGlobal('fetch', vi.fn(async () => new Response('picture')));
});

afterEach(() => vi.unstubAllGlobals());

describe('the cached images', () => {
  it.each([
    [WALLPAPER, true],
    [OWN, true],
    [FACE, true],
    [PHOTO, true],
    [`${location.origin}/api/pictures/`, false],
    [`${location.origin}/api/avatars/`, false],
    [`${location.origin}/api/user/`, false],
    [`${location.origin}/assets/app.js`, false],
    ['https://images.unsplash.com.evil.example/photo-1', false],
  ])('%s: %s', (url, is) => {
    expect(isCacheableImage({ url, method: 'GET' })).toBe(is);
    expect(isCacheableImage({ url, method: 'POST' })).toBe(false);
  });

  it('are there without a network', async () => {
    await cacheImage(PHOTO);
    await cacheImage(PHOTO);
    expect(fetch).toHaveBeenCalledTimes(1);
    vi.mocked(fetch).mockRejectedValue(new TypeError('no network'));
    expect(await (await respondWithImage(new Request(PHOTO))).text()).toBe('picture');
    await expect(respondWithImage(new Request(WALLPAPER))).rejects.toThrow('no network');
    await cacheImage(WALLPAPER);
    expect(stored.get('pictures-wallpapers')?.size).toBe(0);
  });

  it('evicts the oldest image above the limit', async () => {
    for (let number = 1; number <= 10; number += 1) await cacheImage(`${PHOTO}&number=${number}`);
    const kept = [...(stored.get('pictures-photos')?.keys() ?? [])];
    expect(kept).toHaveLength(8);
    expect(kept[0]).toBe(`${PHOTO}&number=3`);
  });

  it('keeps a limited number of pictures of people', async () => {
    const face = (number: number) => `${location.origin}/api/avatars/${String(number).padStart(32, '0')}/`;
    for (let number = 1; number <= 103; number += 1) await cacheImage(face(number));
    const kept = [...(stored.get('pictures-people')?.keys() ?? [])];
    expect([kept.length, kept[0]]).toEqual([100, face(4)]);
  });

  it('requests a picture once that appears many times at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => cacheImage(FACE)));
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(stored.get('pictures-people')?.size).toBe(1);
  });

  it('does not cache error responses', async () => {
    vi.mocked(fetch).mockResolvedValue(new Response('{}', { status: 404 }));
    await cacheImage(OWN);
    expect(stored.get('pictures-own')?.size).toBe(0);
  });

  it("are cleared when the account logs out", async () => {
    await cacheImage(OWN);
    await cacheImage(FACE);
    await cacheImage(WALLPAPER);
    await clearUploadedPictures();
    expect([...stored.keys()]).toEqual(['pictures-wallpapers']);
  });

  it('are evicted from every cache when deleted', async () => {
    const other = OWN.replaceAll('0a', '0b');
    const elsewhere = OWN.replaceAll('0a', '0c');
    const path = (url: string) => new URL(url).pathname;
    await cacheImage(OWN);
    await cacheImage(other);
    await cacheImage(PHOTO);
    vi.mocked(fetch).mockClear();
    // One picture is cached; of the other only a thumbnail was shown.
    await evictUploadedPicturesExcept(new Set([path(OWN)]), [path(elsewhere)]);
    expect([...(stored.get('pictures-own')?.keys() ?? [])]).toEqual([OWN]);
    expect(stored.get('pictures-photos')?.size).toBe(1);
    expect(vi.mocked(fetch).mock.calls).toEqual([
      [path(elsewhere), { cache: 'reload' }],
      [path(other), { cache: 'reload' }],
    ]);
    vi.mocked(fetch).mockRejectedValue(new TypeError('no network'));
    await evictUploadedPicturesExcept(new Set(), []);
    expect(stored.get('pictures-own')?.size).toBe(0);
  });
});
