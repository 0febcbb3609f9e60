import type { CardFilter, DueGroup } from '@twentyfour/core';
import * as messages from '../../messages/board';

export const EMPTY_FILTER: CardFilter = { text: '', labels: [], priorities: [], due: null };

/** Returns the filter as the core expects it: null if it matches all cards. */
export function normalizeFilter(filter: CardFilter): CardFilter | null {
  const { text, labels, priorities, due } = filter;
  return text.trim() === '' && labels.length === 0 && priorities.length === 0 && due === null ? null : filter;
}

/** Returns the choices of the filter by due date. */
export const dueOptions = (): { value: DueGroup | 'any'; text: string }[] => [
  { value: 'any', text: messages.filterDueAny() },
  { value: 'overdue', text: messages.filterDueOverdue() },
  { value: 'today', text: messages.filterDueToday() },
  { value: 'this_week', text: messages.filterDueThisWeek() },
  { value: 'later', text: messages.filterDueLater() },
];
