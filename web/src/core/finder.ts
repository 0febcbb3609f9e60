/** The search of boards, cards and notes on this device. */

export interface FoundItem {
  kind: 'board' | 'card' | 'note';
  id: string;
  board_id: string | null;
  title: string;
  /** Where the item is, such as the board of a card. */
  context: string;
  /** The address to open. */
  path: string;
  /** The matched parts of the title, in UTF-16 code units. */
  ranges: [number, number][];
}

export interface Finder {
  /** Returns the items that match a query, the best first. */
  find(query: string, options: { limit: number }): FoundItem[];
  /** Returns the texts that match a query by their index, the best first. */
  rank(query: string, texts: readonly string[]): { index: number; ranges: [number, number][] }[];
  /** Reads what has changed since. Meanwhile the other functions answer from the earlier index. */
  refresh(): Promise<void>;
}

/** Loads the finder on first use. */
export function loadFinder(): Promise<Finder> {
  return Promise.reject(new Error('This version has no finder.'));
}
