/** Stores which boards My Boards shows. It is stored per device, like the state of the sidebar. */

const KEY = 'boardFilter';

export type BoardFilter = 'all' | 'own' | 'shared' | 'templates';

/** Returns the filter that was chosen last. */
export function readBoardFilter(): BoardFilter {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'own' || stored === 'shared' || stored === 'templates' ? stored : 'all';
  } catch {
    return 'all';
  }
}

/** Stores the filter. Does nothing if storage is unavailable. */
export function storeBoardFilter(filter: BoardFilter): void {
  try {
    localStorage.setItem(KEY, filter);
  } catch {
    // All boards will be shown on the next start.
  }
}
