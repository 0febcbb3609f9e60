/** Formats lists. */
import { LOCALE, lazy } from '../../messages/format';

const lists = lazy(() => new Intl.ListFormat(LOCALE, { type: 'unit' }));

/** Formats several texts as a list without a conjunction: "Ada, Ben, Eve". */
export const formatList = (items: readonly string[]): string => lists().format(items);
