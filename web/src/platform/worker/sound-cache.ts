/** The service worker's cache of sounds. A sound is cached when it is first used, because a user needs only a few of them. */

const CACHE = 'sounds';

/** Returns whether a request is for one of the app's sounds. */
export function isSoundRequest({ url, method }: Pick<Request, 'url' | 'method'>): boolean {
  const { origin, pathname } = new URL(url);
  return method === 'GET' && origin === location.origin && pathname.startsWith('/sounds/');
}

/**
 * Responds to a request for a sound from the cache, or from the network, and caches it. A cached sound is refreshed in
 * the background, because its name does not change with its content.
 *
 * @param waitUntil Keeps the worker alive for the work in the background.
 */
export async function respondWithSound(request: Pick<Request, 'url'>, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
  const cache = await caches.open(CACHE);
  const cached = await cache.match(request.url, { ignoreVary: true });
  const load = async (): Promise<Response> => {
    const response = await fetch(request.url, { cache: cached ? 'no-cache' : 'default' });
    // A full storage only means that the sound will be missing offline.
    if (response.status === 200) await cache.put(request.url, response.clone()).catch(() => undefined);
    return response;
  };
  if (!cached) return load();
  waitUntil(load().catch(() => undefined));
  return cached;
}
