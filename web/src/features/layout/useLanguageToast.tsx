import { useEffect } from 'react';
import * as common from '../../messages/common';
import { LOCALE, REQUESTED_LOCALE } from '../../messages/format';
import * as messages from '../../messages/layout';
import { reloadPage } from '../../platform/reload';
import { dismissToast, showActionToast } from '../../platform/toasts';
import { hasJustLoggedIn, LANGUAGE_NAMES, useLanguage } from '../../shell/languages';
import { reloadWhenSent } from '../../shell/reloadWhenSent';

const TOAST_ID = 'language';

/** The delay of the toast in milliseconds: the settings reload the page themselves. */
const DELAY_MS = 2_000;

/**
 * Changes to the account's language if the page is in another one: reloads the page right after a log-in, and offers that
 * after a choice on another device.
 */
export function useLanguageToast(): void {
  const language = useLanguage();
  useEffect(() => {
    // A reload does not help if the texts of the requested language could not be loaded.
    if (language === LOCALE || language === REQUESTED_LOCALE) return undefined;
    if (hasJustLoggedIn()) return reloadWhenSent();
    const name = (text: string) => <span lang={language}>{text}</span>;
    const message = messages.languageDiffers({ language: LANGUAGE_NAMES[language], name });
    const timer = setTimeout(() => showActionToast(TOAST_ID, message, common.reload(), reloadPage), DELAY_MS);
    return () => {
      clearTimeout(timer);
      dismissToast(TOAST_ID);
    };
  }, [language]);
}
