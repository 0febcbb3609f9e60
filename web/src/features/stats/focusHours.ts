/** When a user focuses: the focus time by hour of the day and by day of the week. */
import type { FocusSessionView } from '@twentyfour/core';
import { localMilliseconds } from '../../platform/format/times';

/** The number of weeks that are looked at. */
export const FOCUS_HOURS_WEEKS = 12;
/** The number of sessions from which on the hours are shown: fewer may be chance. */
export const MIN_FOCUS_HOURS_SESSIONS = 10;

const MS_PER_MINUTE = 60_000;
const MS_PER_HOUR = 60 * MS_PER_MINUTE;
const MS_PER_DAY = 24 * MS_PER_HOUR;

/** A time range with focus time, as timestamps. */
interface FocusInterval {
  start: string;
  end: string;
  /** In minutes, east positive. */
  utc_offset: number;
}

/** A session with its intervals. */
export interface SessionIntervals {
  id: string;
  segments: readonly FocusInterval[];
}

export interface FocusHours {
  /** The focus time in each hour of the local day, in seconds. */
  byHour: readonly number[];
  /** The first of the two hours with the most focus time: 0 to 23. */
  bestHour: number;
  /** The day of the week with the most focus time: 0 for Monday to 6 for Sunday. */
  bestWeekday: number;
}

/**
 * Adds up sessions by local hour and by local day of the week, at the UTC offset of each interval. A day begins at
 * `day_start_minutes` after midnight, so the time before that counts for the day before.
 */
export function focusHours(sessions: readonly SessionIntervals[], day_start_minutes: number): FocusHours {
  const dayStart = day_start_minutes * MS_PER_MINUTE;
  const byHour = Array.from({ length: 24 }, () => 0);
  const byWeekday = Array.from({ length: 7 }, () => 0);
  for (const { start, end, utc_offset } of sessions.flatMap(({ segments }) => segments)) {
    const last = localMilliseconds(end, utc_offset);
    for (let at = localMilliseconds(start, utc_offset); at < last; ) {
      // A day may begin within an hour.
      const next = Math.min(last, nextMultiple(at, MS_PER_HOUR), nextMultiple(at - dayStart, MS_PER_DAY) + dayStart);
      addTo(byHour, Math.floor(at / MS_PER_HOUR) % 24, next - at);
      addTo(byWeekday, weekdayAt(at - dayStart), next - at);
      at = next;
    }
  }
  const inTwoHours = (hour: number) => (byHour[hour] ?? 0) + (byHour[(hour + 1) % 24] ?? 0);
  // Of equal pairs, the one that begins with more: an hour from nine is "9 to 11" rather than "8 to 10".
  const compare = (hour: number, other: number) => inTwoHours(hour) - inTwoHours(other) || (byHour[hour] ?? 0) - (byHour[other] ?? 0);
  const bestHour = byHour.reduce((best, _, hour) => (compare(hour, best) > 0 ? hour : best), 0);
  return { byHour: byHour.map((milliseconds) => Math.floor(milliseconds / 1000)), bestHour, bestWeekday: indexOfMax(byWeekday) };
}

/**
 * Returns the sessions of the server with the listed ones, which may be unsent or newer (SPEC S60). Listed ones of days before
 * `from` are left out, also if the server has them on a later day.
 */
export function withListed(sent: readonly SessionIntervals[], listed: readonly FocusSessionView[], from: string): SessionIntervals[] {
  const newer = new Set(listed.map(({ id }) => id));
  return [...sent.filter(({ id }) => !newer.has(id)), ...listed.filter(({ day }) => day >= from)];
}

function addTo(sums: number[], index: number, amount: number): void {
  sums[index] = (sums[index] ?? 0) + amount;
}

/** Returns the first multiple of `step` after `number`. */
const nextMultiple = (number: number, step: number): number => (Math.floor(number / step) + 1) * step;

/** Returns the day of the week of a local time in milliseconds: 0 for Monday. */
function weekdayAt(local: number): number {
  // 1 January 1970 was a Thursday.
  return (Math.floor(local / MS_PER_DAY) + 3) % 7;
}

/** Returns the index of the greatest number; the first one if several are equal. */
function indexOfMax(numbers: readonly number[]): number {
  return numbers.indexOf(Math.max(...numbers));
}
