import { beforeEach, describe, expect, it, vi } from 'vitest';
import { respondWithPublicPage, isPublicPageRequest, cachePublicPages } from './site-cache';

/** The browser's cache of the public site, in memory. */
const stored = new Map<string, Response>();
const cache = {
  match: async (url: string) => stored.get(url)?.clone(),
  put: async (url: string, response: Response) => void stored.set(url, response),
  keys: async () => [...stored.keys()].map((path) => ({ url: new URL(path, location.href).href })),
  delete: async ({ url }: { url: string }) => stored.delete(new URL(url).pathname),
};

/** The server's responses by path; null if it cannot be reached. */
let served: Record<string, string> | null;
/** The promises passed to `waitUntil`. */
let work: Promise<unknown>[];

const site = (version: string) => ({
  '/': `landing ${version} <script src="/assets/site-${version}.js"></script><img src="/features/board.webp"><a href="/about">`,
  '/about': `about ${version} <script src="/assets/site-${version}.js"></script>`,
  [`/assets/site-${version}.js`]: `script ${version}`,
  '/features/board.webp': 'picture',
});

beforeEach(() => {
  stored.clear();
  served = site('1');
  work = [];
  vi.stubGlobal('caches', { open: async () => cache, match: cache.match });
  vi.stubGlobal('fetch', async (asked: string | Request) => {
    if (!served) throw new TypeError('Failed to fetch');
    const text = served[typeof asked === 'string' ? asked : new URL(asked.url).pathname.replace(/(?<=.)\/$/, '')];
    return new Response(text ?? 'not found', { status: text === undefined ? 404 : 200, headers: { etag: `"${text}"` } });
  });
  return () => vi.unstubAllGlobals();
});

const request = (path: string, mode: RequestMode = 'navigate', method = 'GET') =>
  ({ url: new URL(path, location.href).href, mode, method }) as Request;

/** Returns the worker's response after all of its background work has finished. */
async function answer(path: string, mode?: RequestMode): Promise<string> {
  const response = await respondWithPublicPage(request(path, mode), (more) => work.push(more));
  await Promise.all(work);
  return response.text();
}

describe('the public pages', () => {
  it('match only public pages and their pictures', () => {
    for (const path of ['/', '/?from=mail', '/waitlist', '/about', '/about/', '/contact', '/privacy']) {
      expect(isPublicPageRequest(request(path)), path).toBe(true);
    }
    for (const path of ['/app', '/auth', '/waitlist/leave', '/no-such-page', '/features/board.webp']) {
      expect(isPublicPageRequest(request(path)), path).toBe(false);
    }
    expect(isPublicPageRequest(request('/features/board.webp', 'no-cors'))).toBe(true);
    expect(isPublicPageRequest(request('/about', 'cors'))).toBe(false);
    expect(isPublicPageRequest(request('/about', 'navigate', 'POST'))).toBe(false);
    expect(isPublicPageRequest(request('https://elsewhere.example/'))).toBe(false);
  });

  it('open offline with their files, visited or not', async () => {
    await cachePublicPages();
    served = null;
    expect(await answer('/')).toContain('landing 1');
    expect(await answer('/about/')).toContain('about 1');
    expect(await answer('/features/board.webp', 'no-cors')).toBe('picture');
    expect([...stored.keys()].toSorted()).toEqual(['/', '/about', '/assets/site-1.js', '/features/board.webp']);
  });

  it('use the server’s response and cache the latest one', async () => {
    await cachePublicPages();
    served = site('2');
    expect(await answer('/')).toContain('landing 2');
    expect([...stored.keys()].toSorted(), 'the other page still names the older script').toEqual([
      '/',
      '/about',
      '/assets/site-1.js',
      '/assets/site-2.js',
      '/features/board.webp',
    ]);
    expect(await answer('/about')).toContain('about 2');
    expect(stored.has('/assets/site-1.js'), 'what no page names is removed').toBe(false);
    served = null;
    expect(await answer('/')).toContain('landing 2');
  });

  it('keep the old copy when the new one is incomplete', async () => {
    await cachePublicPages();
    served = site('2');
    delete served['/assets/site-2.js'];
    expect(await answer('/')).toContain('landing 2');
    served = null;
    expect(await answer('/')).toContain('landing 1');
  });

  it('fall back to the cached copy when the server fails or times out', async () => {
    await cachePublicPages();
    vi.stubGlobal('fetch', async () => new Response('bad gateway', { status: 502 }));
    expect(await answer('/')).toContain('landing 1');
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => new Promise(() => {}));
    const late = respondWithPublicPage(request('/'), () => undefined);
    await vi.advanceTimersByTimeAsync(4000);
    vi.useRealTimers();
    expect(await (await late).text()).toContain('landing 1');
  });

  it('fail normally when nothing is cached', async () => {
    served = null;
    await expect(respondWithPublicPage(request('/'), () => undefined)).rejects.toThrow('Failed to fetch');
  });
});
