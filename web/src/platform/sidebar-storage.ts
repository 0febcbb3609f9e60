/** Stores whether the sidebar is open. It is stored per device, because it depends on the screen size. */

const KEY = 'sideList';

/** Returns whether the sidebar was open last. */
export function readIsSidebarOpen(): boolean {
  try {
    return localStorage.getItem(KEY) === 'unfolded';
  } catch {
    return false;
  }
}

/** Stores whether the sidebar is open. Does nothing if storage is unavailable. */
export function storeIsSidebarOpen(isSidebarOpen: boolean): void {
  try {
    localStorage.setItem(KEY, isSidebarOpen ? 'unfolded' : 'folded');
  } catch {
    // The sidebar will be closed on the next start.
  }
}
