/**
 * The service worker's side in the page: registers it, notices a newer version, and takes it into use when the person
 * says so. Nothing is ever reloaded that they did not ask to reload.
 */
import { createStore, useStore } from 'zustand';

const SCRIPT = '/service-worker.js';
const HOUR = 60 * 60 * 1000;

interface UpdateState {
  /** Whether a newer version than the page's is ready, and has not been dismissed. */
  isReady: boolean;
}

const update = createStore<UpdateState>(() => ({ isReady: false }));

/** The newer worker that waits for its turn; null when it has taken over already, by another tab's word. */
let waitingWorker: ServiceWorker | null = null;
/** Whether this page has asked for the newer version, and is about to be loaded anew. */
let isApplying = false;
let isStarted = false;
let reload = () => location.reload();

/** Whether a newer version is offered, how to take it, and how to go on without it until the next visit. */
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
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker's takes none; only a window's does.
  worker.postMessage('skip_waiting');
}

/** Offers a newer worker as soon as it has everything. The first one of all has nobody to replace, and is not news. */
function watchWorker(registration: ServiceWorkerRegistration, worker: ServiceWorker | null): void {
  const handleStateChange = () => {
    if (worker?.state !== 'installed' || !registration.active) return;
    waitingWorker = worker;
    update.setState({ isReady: true });
  };
  worker?.addEventListener('statechange', handleStateChange);
  handleStateChange();
}

/** Begins to keep the app for the time without a network, once the browser has nothing better to do. */
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
 * Registers the service worker and watches it. Where there is none (plain http in a LAN, a browser that forbids it) the
 * app works as a page of the server.
 */
export async function registerServiceWorker(container: ServiceWorkerContainer, reloadPage = reload): Promise<void> {
  reload = reloadPage;
  let isControlled = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    // This page still runs the version before. It goes on until the person wants the new one here too.
    if (isControlled && !isApplying) update.setState({ isReady: true });
    isControlled = true;
  });
  const registration = await container.register(SCRIPT, { updateViaCache: 'none' }).catch(() => null);
  if (!registration) return;
  watchWorker(registration, registration.installing);
  watchWorker(registration, registration.waiting);
  registration.addEventListener('updatefound', () => watchWorker(registration, registration.installing));
  // A browser looks for a new version when a page is opened, and this one may stay open for weeks.
  let last = Date.now();
  const checkForUpdate = () => {
    if (document.hidden || !navigator.onLine || Date.now() - last < HOUR) return;
    last = Date.now();
    registration.update().catch(() => undefined);
  };
  setInterval(checkForUpdate, HOUR);
  document.addEventListener('visibilitychange', checkForUpdate);
}
