/** What the picker of recurrences offers. */
import type { Recurrence, RecurrenceUnit } from '@twentyfour/core';
import * as messages from '../../../messages/planning';

const DAILY: Recurrence = {
  every: 1, unit: 'days', weekdays: [], from_completion: false, until: null, remaining: null, day_of_month: null,
};

/** What the form shows for cards that do not repeat. */
export const WEEKLY: Recurrence = { ...DAILY, unit: 'weeks' };

/** Monday to Friday. */
const WORKDAYS = [1, 2, 3, 4, 5];

/** The intervals that are chosen with one click. */
export const PRESETS: readonly { text: () => string; recurrence: Recurrence | null }[] = [
  { text: messages.presetDaily, recurrence: DAILY },
  { text: messages.presetWeekdays, recurrence: { ...WEEKLY, weekdays: WORKDAYS } },
  { text: messages.presetWeekly, recurrence: WEEKLY },
  { text: messages.presetMonthly, recurrence: { ...DAILY, unit: 'months' } },
  { text: messages.presetYearly, recurrence: { ...DAILY, unit: 'years' } },
  { text: messages.repeatNever, recurrence: null },
];

export const UNITS: readonly RecurrenceUnit[] = ['days', 'weeks', 'months', 'years'];

export const UNIT_TEXTS: Record<RecurrenceUnit, () => string> = {
  days: messages.unitDays,
  weeks: messages.unitWeeks,
  months: messages.unitMonths,
  years: messages.unitYears,
};
