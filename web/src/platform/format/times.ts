/**
 * Formats times: the only module that formats a time of day. A timestamp is the UTC text of a record; an offset is in
 * minutes, east positive; a time of day is `HH:MM`.
 */
import type { HourFormat } from '@twentyfour/core';
import * as messages from '../../messages/dates';
import { localDate, formatRelativeDay, type Position } from './dates';

const MS_PER_MINUTE = 60_000;

const digits = (value: number) => String(value).padStart(2, '0');

/** What formatting a timestamp depends on; components get it from `useTimeFormat`. */
export interface TimeFormat {
  /** The user's current day, `YYYY-MM-DD`; empty until it is known. */
  today: string;
  hour_format: HourFormat;
}

/** Formats a time of day in the user's hour format: "14:05" or "2:05 PM". */
export function formatTime(time: string, hour_format: HourFormat): string {
  if (hour_format === '24') return time;
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const shown = { time: `${hour % 12 || 12}:${digits(minute)}` };
  return hour < 12 ? messages.timeAm(shown) : messages.timePm(shown);
}

/**
 * Formats the local time as the clock of Home does (SPEC C1), for the first paint; afterwards the core formats it. A
 * test compares both.
 */
export function formatClock(now: Date, hour_format: HourFormat): string {
  const hour = localHour(now);
  return `${digits(hour_format === '24' ? hour : hour % 12 || 12)}:${digits(now.getMinutes())}`;
}

/** Returns the local hour, 0 to 23. */
export const localHour = (now: Date): number => now.getHours();

/** Returns the minutes that a local clock shows since midnight, 0 to 1,439. */
export const localMinute = (moment: Date): number => localHour(moment) * 60 + moment.getMinutes();

/** Formats a time of day given as minutes after midnight. */
export function formatMinuteOfDay(minutes: number, hour_format: HourFormat): string {
  return formatTime(`${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`, hour_format);
}

/** Returns the local time of a timestamp at a UTC offset, in milliseconds since the local start of 1970. */
export const localMilliseconds = (moment: string, utc_offset: number): number => Date.parse(moment) + utc_offset * MS_PER_MINUTE;

/** Formats the local time of a timestamp at a UTC offset. */
export function formatTimeAtOffset(moment: string, utc_offset: number, hour_format: HourFormat): string {
  const local = new Date(localMilliseconds(moment, utc_offset));
  return formatTime(local.toISOString().slice(11, 16), hour_format);
}

/** Formats a timestamp relative to today: "Today, 14:05" or "today, 14:05" by its position, "3 Mar, 9:00 AM". */
export function formatTimestamp(moment: string, { today, hour_format }: TimeFormat, position: Position = 'start'): string {
  return messages.dayAndTime({ day: formatRelativeDay(localDate(moment), today, position), time: formatTime(timeOf(moment), hour_format) });
}

/** Formats the time of day of a timestamp in this device's time zone. */
export function formatTimeOfTimestamp(moment: string, hour_format: HourFormat): string {
  return formatTime(timeOf(moment), hour_format);
}

/** Formats a timestamp as short as possible: "14:05" for today, "Yesterday", "3 Mar". */
export function formatShortTimestamp(moment: string, { today, hour_format }: TimeFormat): string {
  const day = localDate(moment);
  return day === today ? formatTime(timeOf(moment), hour_format) : formatRelativeDay(day, today);
}

/** Formats a due date relative to today: "Tomorrow", "Tomorrow, 9:00 AM". */
export function formatDueDate(due_date: string, { today, hour_format }: TimeFormat): string {
  const [day = '', time] = due_date.split('T');
  const shownDay = formatRelativeDay(day, today);
  return time ? messages.dayAndTime({ day: shownDay, time: formatTime(time, hour_format) }) : shownDay;
}

/** Returns the time of day of a timestamp in this device's time zone. */
function timeOf(moment: string): string {
  const at = new Date(moment);
  return `${digits(at.getHours())}:${digits(at.getMinutes())}`;
}
