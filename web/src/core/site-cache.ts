/**
 * Keeps the public pages for the time without a network. The server fills them with its settings, so their HTML is not part of a build:
 * the pages are kept as the server answered, each together with the files that it names.
 */

/** The cache's name. */
const CACHE = 'site';

/** The paths of the pages. The one that leaves the waitlist is missing because its address holds a secret. */
const PAGES = ['/', '/waitlist', '/about', '/contact', '/privacy'];

/** The folder of their pictures, which no other page shows. */
const PICTURES = '/features/';

/** How long the network may take to answer before a kept page is shown, in milliseconds. */
const NETWORK_TIMEOUT_MS = 4000;

/** How long one file may take to load when it is kept ahead of its use, in milliseconds. */
const LOAD_TIMEOUT_MS = 10_000;

/** Compression is undone before a response is kept. */
const MATCH: CacheQueryOptions = { ignoreVary: true };

/** Changes of the cache run one after the other, so that none removes files that another has just added. */
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
 * Answers with the server's response, which is kept, or with the kept page where the server cannot be reached or takes too long.
 *
 * @param waitUntil Keeps the worker alive until a promise has settled.
 */
export async function respondWithPublicPage(request: Request, waitUntil: (work: Promise<unknown>) => void): Promise<Response> {
  const path = pathOf(request.url);
  const kept = await caches.match(path, { ...MATCH, cacheName: CACHE }).catch(() => undefined);
  if (request.mode !== 'navigate') return kept ?? fetch(request);
  const answer = fetch(request).then((response) => {
    // A redirect has another page's content.
    if (response.ok) waitUntil(cachePage(path, response.clone()));
    return response;
  });
  if (!kept) return answer;
  // What comes too late to be shown is still kept.
  waitUntil(answer.catch(() => undefined));
  const keptAfterTimeout = new Promise<Response>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS, kept));
  return Promise.race([answer.then((response) => (response.status < 500 ? response : kept), () => kept), keptAfterTimeout]);
}

/** Loads and keeps every page. A page that cannot be loaded is left as it was: the app does not depend on it. */
export async function cachePublicPages(): Promise<void> {
  for (const page of PAGES) {
    const response = await fetch(page, { cache: 'no-cache', signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) }).catch(() => undefined);
    if (response?.ok && !response.redirected) await cachePage(page, response);
  }
}

/** Keeps a page with the files that it names, and removes the files that no kept page names. */
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
  // No room, or no network any more: the page that was kept before stays.
  writeQueue = change.catch(() => undefined);
  return writeQueue as Promise<void>;
}

/** The scripts, fonts and pictures that a page names and the app's own build does not keep. */
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
