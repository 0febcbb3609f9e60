import { describe, expect, it } from 'vitest';
import { addDays, localDate, daysBetween, formatRelativeDay, formatFullDate, formatPastDay, formatDateRange, weekdayOf } from './dates';

const TODAY = '2026-11-21';

describe('day formatting', () => {
  it.each([
    ['2026-11-21', 'Today'],
    ['2026-11-22', 'Tomorrow'],
    ['2026-11-20', 'Yesterday'],
    ['2026-11-23', 'Monday'],
    ['2026-11-27', 'Friday'],
    ['2026-11-28', '28 Nov'],
    ['2026-11-19', '19 Nov'],
    ['2027-01-03', '3 Jan 2027'],
    ['2025-11-21', '21 Nov 2025'],
  ])('%s is %s', (day, words) => {
    expect(formatRelativeDay(day, TODAY)).toBe(words);
  });

  it.each([
    ['2026-11-21', 'today'],
    ['2026-11-22', 'tomorrow'],
    ['2026-11-20', 'yesterday'],
    ['2026-11-23', 'Monday'],
    ['2026-11-19', '19 Nov'],
  ])('%s is %s within a sentence', (day, words) => {
    expect(formatRelativeDay(day, TODAY, 'sentence')).toBe(words);
  });

  it('includes the year while today is unknown', () => {
    expect(formatRelativeDay('2026-03-03', '')).toBe('3 Mar 2026');
  });

  it('counts days across a change of the clocks and of the year', () => {
    expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
    expect(daysBetween('2026-12-31', '2027-01-01')).toBe(1);
    expect(daysBetween('2026-03-01', '2026-02-28')).toBe(-1);
  });

  it('returns the local date of a timestamp', () => {
    const noon = new Date(2026, 10, 21, 12).toISOString();
    expect(localDate(noon)).toBe('2026-11-21');
    expect(localDate(new Date(2026, 10, 21, 0, 0, 1).toISOString())).toBe('2026-11-21');
  });

  it.each([
    ['2026-11-21', 'Today'],
    ['2026-11-20', 'Yesterday'],
    ['2026-11-19', 'Thu, 19 Nov'],
    ['2025-11-19', 'Wed, 19 Nov 2025'],
    // Another device's clock may be ahead.
    ['2026-11-23', 'Monday'],
  ])('%s, which has passed, is %s', (day, words) => {
    expect(formatPastDay(day, TODAY)).toBe(words);
  });

  it.each([
    ['2026-03-02', '2026-03-08', '2 – 8 Mar'],
    ['2026-03-30', '2026-04-05', '30 Mar – 5 Apr'],
    ['2025-03-03', '2025-03-09', '3 – 9 Mar 2025'],
    ['2025-09-29', '2025-10-05', '29 Sep – 5 Oct 2025'],
    ['2025-12-29', '2026-01-04', '29 Dec 2025 – 4 Jan 2026'],
  ])('%s to %s is %s', (from, to, words) => {
    expect(formatDateRange(from, to, TODAY)).toBe(words);
  });

  it('formats a full date', () => {
    expect(formatFullDate('2026-03-03')).toBe('Tuesday, 3 March 2026');
  });

  it('adds days and returns weekdays with Monday as 0', () => {
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30');
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28');
    expect(['2026-03-02', '2026-03-08', '2024-02-29'].map(weekdayOf)).toEqual([0, 6, 3]);
  });
});
