import type { CardFilter, DueGroup } from '@twentyfour/core';
import * as messages from '../../messages/board';
import * as common from '../../messages/common';
import * as dates from '../../messages/dates';

export const EMPTY_FILTER: CardFilter = { text: '', labels: [], priorities: [], due: null };

/** Returns the filter as the core expects it: null if it matches all cards. */
export function normalizeFilter(filter: CardFilter): CardFilter | null {
  const { text, labels, priorities, due } = filter;
  return text.trim() === '' && labels.length === 0 && priorities.length === 0 && due === null ? null : filter;
}

/** Returns the choices of the filter by due date. */
export const dueOptions = (): { value: DueGroup | 'any'; text: string }[] => [
  { value: 'any', text: messages.filterDueAny() },
  { value: 'overdue', text: common.overdue() },
  { value: 'today', text: dates.today() },
  { value: 'this_week', text: common.thisWeek() },
  { value: 'later', text: common.later() },
];
