import type { BusyTime } from '@twentyfour/core';
import { addDays } from '../../platform/format/dates';

const MS_PER_MINUTE = 60_000;

/** A part of a busy time on one day. Minutes are counted from midnight. */
export interface BusyBlock {
  title: string;
  from: number;
  to: number;
}

/** Returns local midnight at the start of a day. */
export const startOfDay = (day: string): Date => new Date(`${day}T00:00`);

/** Returns the blocks of busy times by day, in the time zone of the device. A time across midnight is in several days. */
export function busyBlocks(busy: readonly BusyTime[], days: readonly string[]): Map<string, BusyBlock[]> {
  const blocks = new Map<string, BusyBlock[]>();
  for (const day of days) {
    const [start, end] = [startOfDay(day).getTime(), startOfDay(addDays(day, 1)).getTime()];
    const ofDay = busy.flatMap(({ starts_at, ends_at, title }) => {
      const from = Math.max(new Date(starts_at).getTime(), start);
      const to = Math.min(new Date(ends_at).getTime(), end);
      return from < to ? [{ title, from: (from - start) / MS_PER_MINUTE, to: (to - start) / MS_PER_MINUTE }] : [];
    });
    if (ofDay.length > 0) blocks.set(day, ofDay);
  }
  return blocks;
}
