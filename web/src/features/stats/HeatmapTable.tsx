import type { HeatmapView } from '@twentyfour/core';
import * as messages from '../../messages/stats';
import { addDays, formatRelativeDay, weekdayOf } from '../../platform/format/dates';
import { formatDuration } from '../../platform/format/durations';
import { firstDayOfYear } from './Heatmap';

const WEEKDAYS = [
  messages.monday,
  messages.tuesday,
  messages.wednesday,
  messages.thursday,
  messages.friday,
  messages.saturday,
  messages.sunday,
];

/** The heatmap's data as a table for screen readers, week by week. */
export function HeatmapTable({ heatmap }: { heatmap: HeatmapView }) {
  const first = firstDayOfYear(heatmap);
  const offset = weekdayOf(first);
  const weeks = Array.from({ length: Math.ceil((offset + heatmap.focused.length) / 7) }, (_, week) => ({
    monday: addDays(first, week * 7 - offset),
    days: WEEKDAYS.map((_day, weekday) => heatmap.focused[week * 7 - offset + weekday] ?? 0),
  })).filter(({ days }) => days.some((focused) => focused > 0));
  return (
    <div className="sr-only">
      <table>
        <caption>{messages.heatmapTable({ year: String(heatmap.year) })}</caption>
        <thead>
          <tr>
            <th scope="col">{messages.heatmapTableWeek()}</th>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday()} scope="col">
                {weekday()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ monday, days }) => (
            <tr key={monday}>
              <th scope="row">{formatRelativeDay(monday, '')}</th>
              {WEEKDAYS.map((weekday, index) => (
                <td key={weekday()}>{formatDuration(days[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
