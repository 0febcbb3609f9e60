/** What a press of a notification does that the service worker has shown. */

/** What such a notification carries. */
export interface NotificationData {
  /** Where it leads within the app; null for wherever the app is. */
  path: string | null;
}

/** A page of the app, as a service worker sees it. */
interface WindowClientLike {
  focus: () => Promise<unknown>;
  postMessage: (message: unknown) => void;
}

/** The pages of the app, as a service worker sees them. */
interface ClientsLike {
  matchAll: (query: { type: 'window'; includeUncontrolled: true }) => Promise<readonly WindowClientLike[]>;
  openWindow: (path: string) => Promise<unknown>;
}

/** Where the app opens when none of its pages is open any more. */
const HOME = '/app';

/** Brings the page to the front that was used last, and tells it where the notification leads; without a page, opens one. */
export async function openApp(pages: ClientsLike, data: unknown): Promise<void> {
  const path = pathOf(data);
  // The browser names the page first that had the focus last.
  const [page] = await pages.matchAll({ type: 'window', includeUncontrolled: true });
  if (!page) {
    await pages.openWindow(path ?? HOME);
    return;
  }
  await page.focus();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A worker's message to its page names no origin.
  if (path !== null) page.postMessage({ opened_path: path });
}

/** The path within what a notification carries, which an older version of the app may have written. */
function pathOf(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('path' in data)) return null;
  return typeof data.path === 'string' ? data.path : null;
}
