/** What the picker of recurrences offers. */
import type { Recurrence, RecurrenceUnit } from '@twentyfour/core';
import * as messages from '../../../messages/planning';

const everyOne = (unit: RecurrenceUnit): Recurrence => ({
  every: 1, unit, weekdays: [], from_completion: false, until: null, remaining: null, day_of_month: null,
});

/** What the form shows for cards that do not repeat. */
export const WEEKLY: Recurrence = everyOne('weeks');

/** Monday to Friday. */
const WORKDAYS = [1, 2, 3, 4, 5];

/** The intervals that are chosen with one click. */
export const PRESETS: readonly { text: () => string; recurrence: Recurrence | null }[] = [
  { text: messages.presetDaily, recurrence: everyOne('days') },
  { text: messages.presetWeekdays, recurrence: { ...WEEKLY, weekdays: WORKDAYS } },
  { text: messages.presetWeekly, recurrence: WEEKLY },
  { text: messages.presetMonthly, recurrence: everyOne('months') },
  { text: messages.presetYearly, recurrence: everyOne('years') },
  { text: messages.repeatNever, recurrence: null },
];

/** The units in the order in which the form lists them. */
export const UNITS: readonly RecurrenceUnit[] = ['days', 'weeks', 'months', 'years'];

/** The names of the units after a number of them. */
export const UNIT_TEXTS: Record<RecurrenceUnit, (parameters: { every: number }) => string> = {
  days: messages.unitDays,
  weeks: messages.unitWeeks,
  months: messages.unitMonths,
  years: messages.unitYears,
};
