/**
 * What the service worker keeps: every file of one build, so that the app opens without a network. Each build has a
 * cache of its own, and a file is never mixed with another build's.
 */

/** A file of the build. A file that is named by its content has no revision, since it never changes under its name. */
export interface PrecacheEntry {
  url: string;
  revision: string | null;
}

/** Every cache of a build is named by this and by what is in it. */
const CACHE_PREFIX = 'build-';

/** Keeps which build is in use; a build that only waits for its turn is not. */
const ACTIVE_BUILD = { cache: 'build', url: '/in-use' };

/** The page that draws all of the app's paths. */
const APP_SHELL_URL = '/app';

/** How the paths begin that the page draws (`routes/router.tsx`). The public pages, and whatever else lies on the server, are its own business. */
const APP_PATHS = new Set(['app', 'auth', 'test']);

/** How many files are loaded at once, so that the person's own requests find a free connection. */
const LOADED_AT_ONCE = 3;

/** Requests differ in headers that no answer here depends on: compression is undone before a file is kept. */
const MATCH: CacheQueryOptions = { ignoreVary: true };

export class Precache {
  private readonly urls: ReadonlySet<string>;
  private readonly name: Promise<string>;

  constructor(private readonly entries: readonly PrecacheEntry[]) {
    this.urls = new Set(entries.map(({ url }) => url));
    this.name = cacheName(entries);
  }

  /** Loads every file. Fails as a whole, and then leaves nothing behind: half a build is worse than the one before. */
  async install(): Promise<void> {
    const name = await this.name;
    // A worker that differs in its code alone shares the files with the one in use, and must not remove them.
    const isNew = !(await caches.has(name));
    try {
      const cache = await caches.open(name);
      const queue = [...this.entries];
      const load = async () => {
        for (let entry = queue.shift(); entry; entry = queue.shift()) await cacheFile(cache, entry);
      };
      await Promise.all(Array.from({ length: LOADED_AT_ONCE }, load));
      await this.checkComplete(cache);
    } catch (error) {
      if (isNew) await caches.delete(name);
      throw error;
    }
  }

  /** Takes this build into use. The one before stays, because other tabs still show its page and may ask for the rest. */
  async activate(): Promise<void> {
    const name = await this.name;
    const mark = await caches.open(ACTIVE_BUILD.cache);
    const before = await (await mark.match(ACTIVE_BUILD.url))?.text();
    const names = await caches.keys();
    const unused = names.filter((known) => known.startsWith(CACHE_PREFIX) && known !== name && known !== before);
    await Promise.all(unused.map((known) => caches.delete(known)));
    await mark.put(ACTIVE_BUILD.url, new Response(name));
  }

  /** Whether a request is answered from here. The API never is, nor anything of another origin, nor a page that is not the app's. */
  canRespond({ url, method, mode }: Pick<Request, 'url' | 'method' | 'mode'>): boolean {
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return false;
    if (mode === 'navigate') return APP_PATHS.has(pathname.split('/')[1] ?? '');
    return pathname.startsWith('/assets/') || this.urls.has(pathname);
  }

  /** Answers a request, from this build where it can. */
  async respond(request: Request): Promise<Response> {
    const isPage = request.mode === 'navigate';
    const { pathname } = new URL(request.url);
    const cache = await caches.open(await this.name);
    const kept = await cache.match(isPage ? APP_SHELL_URL : pathname, MATCH);
    if (kept) return kept;
    return (isPage ? undefined : await caches.match(pathname, MATCH)) ?? fetch(request);
  }

  /** The server may have been replaced while its files were loading: the page must ask for files of this build alone. */
  private async checkComplete(cache: Cache): Promise<void> {
    const page = (await (await cache.match(APP_SHELL_URL, MATCH))?.text()) ?? '';
    const asked = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url]) => url ?? '');
    const foreign = asked.filter((url) => !this.urls.has(url));
    if (asked.length === 0 || foreign.length > 0) {
      throw new Error(`the page belongs to another build: it asks for ${foreign.join(', ') || 'nothing'}`);
    }
  }
}

async function cacheFile(cache: Cache, { url, revision }: PrecacheEntry): Promise<void> {
  if (await cache.match(url, MATCH)) return;
  const isNamedByContent = revision === null;
  // Where another build has kept a file of this name, or the page has just loaded it, it is the same file.
  const known = isNamedByContent ? await caches.match(url, MATCH) : undefined;
  const response = known ?? (await fetch(url, { cache: isNamedByContent ? 'default' : 'no-cache' }));
  if (!response.ok || response.redirected) throw new Error(`${url} was answered with ${response.status}`);
  await cache.put(url, response);
}

async function cacheName(entries: readonly PrecacheEntry[]): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify(entries));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text)).slice(0, 8);
  return CACHE_PREFIX + Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
