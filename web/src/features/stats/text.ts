import type { Outcome, StatsView } from '@twentyfour/core';
import { addDays, formatDateRange } from '../../platform/format/dates';

/** Formats the shown week: "This week", "Last week", "2 – 8 Mar". */
export function formatWeek({ weeks_ago, week_start }: Pick<StatsView, 'weeks_ago' | 'week_start'>, today: string): string {
  if (weeks_ago === 0) return 'This week';
  if (weeks_ago === 1) return 'Last week';
  return week_start === null ? `${weeks_ago} weeks ago` : formatDateRange(week_start, addDays(week_start, 6), today);
}

/** The labels of outcomes; null for the usual one. */
export const OUTCOME_LABELS: Readonly<Record<Outcome, string | null>> = {
  completed: null,
  finished_early: 'Finished early',
  stopped: 'Stopped',
  added_by_hand: 'Added manually',
};
