/** How dates are written in the region of the browser's language. */
import { browserLocale } from '../locale';

/** `getWeekInfo` is new, and a property in some browsers. */
interface WeekLocale {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

/** Returns the first day of the week: 1 (Monday) to 7 (Sunday). Monday if the browser does not know it. */
export function firstDayOfWeek(locale = browserLocale()): number {
  const region: WeekLocale = new Intl.Locale(locale);
  return (region.getWeekInfo?.() ?? region.weekInfo)?.firstDay ?? 1;
}

/** Returns whether the day is written before the month in dates such as 5/12. */
export function isDayFirst(locale = browserLocale()): boolean {
  const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'numeric' }).formatToParts().map(({ type }) => type);
  return parts.indexOf('day') < parts.indexOf('month');
}
