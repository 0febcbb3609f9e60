/** What the generated message functions need to write numbers, plurals and parts drawn by components. */
import { createElement, Fragment, type ReactNode } from 'react';

/** The language of the texts, as a BCP 47 tag. */
export const LOCALE = 'en';
const PLURAL_RULES = new Intl.PluralRules(LOCALE);
const NUMBERS = new Intl.NumberFormat(LOCALE);

/** The texts of a plural by category. `=0` and the like are for exact numbers. */
type PluralForms<T> = { other: T } & Partial<Record<Intl.LDMLPluralRule | `=${number}`, T>>;

/** Returns the text for a number, which may contain elements. */
export function plural<T extends ReactNode>(count: number, forms: PluralForms<T>): T {
  return forms[`=${count}`] ?? forms[PLURAL_RULES.select(count)] ?? forms.other;
}

/** Returns a number with separators, such as 1,250. */
export function formatNumber(value: number): string {
  return NUMBERS.format(value);
}

/** Returns texts and the elements between them as one node. */
export function richText(...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...parts);
}
