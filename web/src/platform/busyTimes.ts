import { addDays } from './format/dates';
import { localMinute } from './format/times';

/** Returns local midnight at the start of a day. */
const startOf = (day: string) => new Date(`${day}T00:00`);

/** Returns the path of a request for the busy hours from the start of a day to the start of a later one. */
export const busyPath = (from: string, until: string): string =>
  `/account/calendar/busy/?from=${startOf(from).toISOString()}&to=${startOf(until).toISOString()}`;

/**
 * Returns the minutes from midnight to a moment as clocks show them, also on days on which the clocks change: 0 for moments before
 * the day, 1,440 for those after it.
 */
export function minuteOfDay(day: string, moment: string): number {
  const date = new Date(moment);
  if (date < startOf(day)) return 0;
  if (date >= startOf(addDays(day, 1))) return 24 * 60;
  return localMinute(date);
}
