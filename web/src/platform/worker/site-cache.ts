/**
 * Caches the public pages for offline use. The server fills in its settings, so their HTML is not part of a build: each
 * page is cached as the server sent it, together with the files that it refers to.
 */

/** The cache's name. */
const CACHE = 'site';

/** The paths of the pages. The page for leaving the waitlist is missing because its URL holds a secret. */
const PAGES = ['/', '/waitlist', '/about', '/contact', '/privacy'];

/** The folder of the public pages' pictures, which the app does not use. */
const PICTURES = '/features/';

/** How long to wait for the network before showing a cached page, in milliseconds. */
const NETWORK_TIMEOUT_MS = 4000;

/** The timeout for each file that is cached in advance, in milliseconds. */
const LOAD_TIMEOUT_MS = 10_000;

/** Responses are decompressed before they are cached. */
const MATCH: CacheQueryOptions = { ignoreVary: true };

/** Cache changes run one after the other, so that none removes files that another has just added. */
let writeQueue: Promise<unknown> = Promise.resolve();

function pathOf(url: string): string {
  return new URL(url).pathname.replace(/(?<=.)\/+$/, '');
}

/** Returns whether a request is for a public page or one of its pictures. */
export function isPublicPageRequest({ url, method, mode }: Pick<Request, 'url' | 'method' | 'mode'>): boolean {
  if (method !== 'GET' || new URL(url).origin !== location.origin) return false;
  return mode === 'navigate' ? PAGES.includes(pathOf(url)) : pathOf(url).startsWith(PICTURES);
}

/**
 * Returns the server's response, which is also cached, or the cached page if the server cannot be reached or takes too
 * long.
 *
 * @param waitUntil Keeps the worker alive until a promise has settled.
 */
export async function respondWithPublicPage(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
  const path = pathOf(request.url);
  const cached = await caches.match(path, { ...MATCH, cacheName: CACHE }).catch(() => undefined);
  if (request.mode !== 'navigate') return cached ?? fetch(request);
  const serverResponse = fetch(request).then((response) => {
    // A redirect leads to another page's content.
    if (response.ok) waitUntil(cachePage(path, response.clone()));
    return response;
  });
  if (!cached) return serverResponse;
  // A response that is too late to be shown is still cached.
  waitUntil(serverResponse.catch(() => undefined));
  const cachedAfterTimeout = new Promise<Response>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS, cached));
  return Promise.race([serverResponse.then((response) => (response.status < 500 ? response : cached), () => cached), cachedAfterTimeout]);
}

/**
 * Loads and caches every page. A page that cannot be loaded keeps its previous version, because the app does not depend
 * on it.
 */
export async function cachePublicPages(): Promise<void> {
  for (const page of PAGES) {
    const response = await fetch(page, { cache: 'no-cache', signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) }).catch(() => undefined);
    if (response?.ok && !response.redirected) await cachePage(page, response);
  }
}

/** Caches a page with the files that it refers to, and removes files that no cached page refers to. */
function cachePage(path: string, response: Response): Promise<void> {
  const change = writeQueue.then(async () => {
    const cache = await caches.open(CACHE);
    const tag = response.headers.get('etag');
    const before = await cache.match(path, MATCH);
    if (before && tag !== null && before.headers.get('etag') === tag) return;
    for (const file of filesOf(await response.clone().text())) await cacheFile(cache, file);
    await cache.put(path, response);
    await removeUnused(cache);
  });
  // Storage is full or the network is down: the previous version of the page stays.
  writeQueue = change.catch(() => undefined);
  return writeQueue as Promise<void>;
}

/** Returns the scripts, fonts and pictures that a page refers to and that are not part of the app's build. */
function filesOf(page: string): string[] {
  const named = Array.from(page.matchAll(/(?:src|href)="(\/(?:assets|features)\/[^"]+)"/g), ([, file]) => file ?? '');
  return [...new Set(named)];
}

async function cacheFile(cache: Cache, file: string): Promise<void> {
  if (await cache.match(file, MATCH)) return;
  const response = await fetch(file, { signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${file} was answered with ${response.status}`);
  await cache.put(file, response);
}

async function removeUnused(cache: Cache): Promise<void> {
  const used = new Set(PAGES);
  for (const page of PAGES) {
    const text = await (await cache.match(page, MATCH))?.text();
    for (const file of filesOf(text ?? '')) used.add(file);
  }
  const unused = (await cache.keys()).filter(({ url }) => !used.has(new URL(url).pathname));
  await Promise.all(unused.map((request) => cache.delete(request)));
}
