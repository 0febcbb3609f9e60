/** The languages of the app. */
import type { Language } from '@twentyfour/core';
import { useMirror } from '../core/hooks';

/** The languages' own names, which are the same in every language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', es: 'Español' };

/** How long after a log-in the page adopts the account's language without asking, in milliseconds. */
const LOG_IN_MS = 30_000;

let loggedInAt = -Infinity;

/** Remembers that a user has logged in or signed up on this page. */
export function markLogIn(): void {
  loggedInAt = performance.now();
}

/** Returns whether a user has just logged in or signed up on this page. */
export const hasJustLoggedIn = (): boolean => performance.now() - loggedInAt < LOG_IN_MS;

/** Returns the language that the user has chosen. The page may be in another one until it is loaded again. */
export const useLanguage = (): Language => useMirror(({ preferences }) => preferences.language);
