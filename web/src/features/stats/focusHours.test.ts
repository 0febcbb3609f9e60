import type { FocusSessionView } from '@twentyfour/core';
import { describe, expect, it } from 'vitest';
import { focusHours, type SessionIntervals, withListed } from './focusHours';

const session = (id: string, ...segments: [start: string, end: string, utc_offset: number][]) => ({
  id,
  segments: segments.map(([start, end, utc_offset]) => ({ start, end, utc_offset })),
});

const minutesByHour = (sessions: SessionIntervals[], day_start = 0): Record<number, number> =>
  Object.fromEntries(focusHours(sessions, day_start).byHour.flatMap((seconds, hour) => (seconds > 0 ? [[hour, seconds / 60]] : [])));

describe('the hours of focus', () => {
  it('split an interval at full hours, and leave out pauses', () => {
    expect(minutesByHour([session('a', ['2026-03-03T08:50:00Z', '2026-03-03T09:10:00Z', 0], ['2026-03-03T09:30:00Z', '2026-03-03T11:00:00Z', 0])])).toEqual({
      8: 10,
      9: 40,
      10: 60,
    });
  });

  it('are local to the offset of each interval, also across a clock change and a half-hour zone', () => {
    // Berlin goes from +01:00 to +02:00 on 29 March 2026.
    const sessions = [
      session('winter', ['2026-03-28T08:00:00Z', '2026-03-28T08:30:00Z', 60]),
      session('summer', ['2026-03-30T07:00:00Z', '2026-03-30T07:30:00Z', 120]),
      session('india', ['2026-03-30T03:30:00Z', '2026-03-30T04:30:00Z', 330]),
    ];
    expect(minutesByHour(sessions)).toEqual({ 9: 120 });
  });

  it('count for both days of the week across midnight, and before the day start for the day before', () => {
    // 3 March 2026 is a Tuesday.
    const night = session('night', ['2026-03-03T23:30:00Z', '2026-03-04T01:30:00Z', 0]);
    expect(minutesByHour([night])).toEqual({ 23: 30, 0: 60, 1: 30 });
    expect(focusHours([night], 0).bestWeekday).toBe(2);
    expect(focusHours([night], 240).bestWeekday).toBe(1);
    // A day start within an hour divides it.
    const early = session('early', ['2026-03-03T04:00:00Z', '2026-03-03T05:00:00Z', 0]);
    const later = session('later', ['2026-03-03T10:00:00Z', '2026-03-03T10:25:00Z', 0]);
    expect(focusHours([early, later], 270).bestWeekday).toBe(1);
  });

  it('name the two hours and the day with the most focus, the earlier of equal ones', () => {
    const monday = session('a', ['2026-03-02T09:00:00Z', '2026-03-02T10:00:00Z', 0]);
    expect(focusHours([monday], 0)).toMatchObject({ bestHour: 9, bestWeekday: 0 });
    const tuesday = session('b', ['2026-03-03T14:00:00Z', '2026-03-03T15:00:00Z', 0]);
    expect(focusHours([tuesday, monday], 0)).toMatchObject({ bestHour: 9, bestWeekday: 0 });
    expect(focusHours([monday, tuesday, session('c', ['2026-03-03T15:00:00Z', '2026-03-03T15:01:00Z', 0])], 0)).toMatchObject({
      bestHour: 14,
      bestWeekday: 1,
    });
    const late = session('d', ['2026-03-06T23:00:00Z', '2026-03-07T01:00:00Z', 0]);
    expect(focusHours([monday, late], 0).bestHour).toBe(23);
  });

  it('include each listed session once, in its newest version and without its pauses', () => {
    const nine: [string, string, number] = ['2026-03-02T09:00:00Z', '2026-03-02T10:00:00Z', 0];
    const sent = [session('a', nine), session('b', nine)];
    const view = (id: string): FocusSessionView => ({
      ...session(id, ['2026-03-02T11:30:00Z', '2026-03-02T11:40:00Z', 0], ['2026-03-02T12:20:00Z', '2026-03-02T12:40:00Z', 0]),
      start: '2026-03-02T11:30:00Z',
      end: '2026-03-02T12:40:00Z',
      utc_offset: 0,
      day: '2026-03-02',
      focused: 1800,
      outcome: 'completed',
      board_id: null,
      board_name: null,
      card_id: null,
      card_title: null,
    });
    expect(minutesByHour(withListed(sent, [view('b'), view('c')], '2026-03-02'))).toEqual({ 9: 60, 11: 20, 12: 40 });
    // One that was edited to be older than what is looked at no longer counts.
    expect(minutesByHour(withListed(sent, [view('b')], '2026-03-03'))).toEqual({ 9: 60 });
  });
});
