/**
 * Caches recently shown background pictures and pictures of people for offline use: the page adds them when it shows them, and the service
 * worker answers requests from the cache. Each kind has a maximum number of entries; the oldest is evicted first.
 */

interface CacheKind {
  /** The cache's name. */
  cache: string;
  /** The maximum number of pictures. */
  maxEntries: number;
  /** Returns whether a URL is of this kind. */
  matches: (url: URL) => boolean;
}

/** The user's uploaded pictures, which are removed at log-out. */
const UPLOADED_CACHE = 'pictures-own';

/** The pictures of people, which are removed at log-out too. */
const PEOPLE_CACHE = 'pictures-people';

const isSameOrigin = ({ origin }: URL): boolean => origin === location.origin;

const KINDS: readonly CacheKind[] = [
  { cache: 'pictures-wallpapers', maxEntries: 24, matches: (url) => isSameOrigin(url) && url.pathname.startsWith('/wallpapers/') },
  { cache: UPLOADED_CACHE, maxEntries: 12, matches: (url) => isSameOrigin(url) && /^\/api\/pictures\/[0-9a-f]{32}\/?$/.test(url.pathname) },
  { cache: PEOPLE_CACHE, maxEntries: 100, matches: (url) => isSameOrigin(url) && /^\/api\/avatars\/[0-9a-f]{32}\/?$/.test(url.pathname) },
  { cache: 'pictures-photos', maxEntries: 8, matches: ({ origin }) => origin === 'https://images.unsplash.com' },
];

function kindOf(address: string): CacheKind | undefined {
  const url = new URL(address, location.origin);
  return KINDS.find(({ matches }) => matches(url));
}

/** Returns whether a request is for a picture that may be cached. */
export function isCacheableImage({ url, method }: Pick<Request, 'url' | 'method'>): boolean {
  return method === 'GET' && kindOf(url) !== undefined;
}

/** Responds to a request for a picture from the cache or the network. */
export async function respondWithImage(request: Request): Promise<Response> {
  const kind = kindOf(request.url);
  const cached = kind && (await caches.match(request.url, { cacheName: kind.cache, ignoreVary: true }).catch(() => undefined));
  return cached ?? fetch(request);
}

/** Returns the file of a shown picture; the browser usually has it in its HTTP cache. */
export async function fetchImageBlob(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The picture at ${url} cannot be read: status ${response.status}.`);
  return response.blob();
}

/** The URLs of the pictures that are being cached, because the same face can appear many times at once. */
const pendingUrls = new Set<string>();

/** Caches a shown picture. The browser serves it from its HTTP cache if it was just loaded. */
export async function cacheImage(url: string): Promise<void> {
  const kind = kindOf(url);
  // Plain HTTP has no caches.
  if (!kind || pendingUrls.has(url) || !('caches' in globalThis)) return;
  pendingUrls.add(url);
  try {
    const cache = await caches.open(kind.cache);
    if (await cache.match(url, { ignoreVary: true })) return;
    const response = await fetch(url);
    if (!response.ok) return;
    await cache.put(url, response);
    const all = await cache.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - kind.maxEntries)).map((oldest) => cache.delete(oldest)));
  } catch {
    // Storage is full or the network is down: the picture will be missing offline.
  } finally {
    pendingUrls.delete(url);
  }
}

/** Removes all uploaded pictures, and those of people, from the cache. */
export async function clearUploadedPictures(): Promise<void> {
  if (!('caches' in globalThis)) return;
  for (const cache of [UPLOADED_CACHE, PEOPLE_CACHE]) await caches.delete(cache).catch(() => undefined);
}

/**
 * Removes every uploaded picture that is not in `known`. It also refetches each one, because the browser's HTTP cache
 * would keep it for a year; the server's 404 response replaces it there.
 *
 * @param deletedUrls URLs known to have just been deleted, cached or not.
 */
export async function evictUploadedPicturesExcept(known: ReadonlySet<string>, deletedUrls: readonly string[]): Promise<void> {
  const urlsToEvict = new Set(deletedUrls);
  try {
    if ('caches' in globalThis) {
      const cache = await caches.open(UPLOADED_CACHE);
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url, location.origin);
        if (known.has(pathname.replace(/\/$/, ''))) continue;
        await cache.delete(url);
        urlsToEvict.add(pathname);
      }
    }
    await Promise.all([...urlsToEvict].map((url) => fetch(url, { cache: 'reload' })));
  } catch {
    // The server cannot be reached offline.
  }
}
