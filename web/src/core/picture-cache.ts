/**
 * The pictures that stood behind something last, kept for the time without a network: the page keeps them as it shows them, and the
 * service worker answers with them. Each kind has so much room; what came first goes first.
 */

interface Kind {
  /** The cache's name. */
  cache: string;
  /** How many pictures it holds at most. */
  most: number;
  /** Whether an address is of this kind. */
  holds: (url: URL) => boolean;
}

/** Somebody's own, which leave the browser with them. */
const OWN = 'pictures-own';

const isOurs = ({ origin }: URL): boolean => origin === location.origin;

const KINDS: readonly Kind[] = [
  { cache: 'pictures-wallpapers', most: 24, holds: (url) => isOurs(url) && url.pathname.startsWith('/wallpapers/') },
  { cache: OWN, most: 12, holds: (url) => isOurs(url) && /^\/api\/pictures\/[0-9a-f]{32}\/?$/.test(url.pathname) },
  { cache: 'pictures-photos', most: 8, holds: ({ origin }) => origin === 'https://images.unsplash.com' },
];

function kindOf(url: string): Kind | undefined {
  const address = new URL(url, location.origin);
  return KINDS.find(({ holds }) => holds(address));
}

/** Whether a request is for a picture that may be kept. */
export function isPicture({ url, method }: Pick<Request, 'url' | 'method'>): boolean {
  return method === 'GET' && kindOf(url) !== undefined;
}

/** Answers a request for a picture: with what is kept, or from the network. */
export async function answerPicture(request: Request): Promise<Response> {
  const kind = kindOf(request.url);
  const kept = kind && (await caches.match(request.url, { cacheName: kind.cache, ignoreVary: true }).catch(() => undefined));
  return kept ?? fetch(request);
}

/** Returns the file of a picture that is shown, which the browser has in its cache. */
export async function pictureBlob(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The picture at ${url} cannot be read: status ${response.status}.`);
  return response.blob();
}

/** Keeps a picture that is shown. What the browser has loaded a moment ago it takes from its own cache. */
export async function keepPicture(url: string): Promise<void> {
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
    await Promise.all(all.slice(0, Math.max(0, all.length - kind.most)).map((oldest) => cache.delete(oldest)));
  } catch {
    // No room, or no network any more: it is not there without one.
  }
}

/** Forgets the pictures that were somebody's own. */
export async function forgetOwnPictures(): Promise<void> {
  if ('caches' in globalThis) await caches.delete(OWN).catch(() => undefined);
}

/**
 * Forgets each own picture that is not among these any more, and has the browser's own cache forget it too, which would keep it for a
 * year: what replaces it there is the server's answer that there is none.
 *
 * @param left The addresses that are known to have been deleted a moment ago, kept here or not.
 */
export async function forgetOwnPicturesBut(known: ReadonlySet<string>, left: readonly string[]): Promise<void> {
  const gone = new Set(left);
  try {
    if ('caches' in globalThis) {
      const cache = await caches.open(OWN);
      for (const { url } of await cache.keys()) {
        const { pathname } = new URL(url, location.origin);
        if (known.has(pathname.replace(/\/$/, ''))) continue;
        await cache.delete(url);
        gone.add(pathname);
      }
    }
    await Promise.all([...gone].map((address) => fetch(address, { cache: 'reload' })));
  } catch {
    // Without a network the server cannot say so.
  }
}
