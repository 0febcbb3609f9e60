/**
 * The service worker: opens the app without a network. It never takes the place of the one before on its own; the
 * person decides (`../update.ts`).
 */
import { openApp } from '../notification-click';
import { respondWithImage, isCacheableImage } from '../picture-cache';
import { Precache, type PrecacheEntry } from '../precache';
import { respondWithPublicPage, isPublicPageRequest, cachePublicPages } from '../site-cache';

declare const self: ServiceWorkerGlobalScope & {
  /** Every file of the build; vite-plugin-pwa writes them here. */
  __WB_MANIFEST: PrecacheEntry[];
};

/** How long installing waits for the public pages at most, in milliseconds. */
const SITE_TIMEOUT_MS = 30_000;

/** What TypeScript does not know yet of the event: https://www.w3.org/TR/service-workers/#register-router-method */
interface StaticRouter {
  addRoutes: (rule: { condition: { urlPattern: string }; source: 'cache' }) => Promise<void>;
}

// oxlint-disable-next-line no-underscore-dangle -- The name is workbox's.
const precache = new Precache(self.__WB_MANIFEST);

self.addEventListener('install', (event) => {
  event.waitUntil(precache.install().then(keepSiteInTime));
  // Where the browser can, it takes files that are named by their content from the caches itself: a page asks for a dozen of
  // them at once, and each would wake this script for what needs no thought.
  (event as Partial<StaticRouter>).addRoutes?.({ condition: { urlPattern: '/assets/*' }, source: 'cache' }).catch(() => undefined);
});

/** Keeps the public pages. Installing does not fail without them, and does not wait longer for them than `SITE_TIMEOUT_MS`. */
function keepSiteInTime(): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, SITE_TIMEOUT_MS));
  return Promise.race([cachePublicPages().catch(() => undefined), timeout]);
}

// The first worker answers the pages that are open already; a later one takes them over by itself.
self.addEventListener('activate', (event) => event.waitUntil(precache.activate().then(() => self.clients.claim())));

self.addEventListener('message', ({ data }) => {
  if (data === 'skip_waiting') void self.skipWaiting();
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openApp(self.clients, event.notification.data));
});

self.addEventListener('fetch', (event) => {
  if (isCacheableImage(event.request)) event.respondWith(respondWithImage(event.request));
  else if (isPublicPageRequest(event.request)) event.respondWith(respondWithPublicPage(event.request, (work) => event.waitUntil(work)));
  else if (precache.canRespond(event.request)) event.respondWith(precache.respond(event.request));
});
