import type { Rejection } from '@twentyfour/core';

/** How many of the cards that a picker is for have a value. */
export type Share = 'all' | 'some' | 'none';

/** What all pickers need. A picker is mounted while it is open. */
export interface PickerProps {
  /** The element beside which the picker floats. A press on it does not count as one outside the picker. */
  anchor: HTMLElement;
  /** Closes the picker: on Escape, on a press outside, and when a picker for a single value has one. */
  onClose: () => void;
  /** Restores the focus after closing if the anchor should not get it. */
  onCloseFocus?: () => void;
}

/** Saves a value. Returns the rejection, whose sentence the picker shows. */
export type OnPick<Value extends unknown[]> = (...value: Value) => Rejection | null;

/** Returns how many of some cards have a value. */
export function shareOf<T>(all: readonly T[], has: (one: T) => boolean): Share {
  const count = all.filter(has).length;
  if (count === 0) return 'none';
  return count === all.length ? 'all' : 'some';
}
