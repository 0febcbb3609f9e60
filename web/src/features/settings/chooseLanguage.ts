import type { Language } from '@twentyfour/core';
import { dispatch, mirror } from '../../core/client';
import { reloadWhenSent } from '../../shell/reloadWhenSent';

/**
 * Stores the language, and then reloads the page, whose texts and formats are all in one language. A change from English
 * also changes the time format from its default, because the other languages write times with 24 hours.
 */
export function chooseLanguage(language: Language): void {
  const { language: previous, hour_format } = mirror.getState().preferences;
  const changesHours = previous === 'en' && hour_format === '12';
  if (dispatch({ type: 'set_preferences', update: changesHours ? { language, hour_format: '24' } : { language } })) return;
  reloadWhenSent();
}
