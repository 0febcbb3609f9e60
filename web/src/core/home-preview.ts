/**
 * The preview: what Home shows before the core is ready. It is made of what the last page of this browser stored, or of
 * plain defaults. A preview is only shown to the account that it belongs to.
 */
import type { ClockView, Preferences, TimerState, User } from '@twentyfour/core';
import { LOCALE } from '../messages/format';
import { formatClock, localHour } from '../platform/format/times';
import { initialMirror, type Mirror } from './mirror-state';

const KEY = 'homePreview';

/** What a page stores for the next one. The name and the preferences are not in it, because the core stores them. */
interface StoredPreview {
  /** The built file that stored it, and the language of its texts. Another version of the app may have other fields. */
  version: string;
  /** The account's id, or a guest's name. */
  owner: string;
  greetings: ClockView['greetings'];
  shown: Pick<Mirror, 'background' | 'weather' | 'timer' | 'limits'>;
  blur: PictureBlur | null;
}

/** A tiny copy of Home's picture, which is shown until the picture has loaded. */
interface PictureBlur {
  /** The URL of the picture. */
  image: string;
  /** The copy as a data URL of a few hundred bytes. */
  url: string;
}

let pictureBlur: PictureBlur | null = null;

/** Keeps the tiny copy of Home's picture for the next page. */
export function keepPictureBlur(blur: PictureBlur): void {
  pictureBlur = blur;
}

/** Returns the tiny copy of a picture, if it is known. */
export const pictureBlurOf = (image: string): string | null => (pictureBlur?.image === image ? pictureBlur.url : null);

/** The user of this browser, as the core will find them: an account's tokens take precedence over a guest's name. */
interface Owner {
  /** The account's id, or the guest's name. */
  id: string;
  guest: string | null;
}

/** Returns a text of the local storage; null if it is empty or missing. */
const readText = (key: string): string | null => localStorage.getItem(key)?.trim() || null;

/** Returns the JSON value under a key of the local storage, which is trusted to have its type; null if there is none. */
const readJson = <T>(key: string): T | null => JSON.parse(readText(key) ?? 'null') as T | null;

/** Returns the account of an access token (SPEC A19). */
function accountOf(token: string): string | undefined {
  const claims = atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'));
  return (JSON.parse(claims) as { sub?: string }).sub;
}

function currentOwner(): Owner | null {
  const token = readText('access_token');
  const account = token && accountOf(token);
  if (account) return { id: account, guest: null };
  const guest = token || readText('refresh_token') ? null : readText('name');
  return guest ? { id: guest, guest } : null;
}

const version = (): string => `${import.meta.url} ${LOCALE}`;

/** Stores the preview for the next page, or removes it if there is no user or the timer runs. It stays while an account is still loaded. */
export function storePreview({ session, user, clock, background, weather, timer, limits }: Mirror): void {
  if (session.isAuthenticated && !user) return;
  const owner = session.isAuthenticated ? user?.id : session.guest;
  try {
    // A running timer goes on without the page, so only the core knows what to show of it.
    if (!owner || timer.state.isActive || timer.overrun) {
      localStorage.removeItem(KEY);
      return;
    }
    const shown = { background, weather, timer, limits };
    const preview: StoredPreview = { version: version(), owner, greetings: clock.greetings, shown, blur: pictureBlur };
    localStorage.setItem(KEY, JSON.stringify(preview));
  } catch {
    // The next page starts with the defaults.
  }
}

/**
 * Returns the mirror of the preview; null if there is no user, whom the core will redirect, if the timer runs, because
 * only the core knows what to show then, or if the storage cannot be read.
 */
export function previewMirror(now: Date): Mirror | null {
  try {
    return restoreMirror(now);
  } catch {
    return null;
  }
}

function restoreMirror(now: Date): Mirror | null {
  const owner = currentOwner();
  if (!owner || readJson<TimerState>('timerState')?.isActive) return null;
  const initial = initialMirror();
  const user = readJson<User>('user');
  const preferences = { ...initial.preferences, ...readJson<Preferences>('preferences') };
  // As in the core, the key that the first paint reads takes precedence (SPEC F2).
  const theme = readText('theme');
  if (theme === 'dark' || theme === 'light' || theme === 'system') preferences.theme = theme;
  const stored = readJson<StoredPreview>(KEY);
  const last = stored?.version === version() && stored.owner === owner.id ? stored : null;
  pictureBlur = last?.blur ?? null;
  const greetings = last?.greetings ?? [];
  const greeting = greetings.findLast(({ from_hour }) => from_hour <= localHour(now))?.text ?? '';
  return {
    ...initial,
    ...last?.shown,
    session: { ...initial.session, isAuthenticated: owner.guest === null, guest: owner.guest, loading: false },
    user: owner.guest === null && user?.id === owner.id ? user : null,
    preferences,
    clock: { ...initial.clock, greetings, greeting, time: formatClock(now, preferences.hour_format) },
  };
}
