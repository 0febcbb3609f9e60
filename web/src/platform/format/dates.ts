/**
 * Formats days. A day is written `YYYY-MM-DD`, as in due dates and in the clock's `today`; a timestamp is the UTC text
 * of a record. The core decides what is overdue or due this week; this module only formats it.
 */
import * as messages from '../../messages/dates';
import { LOCALE, lazy } from '../../messages/format';

/** Returns a function that formats one part of a day, given as its UTC midnight. */
function partFormat(part: Intl.DateTimeFormatOptions): (day: number) => string {
  const format = lazy(() => new Intl.DateTimeFormat(LOCALE, { ...part, timeZone: 'UTC' }));
  return (day) => format().format(day);
}

const shortDate = lazy(() => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' }));

const shortMonths: string[] = [];

/** Returns the short month as it is written in a date. By itself it can be different: "Nov" for "29. Nov." in German. */
function shortMonth(day: number): string {
  const find = () => shortDate().formatToParts(day).find(({ type }) => type === 'month')?.value ?? '';
  return (shortMonths[new Date(day).getUTCMonth()] ??= find());
}

const longMonth = partFormat({ month: 'long' });
const shortWeekday = partFormat({ weekday: 'short' });
const longWeekday = partFormat({ weekday: 'long' });

const MS_PER_DAY = 24 * 60 * 60 * 1000;

const digits = (value: number) => String(value).padStart(2, '0');

/** Returns the UTC midnight of a day in milliseconds, because UTC days all have the same length. */
function midnight(day: string): number {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number);
  return Date.UTC(year, month - 1, date);
}

/** Returns the day of a timestamp in this device's time zone. */
export function localDate(moment: string): string {
  const at = new Date(moment);
  return `${at.getFullYear()}-${digits(at.getMonth() + 1)}-${digits(at.getDate())}`;
}

/** Returns the number of days from one day to another; negative if the second is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((midnight(to) - midnight(from)) / MS_PER_DAY);
}

/** Where a day is written: by itself or at the start of a text, or within a sentence. */
export type Position = 'start' | 'sentence';

/** The names of the days around today, by their distance from today. */
const DAY_NAMES: Record<Position, ReadonlyMap<number, () => string>> = {
  start: new Map([
    [-1, messages.yesterday],
    [0, messages.today],
    [1, messages.tomorrow],
  ]),
  sentence: new Map([
    [-1, messages.yesterdayInSentence],
    [0, messages.todayInSentence],
    [1, messages.tomorrowInSentence],
  ]),
};

/** Formats a day relative to today: "Today" or "today" by its position, "Friday", "3 Mar", "3 Mar 2027". */
export function formatRelativeDay(day: string, today: string, position: Position = 'start'): string {
  return dayName(day, today, position) ?? formatDay(day, today);
}

/** Returns the name of a day from yesterday to six days ahead; null for other days, and while today is not known. */
function dayName(day: string, today: string, position: Position): string | null {
  if (today === '') return null;
  const distance = daysBetween(today, day);
  const isThisWeek = distance > 1 && distance < 7;
  return DAY_NAMES[position].get(distance)?.() ?? (isThisWeek ? atPosition(longWeekday(midnight(day)), position) : null);
}

/** Returns a text with a capital letter at the start, because Spanish writes weekdays and months in lower case. */
export const capitalized = (text: string): string => text.slice(0, 1).toLocaleUpperCase(LOCALE) + text.slice(1);

/** Returns a text with a capital letter unless it is within a sentence. */
export const atPosition = (text: string, position: Position): string => (position === 'start' ? capitalized(text) : text);

/** Formats a day with its month, and with its year unless that is the current one: "3 Mar", "3 Mar 2027". */
function formatDay(day: string, today: string): string {
  const parts = { day: dayOfMonth(day), month: shortMonth(midnight(day)) };
  const year = yearOf(day);
  return year === yearOf(today) ? messages.dayOfMonth(parts) : messages.dayOfYear({ ...parts, year });
}

/** Adds a number of days to a day; negative numbers go back. */
export function addDays(day: string, days: number): string {
  return new Date(midnight(day) + days * MS_PER_DAY).toISOString().slice(0, 10);
}

/** Returns the weekday: 0 for Monday to 6 for Sunday. */
export function weekdayOf(day: string): number {
  return (new Date(midnight(day)).getUTCDay() + 6) % 7;
}

/** Formats a past day: "Today", "Yesterday", "Fri, 20 Nov", "Fri, 20 Nov 2025". */
export function formatPastDay(day: string, today: string): string {
  const name = dayName(day, today, 'start');
  return name ?? messages.dayWithWeekday({ weekday: capitalized(shortWeekday(midnight(day))), day: formatDay(day, today) });
}

/** Formats a full date: "Friday, 20 November 2026". */
export function formatFullDate(day: string): string {
  const words = messages.dayOfYearLong({ day: dayOfMonth(day), month: monthName(day), year: yearOf(day) });
  return messages.dayWithWeekday({ weekday: longWeekday(midnight(day)), day: words });
}

/** Formats a day with its year: "3 Mar 2027". */
export const formatDayWithYear = (day: string): string => formatDay(day, '');

/** Returns the weekday of a day: "Mon" or "Monday". */
export function weekdayName(day: string, width: 'short' | 'long'): string {
  return (width === 'short' ? shortWeekday : longWeekday)(midnight(day));
}

/** Returns the month of a day: "November". */
export function monthName(day: string): string {
  return longMonth(midnight(day));
}

/** Formats a range of days: "2 – 8 Mar", "30 Mar – 5 Apr", "29 Dec 2025 – 4 Jan 2026". */
export function formatDateRange(from: string, to: string, today: string): string {
  const isOneYear = yearOf(from) === yearOf(to);
  // Two years are both shown, even if one of them is the current one.
  const end = formatDay(to, isOneYear ? today : '');
  if (from.slice(0, 7) === to.slice(0, 7)) return messages.range({ start: messages.dayAlone({ day: dayOfMonth(from) }), end });
  return messages.range({ start: formatDay(from, isOneYear ? from : ''), end });
}

const dayOfMonth = (day: string): string => String(Number(day.slice(8, 10)));

const yearOf = (day: string): string => day.slice(0, 4);
