/** Formats lists. */
import { LOCALE } from '../../messages/format';

const LISTS = new Intl.ListFormat(LOCALE, { type: 'unit' });

/** Formats several texts as a list without a conjunction: "Ada, Ben, Eve". */
export const formatList = (items: readonly string[]): string => LISTS.format(items);
