/** Stores whether the timeline of a card shows its activity. It is stored per device, like the sidebar. */

const KEY = 'cardActivity';

/** Returns whether the activity was shown last. */
export function readIsActivityShown(): boolean {
  try {
    return localStorage.getItem(KEY) === 'shown';
  } catch {
    return false;
  }
}

/** Stores whether the activity is shown. Does nothing if storage is unavailable. */
export function storeIsActivityShown(isShown: boolean): void {
  try {
    if (isShown) localStorage.setItem(KEY, 'shown');
    else localStorage.removeItem(KEY);
  } catch {
    // The next card shows its comments only.
  }
}
