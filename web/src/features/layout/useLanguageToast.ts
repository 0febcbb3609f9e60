import { useEffect } from 'react';
import * as common from '../../messages/common';
import { LOCALE } from '../../messages/format';
import * as messages from '../../messages/layout';
import { reloadPage } from '../../platform/reload';
import { dismissToast, showActionToast } from '../../platform/toasts';
import { LANGUAGE_NAMES, useLanguage } from '../../shell/languages';

const TOAST_ID = 'language';

/** The delay of the toast in milliseconds: the settings reload the page themselves. */
const DELAY_MS = 2_000;

/** Offers to reload the page if it is in another language than the account: after a log-in, or a choice on another device. */
export function useLanguageToast(): void {
  const language = useLanguage();
  useEffect(() => {
    if (language === LOCALE) return undefined;
    const show = () => showActionToast(TOAST_ID, messages.languageDiffers({ language: LANGUAGE_NAMES[language] }), common.reload(), reloadPage);
    const timer = setTimeout(show, DELAY_MS);
    return () => {
      clearTimeout(timer);
      dismissToast(TOAST_ID);
    };
  }, [language]);
}
