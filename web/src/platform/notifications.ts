import * as common from '../messages/common';
import { navigate } from './navigation';
import type { NotificationData } from './worker/notification-click';

/** Shows a notification with the product's name as its title, if the user has allowed notifications. */
export function showNotification(body: string): void {
  // With the same tag, each notification replaces the previous one, so they don't pile up while the user is away.
  show(body, 'timer', null);
}

/** Shows a reminder of a card; a click opens the card's path. */
export function showReminder(body: string, path: string): void {
  show(body, path, path);
}

/** The permission that the running callback has read. */
let cachedPermission: NotificationPermission | null = null;

/**
 * Returns the user's decision about notifications; `denied` if the browser does not support them. Each callback reads it once,
 * because the browser asks another process.
 */
export function readNotificationPermission(): NotificationPermission {
  if (cachedPermission === null) {
    const { Notification: known } = globalThis as { Notification?: typeof Notification };
    cachedPermission = known?.permission ?? 'denied';
    queueMicrotask(() => (cachedPermission = null));
  }
  return cachedPermission;
}

/** Asks the user for permission to show notifications. `onDecision` may be called never, once or twice. */
export function askForNotificationPermission(onDecision: () => void): void {
  try {
    // Old browsers take a callback instead of returning a promise.
    const decision = Notification.requestPermission(onDecision) as Promise<unknown> | undefined;
    decision?.then(onDecision, () => undefined);
  } catch {
    // Some browsers throw instead of asking; the title, the icon and the sound still work.
  }
}

/**
 * TypeScript's types lack this standard option: https://notifications.spec.whatwg.org/#dom-notificationoptions-renotify
 */
interface Options extends NotificationOptions {
  renotify: boolean;
}

/** Shows a notification. A click focuses the app and opens the path, if there is one. */
function show(body: string, tag: string, path: string | null): void {
  if (readNotificationPermission() !== 'granted') return;
  // Without `renotify`, a replaced notification makes no sound, and the end of a phase would go unnoticed.
  const options: Options = { body, icon: '/apple-touch-icon.png', tag, renotify: true, data: { path } satisfies NotificationData };
  try {
    const notification = new Notification(common.productName(), options);
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      if (path !== null) navigate(path, false);
    });
  } catch {
    // Chrome on Android throws here: it only shows notifications from a service worker.
    void showFromServiceWorker(options);
  }
}

/** Shows a notification through the service worker, which also handles clicks on it (`worker/notification-click.ts`). */
async function showFromServiceWorker(options: Options): Promise<void> {
  try {
    // Without HTTPS there is no service worker, although TypeScript's types say otherwise.
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers) return;
    listenToServiceWorker(workers);
    const registration = await workers.ready;
    await registration.showNotification(common.productName(), options);
  } catch {
    // The title, the sound and the toast still work.
  }
}

let isListening = false;

/** Navigates to the path that the service worker sends after a click on a notification. */
function listenToServiceWorker(workers: ServiceWorkerContainer): void {
  if (isListening) return;
  isListening = true;
  workers.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('opened_path' in data)) return;
    if (typeof data.opened_path === 'string') navigate(data.opened_path, false);
  });
}
