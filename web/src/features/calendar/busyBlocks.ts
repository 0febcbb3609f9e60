import type { BusyTime } from '@twentyfour/core';
import { minuteOfDay } from '../../platform/busyTimes';

/** A part of a busy time on one day. Minutes are counted from midnight. */
export interface BusyBlock {
  title: string;
  from: number;
  to: number;
}

/**
 * Returns the blocks of busy times by day, in the time zone of the device. A time across midnight is in several days. Blocks with
 * the same title and times are one.
 */
export function busyBlocks(busy: readonly BusyTime[], days: readonly string[]): Map<string, BusyBlock[]> {
  const blocks = new Map<string, BusyBlock[]>();
  for (const day of days) {
    const ofDay = new Map<string, BusyBlock>();
    for (const { starts_at, ends_at, title } of busy) {
      const from = minuteOfDay(day, starts_at);
      const to = minuteOfDay(day, ends_at);
      if (from < to) ofDay.set(keyOf({ title, from, to }), { title, from, to });
    }
    if (ofDay.size > 0) blocks.set(day, [...ofDay.values()]);
  }
  return blocks;
}

/** Returns the key of a block among those of its day. */
export const keyOf = ({ title, from, to }: BusyBlock): string => `${from}-${to}-${title}`;
