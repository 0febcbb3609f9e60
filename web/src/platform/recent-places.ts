/** Stores the boards, cards and notes that were opened last. They are stored per device, and belong to one user. */

const KEY = 'recentPlaces';
const MAX_PLACES = 8;

export interface RecentPlace {
  kind: 'board' | 'card' | 'note';
  /** The address to open. */
  path: string;
  /** Empty for an untitled note. */
  title: string;
  /** Where the place is, such as the board of a card; may be empty. */
  context: string;
}

function isPlace(value: unknown): value is RecentPlace {
  const { kind, path, title, context } = Object(value) as Record<string, unknown>;
  const isKind = kind === 'board' || kind === 'card' || kind === 'note';
  return isKind && typeof path === 'string' && path.startsWith('/app/') && typeof title === 'string' && typeof context === 'string';
}

/** Returns the places that a user, an account's id or a guest's name, has opened last, the newest first. */
export function readRecentPlaces(owner: string): RecentPlace[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as { owner?: unknown; places?: unknown };
    return stored.owner === owner && Array.isArray(stored.places) ? stored.places.filter(isPlace) : [];
  } catch {
    return [];
  }
}

/** Stores that a user has opened a place. Does nothing if storage is unavailable. */
export function storeRecentPlace(owner: string, place: RecentPlace): void {
  const earlier = readRecentPlaces(owner).filter(({ path }) => path !== place.path);
  try {
    localStorage.setItem(KEY, JSON.stringify({ owner, places: [place, ...earlier].slice(0, MAX_PLACES) }));
  } catch {
    // The palette will not list the place.
  }
}

/** Deletes all stored places. */
export function clearRecentPlaces(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing is stored then.
  }
}
