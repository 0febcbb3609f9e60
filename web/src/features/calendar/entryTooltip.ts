import type { HourFormat, TaskView } from '@twentyfour/core';
import { formatTime } from '../../platform/format/times';
import { timeOfDueDate } from './days';

/** Returns the tooltip of an entry, with the time that narrow entries do not show. */
export function entryTooltip({ title, board_name, due_date }: Pick<TaskView, 'title' | 'board_name' | 'due_date'>, hour_format: HourFormat): string {
  const time = timeOfDueDate(due_date);
  return [time === null ? [] : formatTime(time, hour_format), title, board_name].flat().join(' · ');
}
