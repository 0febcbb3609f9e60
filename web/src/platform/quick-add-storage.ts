/** Stores where quick add has added the last card. It is stored per device; ids of another user match no board. */

const KEY = 'quickAdd';

export interface QuickAddTarget {
  board_id: string;
  list_id: string;
}

/** Returns where the last card was added; null if that is not known. */
export function readQuickAddTarget(): QuickAddTarget | null {
  try {
    const { board_id, list_id } = Object(JSON.parse(localStorage.getItem(KEY) ?? 'null')) as Record<string, unknown>;
    return typeof board_id === 'string' && typeof list_id === 'string' ? { board_id, list_id } : null;
  } catch {
    return null;
  }
}

/** Stores where a card was added. Does nothing if storage is unavailable. */
export function storeQuickAddTarget({ board_id, list_id }: QuickAddTarget): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ board_id, list_id }));
  } catch {
    // The next card goes to the open board.
  }
}

/** Deletes what is stored. */
export function clearQuickAddTarget(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing is stored then.
  }
}
