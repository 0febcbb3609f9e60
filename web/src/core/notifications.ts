import { createStore } from 'zustand/vanilla';
import { navigate } from './navigation';
import type { NotificationData } from './notification-click';
import { dismissToast, showActionToast } from './toasts';

const TITLE = 'Twentyfour';
/** The toast that offers to ask. */
const PROMPT_TOAST_ID = 'notifications';

interface Permission {
  /** What the person has decided; `denied` where the browser has no notifications. */
  permission: NotificationPermission;
  /** Whether this page has asked. It asks once, however the question was put away. */
  wasAsked: boolean;
  /** Whether this page has offered to ask, on a page of the app that does not say that it will. */
  wasOffered: boolean;
}

/** Whether notifications may be shown. */
export const notificationPermission = createStore<Permission>(() => ({ permission: currentPermission(), wasAsked: false, wasOffered: false }));

/** Shows a notification with the product's name as its title, if the person has permitted it. */
export function showNotification(body: string): void {
  // The tag lets the next one take the place of the last, so that an absence leaves one notification and no pile.
  show(body, 'timer', null);
}

/** Calls a card to mind by a notification that leads to its path. */
export function showReminder(body: string, path: string): void {
  show(body, path, path);
}

/** Asks whether notifications may be shown, where the person has not decided yet. Call it in answer to a press. */
export function requestNotificationPermission(): void {
  const { wasAsked } = notificationPermission.getState();
  const updatePermission = () => notificationPermission.setState({ permission: currentPermission() });
  // The person may have decided in another tab.
  updatePermission();
  if (wasAsked || currentPermission() !== 'default') return;
  notificationPermission.setState({ wasAsked: true });
  dismissToast(PROMPT_TOAST_ID);
  try {
    // Old browsers answer by a callback and not by a promise.
    const answer = Notification.requestPermission(updatePermission) as Promise<unknown> | undefined;
    answer?.then(updatePermission, () => undefined);
  } catch {
    // A browser that lets no page ask: the title, the icon and the sound still tell.
  }
}

/** Offers to ask, once, where the person has not decided yet and nothing on the page says why it would ask. */
export function promptForNotifications(): void {
  const { wasAsked, wasOffered } = notificationPermission.getState();
  if (wasAsked || wasOffered || currentPermission() !== 'default') return;
  notificationPermission.setState({ wasOffered: true });
  showActionToast(PROMPT_TOAST_ID, 'Get notified when time is up', 'Turn on notifications', requestNotificationPermission);
}

function currentPermission(): NotificationPermission {
  const { Notification: known } = globalThis as { Notification?: typeof Notification };
  return known?.permission ?? 'denied';
}

/** What the standard knows and TypeScript does not: https://notifications.spec.whatwg.org/#dom-notificationoptions-renotify */
interface Options extends NotificationOptions {
  renotify: boolean;
}

/** Shows a notification. Pressed, it brings the app to the front, and to the path where there is one. */
function show(body: string, tag: string, path: string | null): void {
  if (currentPermission() !== 'granted') return;
  // Without `renotify` what takes the place of another does so in silence, and the end of a phase would pass unheard.
  const options: Options = { body, icon: '/apple-touch-icon.png', tag, renotify: true, data: { path } satisfies NotificationData };
  try {
    const notification = new Notification(TITLE, options);
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
      if (path !== null) navigate(path, false);
    });
  } catch {
    // Chrome on Android has the class and constructs none: there a notification is the service worker's.
    void showFromServiceWorker(options);
  }
}

/** Shows a notification by the service worker, which answers to its press (`notification-click.ts`). */
async function showFromServiceWorker(options: Options): Promise<void> {
  try {
    // Without HTTPS there is no service worker, whatever TypeScript says.
    const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    if (!workers) return;
    listenToServiceWorker(workers);
    const registration = await workers.ready;
    await registration.showNotification(TITLE, options);
  } catch {
    // The title, the sound and the toast still tell.
  }
}

let isListening = false;

/** Goes where the service worker says that a pressed notification leads. */
function listenToServiceWorker(workers: ServiceWorkerContainer): void {
  if (isListening) return;
  isListening = true;
  workers.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data !== 'object' || data === null || !('opened_path' in data)) return;
    if (typeof data.opened_path === 'string') navigate(data.opened_path, false);
  });
}
