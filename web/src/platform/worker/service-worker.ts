/**
 * The service worker, which makes the app available offline. It never replaces the previous worker on its own; the user
 * decides (`../app-update.ts`).
 */
import { respondWithImage, isCacheableImage } from '../image-cache';
import { openApp } from './notification-click';
import { Precache, type PrecacheEntry } from './precache';
import { respondWithPublicPage, isPublicPageRequest, cachePublicPages } from './site-cache';
import { isSoundRequest, respondWithSound } from './sound-cache';

declare const self: ServiceWorkerGlobalScope & {
  /** All files of the build, injected by vite-plugin-pwa. */
  __WB_MANIFEST: PrecacheEntry[];
};

/** The longest time that installing waits for the public pages, in milliseconds. */
const SITE_TIMEOUT_MS = 30_000;

/** An event method that TypeScript's types lack: https://www.w3.org/TR/service-workers/#register-router-method */
interface StaticRouter {
  addRoutes: (rule: { condition: { urlPattern: string }; source: 'cache' }) => Promise<void>;
}

// oxlint-disable-next-line no-underscore-dangle -- The name is workbox's.
const precache = new Precache(self.__WB_MANIFEST);

self.addEventListener('install', (event) => {
  event.waitUntil(precache.install().then(cachePublicPagesWithTimeout));
  // Where supported, the browser reads content-hashed files directly from the caches, so that this script need not
  // handle each of the dozen requests of a page.
  (event as Partial<StaticRouter>).addRoutes?.({ condition: { urlPattern: '/assets/*' }, source: 'cache' }).catch(() => undefined);
});

/** Caches the public pages. Installing does not fail without them, and waits at most `SITE_TIMEOUT_MS` for them. */
function cachePublicPagesWithTimeout(): Promise<void> {
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, SITE_TIMEOUT_MS));
  return Promise.race([cachePublicPages().catch(() => undefined), timeout]);
}

// Takes control of open pages, which only matters for the first worker; later ones do so on their own.
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
  else if (isSoundRequest(event.request)) event.respondWith(respondWithSound(event.request, (work) => event.waitUntil(work)));
  else if (isPublicPageRequest(event.request)) event.respondWith(respondWithPublicPage(event.request, (work) => event.waitUntil(work)));
  else if (precache.canRespond(event.request)) event.respondWith(precache.respond(event.request));
});
