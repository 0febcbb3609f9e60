/**
 * The service worker: opens the app without a network. It never takes the place of the one before on its own; the
 * person decides (`../update.ts`).
 */
import { Precache, type PrecacheEntry } from '../precache';

declare const self: ServiceWorkerGlobalScope & {
  /** Every file of the build; vite-plugin-pwa writes them here. */
  __WB_MANIFEST: PrecacheEntry[];
};

// oxlint-disable-next-line no-underscore-dangle -- The name is workbox's.
const precache = new Precache(self.__WB_MANIFEST);

self.addEventListener('install', (event) => event.waitUntil(precache.install()));

// The first worker answers the pages that are open already; a later one takes them over by itself.
self.addEventListener('activate', (event) => event.waitUntil(precache.activate().then(() => self.clients.claim())));

self.addEventListener('message', ({ data }) => {
  if (data === 'skip_waiting') void self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  if (precache.serves(event.request)) event.respondWith(precache.answer(event.request));
});
