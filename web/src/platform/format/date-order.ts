/** How dates are written in the region of the browser's language. */
import { browserLocale } from '../locale';

/** `getWeekInfo` is new, and a property in some browsers. */
interface WeekLocale {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

export interface DateOrder {
  /** The first day of the week: 1 (Monday) to 7 (Sunday). Monday if the browser does not know it. */
  firstDay: number;
  /** Whether the day is written before the month in dates such as 5/12. */
  isDayFirst: boolean;
}

const known = new Map<string, DateOrder>();

/** Returns how a locale orders days. It is cached, because quick add asks at every key and creating formatters takes long. */
export function dateOrder(locale = browserLocale()): DateOrder {
  const cached = known.get(locale);
  if (cached) return cached;
  const region: WeekLocale = new Intl.Locale(locale);
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' }).formatToParts().map(({ type }) => type);
  const order = {
    firstDay: (region.getWeekInfo?.() ?? region.weekInfo)?.firstDay ?? 1,
    isDayFirst: parts.indexOf('day') < parts.indexOf('month'),
  };
  known.set(locale, order);
  return order;
}
