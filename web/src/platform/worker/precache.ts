/**
 * The service worker's precache: every file of one build, so that the app opens offline. Each build has its own cache,
 * so files of different builds are never mixed.
 */

import { cachedLanguages, languageOfFile } from '../language-cache';

/** A file of the build. `revision` is null for files with a content hash in their name, which never change. */
export interface PrecacheEntry {
  url: string;
  revision: string | null;
}

/** The prefix of every build's cache name; the rest is a hash of its contents. */
const CACHE_PREFIX = 'build-';

/** The cache entry that names the active build, as opposed to one that is still waiting. */
const ACTIVE_BUILD = { cache: 'build', url: '/in-use' };

/** The HTML page that serves all of the app's routes. */
const APP_SHELL_URL = '/app';

/**
 * The first path segments that the app's page serves (`routes/router.tsx`). Public pages and other paths are left to
 * the server.
 */
const APP_PATHS = new Set(['app', 'auth', 'test']);

/** The number of parallel downloads, low enough to leave connections for the user's own requests. */
const LOADED_AT_ONCE = 3;

/** Responses do not depend on request headers: they are decompressed before they are cached. */
const MATCH: CacheQueryOptions = { ignoreVary: true };

export class Precache {
  private readonly urls: ReadonlySet<string>;
  private readonly name: Promise<string>;

  constructor(private readonly entries: readonly PrecacheEntry[]) {
    this.urls = new Set(entries.map(({ url }) => url));
    this.name = cacheName(entries);
  }

  /**
   * Loads every file, except the texts of languages that this browser has not used. Rejects and removes the partial
   * cache if any file fails, because half a build is worse than the previous one.
   */
  async install(): Promise<void> {
    const name = await this.name;
    // A worker that only differs in its code shares its files with the active one and must not remove them.
    const isNew = !(await caches.has(name));
    try {
      const cache = await caches.open(name);
      const languages = await cachedLanguages();
      const queue = this.entries.filter(({ url }) => !languageOfFile(url) || languages.has(languageOfFile(url)));
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

  /**
   * Activates this build. The previous build's cache stays, because other tabs may still run it and request more of its
   * files.
   */
  async activate(): Promise<void> {
    const name = await this.name;
    const mark = await caches.open(ACTIVE_BUILD.cache);
    const before = await (await mark.match(ACTIVE_BUILD.url))?.text();
    const names = await caches.keys();
    const unused = names.filter((known) => known.startsWith(CACHE_PREFIX) && known !== name && known !== before);
    await Promise.all(unused.map((known) => caches.delete(known)));
    await mark.put(ACTIVE_BUILD.url, new Response(name));
  }

  /**
   * Returns whether a request can be answered from the cache. API calls, other origins, and pages outside the app never
   * are.
   */
  canRespond({ url, method, mode }: Pick<Request, 'url' | 'method' | 'mode'>): boolean {
    const { origin, pathname } = new URL(url);
    if (method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return false;
    if (mode === 'navigate') return APP_PATHS.has(pathname.split('/')[1] ?? '');
    return pathname.startsWith('/assets/') || this.urls.has(pathname);
  }

  /** Responds to a request, from this build's cache if possible. */
  async respond(request: Request): Promise<Response> {
    const isPage = request.mode === 'navigate';
    const { pathname } = new URL(request.url);
    const cache = await caches.open(await this.name);
    const cached = await cache.match(isPage ? APP_SHELL_URL : pathname, MATCH);
    if (cached) return cached;
    return (isPage ? undefined : await caches.match(pathname, MATCH)) ?? fetch(request);
  }

  /** The server may have been updated while files were loading, so the page must only refer to files of this build. */
  private async checkComplete(cache: Cache): Promise<void> {
    const page = (await (await cache.match(APP_SHELL_URL, MATCH))?.text()) ?? '';
    const referencedUrls = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url]) => url ?? '');
    const unknownUrls = referencedUrls.filter((url) => !this.urls.has(url));
    if (referencedUrls.length === 0 || unknownUrls.length > 0) {
      throw new Error(
        `The page belongs to another build: it asks for ${unknownUrls.join(', ') || 'no file'}. The service worker will be installed on the next visit.`,
      );
    }
  }
}

async function cacheFile(cache: Cache, { url, revision }: PrecacheEntry): Promise<void> {
  if (await cache.match(url, MATCH)) return;
  const isNamedByContent = revision === null;
  // A file with a content hash in its name is identical in other builds' caches and in the HTTP cache.
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
