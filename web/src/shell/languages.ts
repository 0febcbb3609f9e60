/** The languages of the app, and how the user chooses one. */
import type { Language } from '@twentyfour/core';
import { dispatch, mirror } from '../core/client';
import { useMirror } from '../core/hooks';
import { reloadPage } from '../platform/reload';

/** The languages' own names, which are the same in every language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', es: 'Español' };

/** Returns the language that the user has chosen. The page may be in another one until it is loaded again. */
export const useLanguage = (): Language => useMirror(({ preferences }) => preferences.language);

/** How long the page waits until the choice has been sent, in milliseconds. By then it is stored. */
const SEND_TIMEOUT_MS = 1_000;

const isSent = (): boolean => mirror.getState().sync.unsent === 0;

/** Stores the language, and then reloads the page, whose texts and formats are all in one language. */
export function chooseLanguage(language: Language): void {
  if (dispatch({ type: 'set_preferences', update: { language } })) return;
  // The local storage is written at once, but not the outbox.
  if (isSent()) {
    reloadPage();
    return;
  }
  const reload = () => {
    clearTimeout(timer);
    unsubscribe();
    reloadPage();
  };
  const timer = setTimeout(reload, SEND_TIMEOUT_MS);
  const unsubscribe = mirror.subscribe(() => isSent() && reload());
}
