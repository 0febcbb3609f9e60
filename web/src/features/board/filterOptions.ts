import type { CardFilter, DueGroup } from '@twentyfour/core';
import * as messages from '../../messages/board';
import * as common from '../../messages/common';
import * as dates from '../../messages/dates';

export const EMPTY_FILTER: CardFilter = { text: '', labels: [], priorities: [], due: null };

/** Returns the choices of the filter by due date. */
export const dueOptions = (): { value: DueGroup | 'any'; text: string }[] => [
  { value: 'any', text: messages.filterDueAny() },
  { value: 'overdue', text: common.overdue() },
  { value: 'today', text: dates.today() },
  { value: 'this_week', text: common.thisWeek() },
  { value: 'later', text: common.later() },
];
