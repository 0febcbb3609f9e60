/** The days that the calendar shows. A day is written `YYYY-MM-DD`. Weeks begin on Monday, as in My Stats. */
import * as messages from '../../messages/calendar';
import * as dates from '../../messages/dates';
import { addDays, atPosition, capitalized, formatDateRange, monthName, type Position, weekdayName, weekdayOf } from '../../platform/format/dates';
import { formatMinuteOfDay } from '../../platform/format/times';

export const CALENDAR_VIEWS = ['month', 'week'] as const;
export type CalendarView = (typeof CALENDAR_VIEWS)[number];

const MINUTES_PER_DAY = 24 * 60;
/** How exactly a time is set by dragging, in minutes. */
const TIME_STEP = 15;

/** Six weeks, so that the grid has the same height in every month. */
const DAYS_OF_MONTH_GRID = 42;

/** Parses a day of this millennium; returns null for any other text. */
export function parseDay(text: string | null): string | null {
  return text !== null && /^2\d{3}-(0[1-9]|1[0-2])-\d{2}$/.test(text) && addDays(text, 0) === text ? text : null;
}

/** Returns the days that a view shows around a day: its week, or six weeks with its month. */
export function shownDays(view: CalendarView, day: string): string[] {
  const first = view === 'month' ? `${day.slice(0, 8)}01` : day;
  const monday = addDays(first, -weekdayOf(first));
  return Array.from({ length: view === 'month' ? DAYS_OF_MONTH_GRID : 7 }, (_, index) => addDays(monday, index));
}

/** Returns the first day of a month, given as the number of months since the year 0. */
const firstOf = (index: number): string => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;

/** Returns the same day in another month, or the last one of a shorter month. */
export function addMonths(day: string, months: number): string {
  const index = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const last = addDays(firstOf(index + 1), -1);
  const same = last.slice(0, 8) + day.slice(8);
  return same < last ? same : last;
}

/** Returns the same day on another page of a view. */
export function addPages(view: CalendarView, day: string, pages: number): string {
  return view === 'month' ? addMonths(day, pages) : addDays(day, pages * 7);
}

/** Formats what a view shows: "November 2026", "30 Nov – 6 Dec". */
export function formatShownDays(view: CalendarView, day: string, today: string): string {
  if (view === 'month') return messages.monthTitle({ month: capitalized(monthName(day)), year: day.slice(0, 4) });
  const [monday = day] = shownDays('week', day);
  return formatDateRange(monday, addDays(monday, 6), today);
}

/** Formats a day of the page by its position: "Monday, 30 November". */
export function formatDay(day: string, position: Position = 'start'): string {
  return dates.dayWithWeekday({
    weekday: atPosition(weekdayName(day, 'long'), position),
    day: dates.dayOfMonthLong({ day: dayNumber(day), month: monthName(day) }),
  });
}

/** Describes a day with the number of its cards, and of those that will be due then: "Monday, 30 November, 2 cards, 1 repeating". */
export function describeDay(day: string, count: number, laterCount: number): string {
  const cards = messages.dayCards({ day: formatDay(day), count });
  return laterCount === 0 ? cards : messages.dayLater({ cards, count: laterCount });
}

/** Returns the number of a day in its month: "30". */
export const dayNumber = (day: string): string => String(Number(day.slice(8)));

/** Returns the time of day of a due date, `HH:MM`; null for none. */
export function timeOfDueDate(due_date: string | null): string | null {
  return due_date?.split('T')[1] ?? null;
}

/** Returns the day of a due date. */
export function dayOfDueDate(due_date: string): string {
  return due_date.slice(0, 10);
}

/** Returns the number of minutes from midnight to a time of day, `HH:MM`. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
}

/** Returns a due date at the same time on another day. */
export function withDay(due_date: string, day: string): string {
  return day + due_date.slice(day.length);
}

/** Returns a due date at a minute of its day, in steps of 15 minutes. */
function withMinute(due_date: string, minute: number): string {
  const step = Math.min(Math.max(Math.round(minute / TIME_STEP), 0), MINUTES_PER_DAY / TIME_STEP - 1);
  return `${dayOfDueDate(due_date)}T${formatMinuteOfDay(step * TIME_STEP, '24')}`;
}

/** Moves a due date with a time by minutes within its day. Less than half a step keeps its time. */
export function moveTime(due_date: string, minutes: number): string {
  const time = timeOfDueDate(due_date);
  return time === null || Math.abs(minutes) < TIME_STEP / 2 ? due_date : withMinute(due_date, minutesOf(time) + minutes);
}

/** Moves a due date with a time to the next or previous quarter of an hour of its day, if there is one. */
export function stepTime(due_date: string, direction: 1 | -1): string {
  const steps = minutesOf(timeOfDueDate(due_date) ?? '00:00') / TIME_STEP;
  const minute = (direction === 1 ? Math.floor(steps) + 1 : Math.ceil(steps) - 1) * TIME_STEP;
  return minute < 0 || minute >= MINUTES_PER_DAY ? due_date : withMinute(due_date, minute);
}
