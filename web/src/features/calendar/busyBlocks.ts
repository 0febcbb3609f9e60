import type { BusyTime } from '@twentyfour/core';
import { minutesFrom } from '../../platform/busyTimes';

const MINUTES_PER_DAY = 24 * 60;

/** A part of a busy time on one day. Minutes are counted from midnight. */
export interface BusyBlock {
  title: string;
  from: number;
  to: number;
}

/** Returns the blocks of busy times by day, in the time zone of the device. A time across midnight is in several days. */
export function busyBlocks(busy: readonly BusyTime[], days: readonly string[]): Map<string, BusyBlock[]> {
  const blocks = new Map<string, BusyBlock[]>();
  for (const day of days) {
    const ofDay = busy.flatMap(({ starts_at, ends_at, title }) => {
      const from = Math.max(minutesFrom(day, starts_at), 0);
      const to = Math.min(minutesFrom(day, ends_at), MINUTES_PER_DAY);
      return from < to ? [{ title, from, to }] : [];
    });
    if (ofDay.length > 0) blocks.set(day, ofDay);
  }
  return blocks;
}
