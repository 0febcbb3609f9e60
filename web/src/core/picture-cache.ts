/**
 * The pictures that stood behind something last, kept for the time without a network: the page keeps them as it shows them, and the
 * service worker answers with them. Each kind has so much room; what came first goes first.
 */

interface CacheKind {
  /** The cache's name. */
  cache: string;
  /** How many pictures it holds at most. */
  maxEntries: number;
  /** Whether an address is of this kind. */
  matches: (url: URL) => boolean;
}

/** Somebody's own, which leave the browser with them. */
const UPLOADED_CACHE = 'pictures-own';

const isSameOrigin = ({ origin }: URL): boolean => origin === location.origin;

const KINDS: readonly CacheKind[] = [
  { cache: 'pictures-wallpapers', maxEntries: 24, matches: (url) => isSameOrigin(url) && url.pathname.startsWith('/wallpapers/') },
  { cache: UPLOADED_CACHE, maxEntries: 12, matches: (url) => isSameOrigin(url) && /^\/api\/pictures\/[0-9a-f]{32}\/?$/.test(url.pathname) },
  { cache: 'pictures-photos', maxEntries: 8, matches: ({ origin }) => origin === 'https://images.unsplash.com' },
];

function kindOf(url: string): CacheKind | undefined {
  const address = new URL(url, location.origin);
  return KINDS.find(({ matches }) => matches(address));
}

/** Whether a request is for a picture that may be kept. */
export function isCacheableImage({ url, method }: Pick<Request, 'url' | 'method'>): boolean {
  return method === 'GET' && kindOf(url) !== undefined;
}

/** Answers a request for a picture: with what is kept, or from the network. */
export async function respondWithImage(request: Request): Promise<Response> {
  const kind = kindOf(request.url);
  const kept = kind && (await caches.match(request.url, { cacheName: kind.cache, ignoreVary: true }).catch(() => undefined));
  return kept ?? fetch(request);
}

/** Returns the file of a picture that is shown, which the browser has in its cache. */
export async function fetchImageBlob(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The picture at ${url} cannot be read: status ${response.status}.`);
  return response.blob();
}

/** Keeps a picture that is shown. What the browser has loaded a moment ago it takes from its own cache. */
export async function cacheImage(url: string): Promise<void> {
  const kind = kindOf(url);
  // There are no caches on plain http.
  if (!kind || !('caches' in globalThis)) return;
  try {
    const cache = await caches.open(kind.cache);
    if (await cache.match(url, { ignoreVary: true })) return;
    const response = await fetch(url);
    if (!response.ok) return;
    await cache.put(url, response);
    const all = await cache.keys();
    await Promise.all(all.slice(0, Math.max(0, all.length - kind.maxEntries)).map((oldest) => cache.delete(oldest)));
  } catch {
    // No room, or no network any more: it is not there without one.
  }
}

/** Forgets the pictures that were somebody's own. */
export async function clearUploadedPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(UPLOADED_CACHE).catch(() => undefined);
}

/**
 * Forgets each own picture that is not among these any more, and has the browser's own cache forget it too, which would keep it for a
 * year: what replaces it there is the server's answer that there is none.
 *
 * @param left The addresses that are known to have been deleted a moment ago, kept here or not.
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
    await Promise.all([...urlsToEvict].map((address) => fetch(address, { cache: 'reload' })));
  } catch {
    // Without a network the server cannot say so.
  }
}
