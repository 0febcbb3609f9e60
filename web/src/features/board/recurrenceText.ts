/** How a card repeats, in words. */
import type { Recurrence, RecurrenceUnit } from '@twentyfour/core';
import * as messages from '../../messages/planning';
import { addDays, formatDayWithYear, weekdayName } from '../../platform/format/dates';

const MONDAY = '2024-01-01';

const INTERVALS: Record<RecurrenceUnit, (parameters: { every: number }) => string> = {
  days: messages.everyDays,
  weeks: messages.everyWeeks,
  months: messages.everyMonths,
  years: messages.everyYears,
};

/** The weekdays from Monday to Sunday, as a recurrence has them. */
export const WEEKDAYS: readonly number[] = [1, 2, 3, 4, 5, 6, 7];

/** Returns the name of a weekday, from 1 (Monday) to 7 (Sunday). */
export function nameOfWeekday(weekday: number, width: 'short' | 'long'): string {
  return weekdayName(addDays(MONDAY, weekday - 1), width);
}

/** Returns "Every 2 weeks on Mon, Wed, from completion, until 3 Mar 2027". */
export function describeRecurrence({ every, unit, weekdays, from_completion, until, remaining }: Recurrence): string {
  let rule = INTERVALS[unit]({ every });
  if (unit === 'weeks' && every === 1 && weekdays.join('') === '12345') rule = messages.everyWeekday();
  else if (weekdays.length > 0) rule = messages.onWeekdays({ rule, weekdays: weekdays.map((day) => nameOfWeekday(day, 'short')).join(', ') });
  if (from_completion) rule = messages.fromCompletion({ rule });
  if (until !== null) rule = messages.until({ rule, day: formatDayWithYear(until) });
  if (remaining !== null) rule = messages.remaining({ rule, count: remaining });
  return rule;
}
