import { readdirSync, readFileSync } from 'node:fs';
import type { HourFormat } from '@twentyfour/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  addMinutes,
  toDateAndTime,
  formatDueDate,
  formatEndTime,
  toLocalTimestamp,
  formatMinuteOfDay,
  minutesBetween,
  toTimestampNear,
  formatTimestamp,
  dayOfSession,
  formatShortTimestamp,
  formatTimeAtOffset,
  formatTime,
} from './times';

const TWELVE_FIFTEEN = '12:15\u00a0AM';

const zone = process.env.TZ;
/** Node applies a new time zone as soon as it is set. */
const moveTo = (place: string | undefined) => {
  if (place === undefined) delete process.env.TZ;
  else process.env.TZ = place;
};
beforeEach(() => moveTo('Europe/Berlin'));
afterEach(() => moveTo(zone));

const at = (text: string) => {
  const [day = '', time = ''] = text.split('T');
  return { day, time };
};

describe('a day and time by this device', () => {
  it.each([
    ['in winter', '2026-01-15T09:05', '2026-01-15T08:05:00.000Z', 60],
    ['in summer', '2026-07-15T09:05', '2026-07-15T07:05:00.000Z', 120],
    ['before the clocks go forward', '2026-03-29T01:59', '2026-03-29T00:59:00.000Z', 60],
    ['in the hour that is missing', '2026-03-29T02:30', '2026-03-29T01:30:00.000Z', 120],
    ['after the clocks have gone forward', '2026-03-29T03:00', '2026-03-29T01:00:00.000Z', 120],
    ['in the hour that comes twice, the first', '2026-10-25T02:30', '2026-10-25T00:30:00.000Z', 120],
    ['after the hour that comes twice', '2026-10-25T03:00', '2026-10-25T02:00:00.000Z', 60],
    ['on a day that only leap years have', '2028-02-29T00:00', '2028-02-28T23:00:00.000Z', 60],
  ])('%s', (_when, text, start, utc_offset) => {
    expect(toLocalTimestamp(at(text))).toEqual({ start, utc_offset });
  });

  it.each([
    ['America/St_Johns', '2026-07-01T12:00', '2026-07-01T14:30:00.000Z', -150],
    ['Asia/Kathmandu', '2026-07-01T12:00', '2026-07-01T06:15:00.000Z', 345],
    ['UTC', '2026-07-01T12:00', '2026-07-01T12:00:00.000Z', 0],
    // Daylight saving time on Lord Howe Island shifts the clock by half an hour.
    ['Australia/Lord_Howe', '2026-10-04T02:15', '2026-10-03T15:45:00.000Z', 660],
    // Samoa skipped a whole day.
    ['Pacific/Apia', '2011-12-30T12:00', '2011-12-30T22:00:00.000Z', 840],
  ])('%s', (place, text, start, utc_offset) => {
    moveTo(place);
    expect(toLocalTimestamp(at(text))).toEqual({ start, utc_offset });
  });

  it.each(['', 'T09:00', '2026-02-29T09:00', '2026-13-01T09:00', '2026-03-03T24:00', '2026-03-03T9:00', '1969-07-20T20:17', '0026-03-03T09:00'])(
    'is none: %s',
    (text) => {
      expect(toLocalTimestamp(at(text))).toBeNull();
    },
  );
});

describe('a day and time on a journey', () => {
  it('uses the offset of the session', () => {
    // Recorded in Tokyo, edited in Berlin.
    expect(toTimestampNear(at('2026-03-03T10:00'), 540, '2026-03-03T00:00:00.000Z')).toEqual({
      start: '2026-03-03T01:00:00.000Z',
      utc_offset: 540,
    });
  });

  it('uses the device’s clock for its own offset, also across DST changes', () => {
    expect(toTimestampNear(at('2026-03-30T10:00'), 60, '2026-03-28T09:00:00.000Z')).toEqual({
      start: '2026-03-30T08:00:00.000Z',
      utc_offset: 120,
    });
  });

  it('returns null for an invalid time', () => {
    expect(toTimestampNear(at('2026-02-30T10:00'), 540, '2026-03-03T00:00:00.000Z')).toBeNull();
  });
});

describe('the time at an offset', () => {
  it('formats the time at the session’s offset', () => {
    expect(toDateAndTime('2026-03-03T23:30:00.000Z', 60)).toEqual(at('2026-03-04T00:30'));
    expect(toDateAndTime('2026-03-03T23:30:59.999Z', -720)).toEqual(at('2026-03-03T11:30'));
    expect(toDateAndTime('2026-03-03T23:30:00.000Z', 840)).toEqual(at('2026-03-04T13:30'));
  });

  it('and the day of a session, with a day start after midnight', () => {
    expect(dayOfSession('2026-03-03T23:30:00.000Z', 60, 0)).toBe('2026-03-04');
    expect(dayOfSession('2026-03-03T23:30:00.000Z', 60, 240)).toBe('2026-03-03');
    expect(dayOfSession('2026-03-04T03:00:00.000Z', 60, 240)).toBe('2026-03-04');
  });

  it('and when a session of some minutes ends', () => {
    expect(addMinutes(at('2026-03-01T00:10'), -25)).toEqual(at('2026-02-28T23:45'));
    expect(formatEndTime(at('2026-03-03T09:00'), 25, '24')).toBe('09:25');
    expect(formatEndTime(at('2026-03-03T23:50'), 25, '24')).toBe('00:15 the next day');
    expect(formatEndTime(at('2026-03-03T23:50'), 25, '12')).toBe(`${TWELVE_FIFTEEN} the next day`);
  });

  it('returns the minutes between two timestamps', () => {
    expect(minutesBetween('2026-03-03T23:59:30.000Z', '2026-03-04T00:01:00.000Z')).toBe(1.5);
  });

});

describe('time formatting', () => {
  it.each([
    ['00:00', '12:00 AM'],
    ['00:15', '12:15 AM'],
    ['01:05', '1:05 AM'],
    ['11:59', '11:59 AM'],
    ['12:00', '12:00 PM'],
    ['13:00', '1:00 PM'],
    ['23:59', '11:59 PM'],
  ])('%s follows the hour format', (time, twelve) => {
    expect(formatTime(time, '24')).toBe(time);
    // The time and AM or PM stay on one line.
    expect(formatTime(time, '12')).toBe(twelve.replace(' ', '\u00a0'));
  });

  it('is part of timestamps and due dates', () => {
    const words = (hour_format: HourFormat) => {
      const format = { today: '2026-03-03', hour_format };
      const moment = '2026-03-03T13:05:00.000Z';
      return [
        formatTimestamp(moment, format),
        formatShortTimestamp(moment, format),
        formatDueDate('2026-03-04T09:00', format),
        formatTimeAtOffset(moment, 60, hour_format),
        formatMinuteOfDay(270, hour_format),
      ].map((text) => text.replace('\u00a0', ' '));
    };
    expect(words('24')).toEqual(['Today, 14:05', '14:05', 'Tomorrow, 09:00', '14:05', '04:30']);
    expect(words('12')).toEqual(['Today, 2:05 PM', '2:05 PM', 'Tomorrow, 9:00 AM', '2:05 PM', '4:30 AM']);
  });

  it('omits the time of a date without one', () => {
    const format = { today: '2026-03-03', hour_format: '12' } as const;
    expect(formatDueDate('2026-03-04', format)).toBe('Tomorrow');
    expect(formatShortTimestamp('2026-03-02T08:00:00.000Z', format)).toBe('Yesterday');
  });

  it('is formatted in this module alone', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));
    const formats = files.filter((file) =>
      /\b(getHours|getMinutes|toLocaleTimeString|timeStyle|hour12|hourCycle)\b|dayAndTime\([^)]*\)\.time\b/.test(readFileSync(`src/${file}`, 'utf8')),
    );
    expect(formats).toEqual(['platform/format/times.ts']);
  });
});
