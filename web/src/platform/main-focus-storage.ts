/** Stores the main focus of the day: a card. It is stored per device, and belongs to one user and one day. */
import type { Id } from '@twentyfour/core';

const KEY = 'mainFocus';

export interface MainFocus {
  card_id: Id;
  /** The title when the card was seen last, which is shown when the card is gone. */
  title: string;
}

/** Whose main focus it is, an account's id or a guest's name, and of which day. */
export interface MainFocusScope {
  owner: string;
  day: string;
}

/** Returns the main focus of a user's day; null if none was chosen. */
export function readMainFocus({ owner, day }: MainFocusScope): MainFocus | null {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<MainFocus & MainFocusScope>;
    const { card_id, title } = stored;
    const isCurrent = stored.owner === owner && stored.day === day;
    return isCurrent && typeof card_id === 'string' && typeof title === 'string' ? { card_id, title } : null;
  } catch {
    return null;
  }
}

/** Deletes the stored main focus. */
export function clearMainFocus(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing is stored then.
  }
}

/** Stores the main focus of a user's day; null removes it. Does nothing if storage is unavailable. */
export function storeMainFocus({ owner, day }: MainFocusScope, focus: MainFocus | null): void {
  if (focus === null) return clearMainFocus();
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner, day, ...focus }));
  } catch {
    // The page shows it until it is closed.
  }
}
