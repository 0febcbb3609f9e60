import type { Outcome, StatsView } from '@twentyfour/core';
import * as common from '../../messages/common';
import * as messages from '../../messages/stats';
import { addDays, daysBetween, formatDateRange, weekdayOf } from '../../platform/format/dates';

/** Formats the shown week: "This week", "Last week", "2 – 8 Mar". */
export function formatWeek({ weeks_ago, week_start }: Pick<StatsView, 'weeks_ago' | 'week_start'>, today: string): string {
  if (weeks_ago === 0) return common.thisWeek();
  if (weeks_ago === 1) return messages.weekLast();
  if (week_start === null) return messages.weekAgo({ count: weeks_ago });
  return formatDateRange(week_start, addDays(week_start, 6), today);
}

/** Formats the week that begins on a Monday. */
export function formatWeekOf(monday: string, today: string): string {
  const weeks_ago = daysBetween(monday, addDays(today, -weekdayOf(today))) / 7;
  return formatWeek({ weeks_ago, week_start: monday }, today);
}

/** The labels of outcomes; null for the usual one. */
export const OUTCOME_LABELS: Readonly<Record<Outcome, (() => string) | null>> = {
  completed: null,
  finished_early: messages.outcomeFinishedEarly,
  stopped: messages.outcomeStopped,
  added_by_hand: messages.outcomeAddedByHand,
};
