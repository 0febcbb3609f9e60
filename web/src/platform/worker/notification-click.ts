/** Handles clicks on notifications that the service worker has shown. */

/** The `data` of such a notification. */
export interface NotificationData {
  /** The path to open within the app; null to stay on the current page. */
  path: string | null;
}

/** The part of the service worker's `WindowClient` that is used here. */
interface WindowClientLike {
  focus: () => Promise<unknown>;
  postMessage: (message: unknown) => void;
}

/** The part of the service worker's `Clients` that is used here. */
interface ClientsLike {
  matchAll: (query: { type: 'window'; includeUncontrolled: true }) => Promise<readonly WindowClientLike[]>;
  openWindow: (path: string) => Promise<unknown>;
}

/** The path that opens when no page of the app is open. */
const HOME = '/app';

/** Focuses the last used page of the app and sends it the notification's path; opens a new page if there is none. */
export async function openApp(pages: ClientsLike, data: unknown): Promise<void> {
  const path = pathOf(data);
  // The browser lists the last focused page first.
  const [page] = await pages.matchAll({ type: 'window', includeUncontrolled: true });
  if (!page) {
    await pages.openWindow(path ?? HOME);
    return;
  }
  await page.focus();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker's message to its page names no origin.
  if (path !== null) page.postMessage({ opened_path: path });
}

/** Returns the path from a notification's data, which an older version of the app may have written. */
function pathOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('path' in data)) return null;
  return typeof data.path === 'string' ? data.path : null;
}
