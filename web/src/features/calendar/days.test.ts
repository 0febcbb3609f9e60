import { describe, expect, it } from 'vitest';
import { addMonths, addPages, formatShownDays, moveTime, parseDay, shownDays, stepTime } from './days';

describe('the days of the calendar', () => {
  it('shows six weeks around a month, from Monday', () => {
    const days = shownDays('month', '2026-11-30');
    expect([days[0], days[41], days.length]).toEqual(['2026-10-26', '2026-12-06', 42]);
    // A month that begins on a Monday.
    expect(shownDays('month', '2026-06-15')[0]).toBe('2026-06-01');
  });

  it('shows the week of a day, from Monday to Sunday', () => {
    expect(shownDays('week', '2026-12-06')).toEqual([
      '2026-11-30', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-04', '2026-12-05', '2026-12-06',
    ]);
  });

  it.each([
    ['2026-11-30', 1, '2026-12-30'],
    ['2026-12-31', 1, '2027-01-31'],
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-03-31', -1, '2028-02-29'],
    ['2026-01-15', -1, '2025-12-15'],
  ])('moves %s by %i months to %s', (day, months, expected) => {
    expect(addMonths(day, months)).toBe(expected);
  });

  it('moves a week by seven days', () => {
    expect(addPages('week', '2026-11-30', -1)).toBe('2026-11-23');
  });

  it.each(['', 'today', '2026-02-30', '2026-13-01', '1999-01-01', '2026-1-1', '2026-11-30T09:00'])('does not parse “%s”', (text) => {
    expect(parseDay(text)).toBeNull();
  });

  it.each([
    ['2026-11-30T09:37', 7, '2026-11-30T09:37'],
    ['2026-11-30T09:37', 8, '2026-11-30T09:45'],
    ['2026-11-30T09:37', -95, '2026-11-30T08:00'],
    ['2026-11-30T09:30', -900, '2026-11-30T00:00'],
    ['2026-11-30T09:30', 900, '2026-11-30T23:45'],
    ['2026-11-30', 60, '2026-11-30'],
  ])('moves the time of %s by %i minutes, rounded to 15, to %s', (due_date, minutes, expected) => {
    expect(moveTime(due_date, minutes)).toBe(expected);
  });

  it.each([
    ['2026-11-30T09:30', 1, '2026-11-30T09:45'],
    ['2026-11-30T09:30', -1, '2026-11-30T09:15'],
    ['2026-11-30T09:37', 1, '2026-11-30T09:45'],
    ['2026-11-30T09:37', -1, '2026-11-30T09:30'],
    ['2026-11-30T00:00', -1, '2026-11-30T00:00'],
    ['2026-11-30T23:50', 1, '2026-11-30T23:50'],
  ] as const)('steps from %s by %i to %s', (due_date, direction, expected) => {
    expect(stepTime(due_date, direction)).toBe(expected);
  });

  it('parses a day', () => {
    expect(parseDay('2028-02-29')).toBe('2028-02-29');
    expect(parseDay(null)).toBeNull();
  });

  it('names months and weeks', () => {
    expect(formatShownDays('month', '2026-11-30', '2026-11-29')).toBe('November 2026');
    expect(formatShownDays('week', '2026-12-02', '2026-11-29')).toBe('30 Nov – 6 Dec');
  });
});
