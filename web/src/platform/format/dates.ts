/**
 * Formats days. A day is written `YYYY-MM-DD`, as in due dates and in the clock's `minute`; a timestamp is the UTC text
 * of a record. The core decides what is overdue or due this week; this module only formats it.
 */

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
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

/** Formats a day relative to today: "Today", "Friday", "3 Mar", "3 Mar 2027". */
export function formatRelativeDay(day: string, today: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const words = `${Number(date)} ${MONTHS[Number(month) - 1] ?? ''}`;
  if (today === '') return `${words} ${year}`;
  const distance = daysBetween(today, day);
  if (distance === 0) return 'Today';
  if (distance === 1) return 'Tomorrow';
  if (distance === -1) return 'Yesterday';
  if (distance > 1 && distance < 7) return WEEKDAYS[new Date(midnight(day)).getUTCDay()] ?? words;
  return today.startsWith(`${year}-`) ? words : `${words} ${year}`;
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
  const words = formatRelativeDay(day, today);
  // Only texts that start with a digit lack a weekday; the others are names of days.
  return /^\d/.test(words) ? `${weekdayName(day).slice(0, 3)}, ${words}` : words;
}

/** Formats a full date: "Friday, 20 November 2026". */
export function formatFullDate(day: string): string {
  return `${weekdayName(day)}, ${new Date(midnight(day)).getUTCDate()} ${monthName(day)} ${day.slice(0, 4)}`;
}

/** Returns the month of a day: "November". */
export function monthName(day: string): string {
  return new Date(midnight(day)).toLocaleDateString('en', { month: 'long', timeZone: 'UTC' });
}

/** Formats a range of days: "2 – 8 Mar", "30 Mar – 5 Apr", "29 Dec 2025 – 4 Jan 2026". */
export function formatDateRange(from: string, to: string, today: string): string {
  const [year = '', month = '', date = ''] = from.split('-');
  const [lastYear = '', lastMonth = '', lastDate = ''] = to.split('-');
  const isOfThisYear = today.startsWith(`${lastYear}-`) && year === lastYear;
  const end = `${Number(lastDate)} ${shortMonth(lastMonth)}${isOfThisYear ? '' : ` ${lastYear}`}`;
  const isOneMonth = year === lastYear && month === lastMonth;
  const begin = `${Number(date)}${isOneMonth ? '' : ` ${shortMonth(month)}`}${year === lastYear ? '' : ` ${year}`}`;
  return `${begin} – ${end}`;
}

function shortMonth(number: string): string {
  return MONTHS[Number(number) - 1] ?? '';
}

function weekdayName(day: string): string {
  return WEEKDAYS[new Date(midnight(day)).getUTCDay()] ?? '';
}
