import type { StatsDay } from '@twentyfour/core';
import * as common from '../../messages/common';
import * as messages from '../../messages/stats';
import { formatDuration } from '../../platform/format/durations';

/** The chart's data as a table for screen readers. */
export function WeekTable({ week, caption }: { week: readonly StatsDay[]; caption: string }) {
  return (
    <table className="sr-only">
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{messages.weekDay()}</th>
          <th scope="col">{common.focused()}</th>
        </tr>
      </thead>
      <tbody>
        {week.map((day) => (
          <tr key={day.day}>
            <th scope="row">{day.full_day}</th>
            <td>{formatDuration(day.focused)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
