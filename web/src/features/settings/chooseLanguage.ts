import type { Language } from '@twentyfour/core';
import { dispatch, mirror } from '../../core/client';
import { reloadPage } from '../../platform/reload';

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
