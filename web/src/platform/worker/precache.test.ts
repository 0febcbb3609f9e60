import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Precache, type PrecacheEntry } from './precache';

/** The browser's caches, kept in memory. */
class MemoryCaches {
  readonly kept = new Map<string, Map<string, Response>>();

  async open(name: string): Promise<MemoryCache> {
    const files = this.kept.get(name) ?? new Map<string, Response>();
    this.kept.set(name, files);
    return new MemoryCache(files);
  }

  async has(name: string): Promise<boolean> {
    return this.kept.has(name);
  }

  async delete(name: string): Promise<boolean> {
    return this.kept.delete(name);
  }

  async keys(): Promise<string[]> {
    return [...this.kept.keys()];
  }

  async match(url: string): Promise<Response | undefined> {
    for (const files of this.kept.values()) {
      if (files.has(url)) return files.get(url)?.clone();
    }
    return undefined;
  }
}

class MemoryCache {
  constructor(private readonly files: Map<string, Response>) {}

  async match(url: string): Promise<Response | undefined> {
    return this.files.get(url)?.clone();
  }

  async keys(): Promise<{ url: string }[]> {
    return [...this.files.keys()].map((url) => ({ url }));
  }

  async put(url: string, response: Response): Promise<void> {
    this.files.set(url, response);
  }
}

/** The files of one build on the server, by path. */
type Build = Record<string, string>;

const build = (version: string): Build => ({
  '/app': `<script src="/assets/index-${version}.js"></script><link href="/assets/shared-1.css">`,
  [`/assets/index-${version}.js`]: `index ${version}`,
  '/assets/shared-1.css': 'shared',
  '/favicon.svg': `icon ${version}`,
});

const entriesOf = (files: Build): PrecacheEntry[] =>
  Object.entries(files).map(([url, text]) => ({ url, revision: url.startsWith('/assets/') ? null : text }));

let stored: MemoryCaches;
let served: Build;
let asked: string[];

beforeEach(() => {
  stored = new MemoryCaches();
  served = {};
  asked = [];
  vi.stubGlobal('caches', stored);
  vi.stubGlobal('fetch', async (what: string | Request) => {
    const url = typeof what === 'string' ? what : new URL(what.url).pathname;
    asked.push(url);
    const found = served[url];
    return new Response(found ?? 'not found', { status: found === undefined ? 404 : 200 });
  });
  return () => vi.unstubAllGlobals();
});

/** Deploys a build to the fake server. */
function deploy(version: string): Precache {
  served = build(version);
  return new Precache(entriesOf(served));
}

async function use(precache: Precache): Promise<Precache> {
  await precache.install();
  await precache.activate();
  return precache;
}

const builds = () => [...stored.kept.keys()].filter((name) => name.startsWith('build-'));

/** A request as the service worker sees it; jsdom cannot make navigation requests. */
const request = (path: string, mode: RequestMode = 'cors', method = 'GET') =>
  ({ url: new URL(path, location.href).href, mode, method }) as Request;

const text = async (precache: Precache, path: string, mode?: RequestMode) =>
  (await precache.respond(request(path, mode))).text();

describe('the files of a build', () => {
  it('serves all files offline', async () => {
    const precache = await use(deploy('1'));
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    for (const path of ['/auth', '/auth?type=login', '/app', '/app/b/groceries-7f3k', '/app/nowhere', '/test']) {
      expect(precache.canRespond(request(path, 'navigate')), path).toBe(true);
      expect(await text(precache, path, 'navigate'), path).toBe(build('1')['/app']);
    }
    expect(await text(precache, '/assets/index-1.js')).toBe('index 1');
    expect(await text(precache, '/favicon.svg')).toBe('icon 1');
  });

  it('contains only the languages that were used', async () => {
    const languages = { '/assets/language-de-1.js': 'German', '/assets/language-es-1.js': 'Spanish' };
    served = { ...build('1'), ...languages };
    const precache = new Precache(entriesOf(served));
    await precache.install();
    expect(asked.filter((url) => url in languages)).toEqual([]);
    // A page has loaded an earlier version.
    const used = await stored.open('languages');
    await used.put(`${location.origin}/assets/language-de-0.js`, new Response('German'));
    served = { ...build('2'), ...languages };
    await new Precache(entriesOf(served)).install();
    expect(asked.filter((url) => url in languages)).toEqual(['/assets/language-de-1.js']);
  });

  it('leaves API, cross-origin and non-GET requests to the network', () => {
    const precache = deploy('1');
    expect(precache.canRespond(request('/api/users/me/'))).toBe(false);
    expect(precache.canRespond(request('/api/openapi.json', 'navigate'))).toBe(false);
    expect(precache.canRespond(request('https://images.unsplash.com/assets/a.jpg'))).toBe(false);
    expect(precache.canRespond(request('/app', 'navigate', 'POST'))).toBe(false);
    expect(precache.canRespond(request('/elsewhere.json'))).toBe(false);
    expect(precache.canRespond(request('/favicon.svg'))).toBe(true);
  });

  it('does not serve the app for other pages', () => {
    const precache = deploy('1');
    for (const path of ['/', '/waitlist', '/about', '/contact', '/privacy', '/grafana', '/application', '/favicon.svg']) {
      expect(precache.canRespond(request(path, 'navigate')), path).toBe(false);
    }
  });

  it('falls back to the network when a cached file is missing', async () => {
    const precache = await use(deploy('1'));
    for (const name of builds()) await stored.delete(name);
    expect(await text(precache, '/assets/index-1.js')).toBe('index 1');
    served['/app'] = 'the page, fresh';
    expect(await text(precache, '/app', 'navigate')).toBe('the page, fresh');
  });
});

describe('a newer build', () => {
  it('changes nothing until it is in use', async () => {
    const old = await use(deploy('1'));
    const next = deploy('2');
    await next.install();
    expect(await text(old, '/app', 'navigate')).toBe(build('1')['/app']);
    expect(await text(old, '/favicon.svg')).toBe('icon 1');
    await next.activate();
    expect(await text(next, '/app', 'navigate')).toBe(build('2')['/app']);
    expect(await text(next, '/favicon.svg')).toBe('icon 2');
  });

  it('downloads only changed files', async () => {
    await use(deploy('1'));
    const next = deploy('2');
    asked = [];
    await next.install();
    expect(asked.toSorted()).toEqual(['/app', '/assets/index-2.js', '/favicon.svg']);
  });

  it('keeps only the current and the previous build', async () => {
    await use(deploy('1'));
    const second = await use(deploy('2'));
    expect(await text(second, '/assets/index-1.js')).toBe('index 1');
    // Build 3 was never activated, because a newer one replaced it first.
    await deploy('3').install();
    const fourth = await use(deploy('4'));
    expect(builds()).toHaveLength(2);
    expect(await text(fourth, '/assets/index-2.js')).toBe('index 2');
    expect(await text(fourth, '/assets/index-1.js')).toBe('not found');
  });

  it('removes the cache when a file is missing', async () => {
    const old = await use(deploy('1'));
    const next = deploy('2');
    delete served['/favicon.svg'];
    await expect(next.install()).rejects.toThrow('/favicon.svg was answered with 404');
    expect(builds()).toHaveLength(1);
    expect(await text(old, '/favicon.svg')).toBe('icon 1');
  });

  it('fails to install when the page belongs to another build', async () => {
    const next = deploy('2');
    served['/app'] = build('3')['/app'] ?? '';
    await expect(next.install()).rejects.toThrow('asks for /assets/index-3.js');
    expect(builds()).toHaveLength(0);
  });

  it('reuses the active files when only the worker differs', async () => {
    await use(deploy('1'));
    const same = deploy('1');
    asked = [];
    await use(same);
    expect(asked).toEqual([]);
    expect(builds()).toHaveLength(1);
    expect(await text(same, '/app', 'navigate')).toBe(build('1')['/app']);
  });
});
