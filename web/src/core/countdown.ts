import type { TimerState } from '@twentyfour/core';

/** Formats the remaining time as `24:59`, with at least two digits for minutes and seconds. */
export function countdown({ minutes, seconds }: Pick<TimerState, 'minutes' | 'seconds'>): string {
  return `${String(minutes).padStart(2, '0')}:${String(seconds).padStart(2, '0')}`;
}
