/** Loads the texts of the page's language. English is part of the modules that use it. */
import type { LanguageCatalog } from '@twentyfour/core';
import { type Catalog, setCatalog } from '../messages/catalog';
import { fallBackToEnglish, lazy, LOCALE } from '../messages/format';
import { cacheLanguage } from '../platform/language-cache';

/** What the file of a language exports. */
interface LanguageModule {
  texts: Catalog;
  core: { language: string; texts: readonly string[] };
  /** The URL of the file itself. */
  url: string;
}

const LANGUAGES: Readonly<Record<string, () => Promise<LanguageModule>>> = {
  de: () => import('./languages/de'),
  es: () => import('./languages/es'),
};

/** How long the page waits for the texts, in milliseconds. */
const LOAD_TIMEOUT_MS = 5_000;

/**
 * Loads the texts once, before anything is rendered, and returns those of the core; null in English. If they cannot be
 * loaded in time, the page is in English.
 */
export const loadLanguage = lazy(() => loadTexts());

/** Loads the texts of a language from its file. */
export async function loadTexts(language = LOCALE, languages = LANGUAGES): Promise<LanguageCatalog | null> {
  const load = languages[language];
  if (!load) return null;
  try {
    const { texts, core, url } = await Promise.race([load(), timeOut()]);
    setCatalog(texts);
    void cacheLanguage(url);
    return core as LanguageCatalog;
  } catch (error) {
    // oxlint-disable-next-line no-console -- The page works, but not in the chosen language.
    console.warn('Cannot load the texts of the chosen language', error);
    fallBackToEnglish();
    return null;
  }
}

/** Returns a promise that rejects after the timeout. */
function timeOut(): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(() => reject(new Error(`There was no response within ${LOAD_TIMEOUT_MS} ms.`)), LOAD_TIMEOUT_MS);
  });
}

/** Gives a new instance of the core's module the texts of the page's language. */
export async function translateCore({ setLanguage }: { setLanguage: (texts: LanguageCatalog) => void }): Promise<void> {
  const texts = await loadLanguage();
  if (texts) setLanguage(texts);
}
