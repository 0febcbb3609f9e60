/**
 * Times in words: the only module that formats a time of day. A moment is the UTC text that records carry; an offset is in
 * minutes, east positive; a time of day is `HH:MM`.
 */
import type { HourFormat } from '@twentyfour/core';
import { localDate, formatRelativeDay } from './moments';

const MS_PER_MINUTE = 60_000;

/** Keeps a time and its AM or PM on one line. */
const NO_BREAK_SPACE = '\u00a0';

const digits = (value: number) => String(value).padStart(2, '0');

/** What the words for a moment depend on; components get it from `useTimeFormat`. */
export interface TimeFormat {
  /** The person's day, `YYYY-MM-DD`; empty until it is known. */
  today: string;
  hour_format: HourFormat;
}

/** Returns a time of day as the person reads it: "14:05", or "2:05 PM". */
export function formatTime(time: string, hour_format: HourFormat): string {
  if (hour_format === '24') return time;
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return `${hour % 12 || 12}:${digits(minute)}${NO_BREAK_SPACE}${hour < 12 ? 'AM' : 'PM'}`;
}

/** Returns the time of day so many minutes after midnight, in words. */
export function formatMinuteOfDay(minutes: number, hour_format: HourFormat): string {
  return formatTime(`${digits(Math.floor(minutes / 60))}:${digits(minutes % 60)}`, hour_format);
}

/** Returns what the clock showed at a moment where the person was, in words. */
export function formatTimeAtOffset(moment: string, utc_offset: number, hour_format: HourFormat): string {
  return formatTime(toDateAndTime(moment, utc_offset).time, hour_format);
}

/** Returns a moment relative to today: "Today, 14:05", "3 Mar, 9:00 AM". */
export function formatTimestamp(moment: string, { today, hour_format }: TimeFormat): string {
  return `${formatRelativeDay(localDate(moment), today)}, ${formatTime(timeOf(moment), hour_format)}`;
}

/** Returns a moment as short as possible: "14:05" for today, "Yesterday", "3 Mar". */
export function formatShortTimestamp(moment: string, { today, hour_format }: TimeFormat): string {
  const day = localDate(moment);
  return day === today ? formatTime(timeOf(moment), hour_format) : formatRelativeDay(day, today);
}

/** Returns a due date relative to today: "Tomorrow", "Tomorrow, 9:00 AM". */
export function formatDueDate(due_date: string, { today, hour_format }: TimeFormat): string {
  const [day = '', time] = due_date.split('T');
  return time ? `${formatRelativeDay(day, today)}, ${formatTime(time, hour_format)}` : formatRelativeDay(day, today);
}

/** The time of day at a moment by this device. */
function timeOf(moment: string): string {
  const at = new Date(moment);
  return `${digits(at.getHours())}:${digits(at.getMinutes())}`;
}

/** A day and a time of it, as the browser's own fields write them: `2026-03-03` and `14:05`. */
export interface DateAndTime {
  day: string;
  time: string;
}

/** What the calendar and the clock said at a moment where the person was, by the offset that they had. */
export function toDateAndTime(moment: string, utc_offset: number): DateAndTime {
  const [day = '', time = ''] = shiftByOffset(Date.parse(moment), utc_offset).toISOString().split('T');
  return { day, time: time.slice(0, 5) };
}

/**
 * The day that a session counts on: the local one where the person was when it began, their days beginning so many
 * minutes after midnight.
 */
export function dayOfSession(start: string, utc_offset: number, day_start_minutes: number): string {
  return toDateAndTime(start, utc_offset - day_start_minutes).day;
}

/** Some minutes before or after a day and time, on a calendar where no day is longer than another. */
export function addMinutes({ day, time }: DateAndTime, minutes: number): DateAndTime {
  return toDateAndTime(new Date(Date.parse(`${day}T${time}Z`) + minutes * MS_PER_MINUTE).toISOString(), 0);
}

/** How many minutes lie from one moment to another, seconds counting as parts. */
export function minutesBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / MS_PER_MINUTE;
}

/** A moment with the offset that a person had then. */
export interface OffsetTimestamp {
  start: string;
  utc_offset: number;
}

/**
 * The moment of a day and time by this device's time zone; null where the two are no day and time since 1970. A time that the clocks
 * jump over is as far after the jump as it would have been after the hour that is missing; of one that they show twice it
 * is the first.
 */
export function toLocalTimestamp({ day, time }: DateAndTime): OffsetTimestamp | null {
  if (!isDayAndTime(day, time)) return null;
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number);
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  const at = new Date(2000, month - 1, date, hour, minute);
  // A constructor of dates takes years below 100 for others.
  at.setFullYear(year, month - 1, date);
  at.setHours(hour, minute, 0, 0);
  // No session of anybody is older than the moments that can be written.
  return at.getTime() < 0 ? null : { start: at.toISOString(), utc_offset: offsetOf(at) };
}

/**
 * The moment of a day and time for somebody who had an offset: by this device's time zone where it had the same offset
 * then, and else by that offset, since a session that was focused on a journey is told in the times of the journey.
 */
export function toTimestampNear(when: DateAndTime, utc_offset: number, moment: string): OffsetTimestamp | null {
  const local = toLocalTimestamp(when);
  if (!local || offsetOf(new Date(moment)) === utc_offset) return local;
  return { start: shiftByOffset(Date.parse(`${when.day}T${when.time}Z`), -utc_offset).toISOString(), utc_offset };
}

/** Returns when something that starts then and takes so many minutes, at most 1,440, ends: "09:25", "12:15 AM the next day". */
export function formatEndTime(start: DateAndTime, minutes: number, hour_format: HourFormat): string {
  const end = addMinutes(start, minutes);
  const time = formatTime(end.time, hour_format);
  return end.day === start.day ? time : `${time} the next day`;
}

/** This device's offset from UTC at a moment. */
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
