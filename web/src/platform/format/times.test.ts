import { readdirSync, readFileSync } from 'node:fs';
import type { HourFormat } from '@twentyfour/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  formatDueDate,
  formatMinuteOfDay,
  formatTimestamp,
  formatShortTimestamp,
  formatTimeAtOffset,
  formatTime,
} from './times';

const zone = process.env.TZ;
/** Node applies a new time zone as soon as it is set. */
const moveTo = (place: string | undefined) => {
  if (place === undefined) delete process.env.TZ;
  else process.env.TZ = place;
};
beforeEach(() => moveTo('Europe/Berlin'));
afterEach(() => moveTo(zone));

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
        formatTimeAtOffset('2026-03-03T23:30:59.999Z', -720, hour_format),
        formatMinuteOfDay(270, hour_format),
      ].map((text) => text.replace('\u00a0', ' '));
    };
    expect(words('24')).toEqual(['Today, 14:05', '14:05', 'Tomorrow, 09:00', '14:05', '11:30', '04:30']);
    expect(words('12')).toEqual(['Today, 2:05 PM', '2:05 PM', 'Tomorrow, 9:00 AM', '2:05 PM', '11:30 AM', '4:30 AM']);
  });

  it('omits the time of a date without one', () => {
    const format = { today: '2026-03-03', hour_format: '12' } as const;
    expect(formatDueDate('2026-03-04', format)).toBe('Tomorrow');
    expect(formatShortTimestamp('2026-03-02T08:00:00.000Z', format)).toBe('Yesterday');
  });

  it('is formatted in this module alone', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'));
    const formats = files.filter((file) =>
      /\b(getHours|getMinutes|toLocaleTimeString|timeStyle|hour12|hourCycle)\b/.test(readFileSync(`src/${file}`, 'utf8')),
    );
    expect(formats).toEqual(['platform/format/times.ts']);
  });
});
