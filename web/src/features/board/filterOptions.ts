import type { CardFilter, DueGroup } from '@twentyfour/core';

export const EMPTY_FILTER: CardFilter = { text: '', labels: [], priorities: [], due: null };

/** Returns the filter as the core expects it: null if it matches all cards. */
export function normalizeFilter(filter: CardFilter): CardFilter | null {
  const { text, labels, priorities, due } = filter;
  return text.trim() === '' && labels.length === 0 && priorities.length === 0 && due === null ? null : filter;
}

export const DUE_OPTIONS: readonly { value: DueGroup | 'any'; text: string }[] = [
  { value: 'any', text: 'Any due date' },
  { value: 'overdue', text: 'Overdue' },
  { value: 'today', text: 'Today' },
  { value: 'this_week', text: 'This week' },
  { value: 'later', text: 'Later' },
];
