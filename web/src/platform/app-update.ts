/**
 * Registers the service worker, detects a newer version of the app, and activates it when the user asks for it. No page
 * is reloaded that did not ask for it.
 */
import { createStore, useStore } from 'zustand';

const SCRIPT = '/service-worker.js';
const HOUR = 60 * 60 * 1000;

interface UpdateState {
  /** Whether a newer version is ready and has not been dismissed. */
  isReady: boolean;
}

const update = createStore<UpdateState>(() => ({ isReady: false }));

/** The newer worker that is waiting; null if it was already activated from another tab. */
let waitingWorker: ServiceWorker | null = null;
/** Whether this page has requested the newer version and is about to reload. */
let isApplying = false;
let isStarted = false;
let reload = () => location.reload();

/** Returns whether a newer version is offered, how to apply it, and how to dismiss it until the next visit. */
export function useUpdate(): { isReady: boolean; apply: () => void; dismiss: () => void } {
  return { isReady: useStore(update, ({ isReady }) => isReady), apply: applyUpdate, dismiss };
}

function dismiss(): void {
  update.setState({ isReady: false });
}

function applyUpdate(): void {
  dismiss();
  if (!waitingWorker || waitingWorker.state !== 'installed') {
    reload();
    return;
  }
  const worker = waitingWorker;
  isApplying = true;
  worker.addEventListener('statechange', () => {
    if (worker.state === 'activated') reload();
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- Workers take no origin; only windows do.
  worker.postMessage('skip_waiting');
}

/** Offers a newer worker as soon as it is installed. The very first worker replaces none, so it is not offered. */
function watchWorker(registration: ServiceWorkerRegistration, worker: ServiceWorker | null): void {
  const handleStateChange = () => {
    if (worker?.state !== 'installed' || !registration.active) return;
    waitingWorker = worker;
    update.setState({ isReady: true });
  };
  worker?.addEventListener('statechange', handleStateChange);
  handleStateChange();
}

/** Registers the service worker when the browser is idle. */
export function scheduleServiceWorkerRegistration(): void {
  if (isStarted || !import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  isStarted = true;
  if ('requestIdleCallback' in globalThis) requestIdleCallback(register, { timeout: 5000 });
  else setTimeout(register, 1000);
}

function register(): void {
  void registerServiceWorker(navigator.serviceWorker);
}

/**
 * Registers the service worker and watches for updates. Without service workers (plain HTTP, or a browser that forbids
 * them) the app runs from the server.
 */
export async function registerServiceWorker(container: ServiceWorkerContainer, reloadPage = reload): Promise<void> {
  reload = reloadPage;
  let isControlled = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    // This page still runs the previous version until the user updates it too.
    if (isControlled && !isApplying) update.setState({ isReady: true });
    isControlled = true;
  });
  const registration = await container.register(SCRIPT, { updateViaCache: 'none' }).catch(() => null);
  if (!registration) return;
  watchWorker(registration, registration.installing);
  watchWorker(registration, registration.waiting);
  registration.addEventListener('updatefound', () => watchWorker(registration, registration.installing));
  // Browsers check for updates when a page opens, but this one may stay open for weeks.
  let last = Date.now();
  const checkForUpdate = () => {
    if (document.hidden || !navigator.onLine || Date.now() - last < HOUR) return;
    last = Date.now();
    registration.update().catch(() => undefined);
  };
  setInterval(checkForUpdate, HOUR);
  document.addEventListener('visibilitychange', checkForUpdate);
}
