/** Remembers on this device whether the list beside the rail is unfolded. It is the device's: its screen has room for it or not. */

const KEY = 'sideList';

/** Whether it was unfolded last. */
export function readIsSidebarOpen(): boolean {
  try {
    return localStorage.getItem(KEY) === 'unfolded';
  } catch {
    return false;
  }
}

/** Remembers it. A browser that keeps nothing forgets it. */
export function storeIsSidebarOpen(isSidebarOpen: boolean): void {
  try {
    localStorage.setItem(KEY, isSidebarOpen ? 'unfolded' : 'folded');
  } catch {
    // It is folded again at the next start.
  }
}
