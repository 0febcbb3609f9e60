/** The languages of the app. */
import type { Language } from '@twentyfour/core';
import { useMirror } from '../core/hooks';

/** The languages' own names, which are the same in every language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch', es: 'Español' };

/** Returns the language that the user has chosen. The page may be in another one until it is loaded again. */
export const useLanguage = (): Language => useMirror(({ preferences }) => preferences.language);
