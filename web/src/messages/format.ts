/** What the generated message functions need to write numbers, plurals and parts drawn by components. */
import { createElement, Fragment, type ReactNode } from 'react';

/**
 * The language of the texts, as a BCP 47 tag: that of the page (`boot/language.js`). It must not be read while modules are
 * loaded, because it is English again if the texts cannot be loaded.
 */
export let LOCALE = globalThis.document?.documentElement.lang || 'en';

/** The language that was requested for the page. The page is in English if its texts could not be loaded. */
export const REQUESTED_LOCALE = LOCALE;

/** Makes English the language of the page. */
export function fallBackToEnglish(): void {
  LOCALE = 'en';
  document.documentElement.lang = LOCALE;
}

/** Returns a function that makes a value at its first call. Intl's formatters take long to make. */
export function lazy<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => (value ??= make());
}

const pluralRules = lazy(() => new Intl.PluralRules(LOCALE));
const numbers = lazy(() => new Intl.NumberFormat(LOCALE));

/** The texts of a plural by category. `=0` and the like are for exact numbers. */
type PluralForms<T> = { other: T } & Partial<Record<Intl.LDMLPluralRule | `=${number}`, T>>;

/** Returns the text for a number, which may contain elements. */
export function plural<T extends ReactNode>(count: number, forms: PluralForms<T>): T {
  return forms[`=${count}`] ?? forms[pluralRules().select(count)] ?? forms.other;
}

/** Returns a number with separators, such as 1,250. */
export function formatNumber(value: number): string {
  return numbers().format(value);
}

/** Returns texts and the elements between them as one node. */
export function richText(...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
