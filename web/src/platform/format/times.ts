/**
 * Formats times: the only module that formats a time of day. A timestamp is the UTC text of a record; an offset is in
 * minutes, east positive; a time of day is `HH:MM`.
 */
import type { HourFormat } from '@twentyfour/core';
import * as messages from '../../messages/dates';
import { localDate, formatRelativeDay } from './dates';

const MS_PER_MINUTE = 60_000;

/** Keeps a time and its AM or PM on one line. */
const NO_BREAK_SPACE = '\u00a0';

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
  return (hour < 12 ? messages.timeAm(shown) : messages.timePm(shown)).replaceAll(' ', NO_BREAK_SPACE);
}

/** Formats a time of day given as minutes after midnight. */
export function formatMinuteOfDay(minutes: number, hour_format: HourFormat): string {
  return formatTime(`${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`, hour_format);
}

/** Formats the local time of a timestamp at a UTC offset. */
export function formatTimeAtOffset(moment: string, utc_offset: number, hour_format: HourFormat): string {
  return formatTime(toDateAndTime(moment, utc_offset).time, hour_format);
}

/** Formats a timestamp relative to today: "Today, 14:05", "3 Mar, 9:00 AM". */
export function formatTimestamp(moment: string, { today, hour_format }: TimeFormat): string {
  return messages.dayAndTime({ day: formatRelativeDay(localDate(moment), today), time: formatTime(timeOf(moment), hour_format) });
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

/** A day and a time of day, as the browser's own fields write them: `2026-03-03` and `14:05`. */
interface DateAndTime {
  day: string;
  time: string;
}

/** Returns the local day and time of a timestamp at a UTC offset. */
export function toDateAndTime(moment: string, utc_offset: number): DateAndTime {
  const [day = '', time = ''] = shiftByOffset(Date.parse(moment), utc_offset).toISOString().split('T');
  return { day, time: time.slice(0, 5) };
}

/**
 * Returns the day that a session counts toward: the local day at its start, where days begin `day_start_minutes` after
 * midnight.
 */
export function dayOfSession(start: string, utc_offset: number, day_start_minutes: number): string {
  return toDateAndTime(start, utc_offset - day_start_minutes).day;
}

/** Adds minutes to a day and time, ignoring daylight saving time. */
export function addMinutes({ day, time }: DateAndTime, minutes: number): DateAndTime {
  return toDateAndTime(new Date(Date.parse(`${day}T${time}Z`) + minutes * MS_PER_MINUTE).toISOString(), 0);
}

/** Returns the number of minutes between two timestamps, with fractions. */
export function minutesBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / MS_PER_MINUTE;
}

/** A timestamp with the user's UTC offset at that time. */
interface OffsetTimestamp {
  start: string;
  utc_offset: number;
}

/**
 * Returns the timestamp of a day and time in this device's time zone, or null if they are invalid or before 1970. A
 * time that the clock skips is shifted forward by the gap; for a time that occurs twice it is the first.
 */
export function toLocalTimestamp({ day, time }: DateAndTime): OffsetTimestamp | null {
  if (!isDayAndTime(day, time)) return null;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = new Date(2000, month - 1, date, hour, minute);
  // The `Date` constructor maps years below 100 to 1900–1999, so the year is set separately.
  at.setFullYear(year, month - 1, date);
  at.setHours(hour, minute, 0, 0);
  // Sessions before 1970 cannot be stored.
  return at.getTime() < 0 ? null : { start: at.toISOString(), utc_offset: offsetOf(at) };
}

/**
 * Returns the timestamp of a day and time near another timestamp with a known UTC offset. Uses this device's time zone
 * if it had the same offset then, and the given offset otherwise, because a session recorded while traveling is shown
 * in the local time of that place.
 */
export function toTimestampNear(when: DateAndTime, utc_offset: number, moment: string): OffsetTimestamp | null {
  const local = toLocalTimestamp(when);
  if (!local || offsetOf(new Date(moment)) === utc_offset) return local;
  return { start: shiftByOffset(Date.parse(`${when.day}T${when.time}Z`), -utc_offset).toISOString(), utc_offset };
}

/**
 * Formats the end of something that starts at a day and time and takes up to 1,440 minutes: "09:25", "12:15 AM the next
 * day".
 */
export function formatEndTime(start: DateAndTime, minutes: number, hour_format: HourFormat): string {
  const end = addMinutes(start, minutes);
  const time = formatTime(end.time, hour_format);
  return end.day === start.day ? time : messages.timeNextDay({ time });
}

/** Returns this device's UTC offset at a date, in minutes. */
function offsetOf(at: Date): number {
  return 0 - Math.round(at.getTimezoneOffset());
}

function shiftByOffset(milliseconds: number, utc_offset: number): Date {
  return new Date(milliseconds + utc_offset * MS_PER_MINUTE);
}

function isDayAndTime(day: string, time: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !/^\d{2}:\d{2}$/.test(time)) return false;
  const at = new Date(`${day}T${time}Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(`${day}T${time}`);
}
