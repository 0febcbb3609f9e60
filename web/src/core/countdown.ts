import type { TimerState } from '@twentyfour/core';

/** What is left, as `24:59`; minutes and seconds with two digits at least. */
export function countdown({ minutes, seconds }: Pick<TimerState, 'minutes' | 'seconds'>): string {
  return `${String(minutes).padStart(2, '0')}:${String(seconds).padStart(2, '0')}`;
}
