import type { HeatmapView } from '@twentyfour/core';
import { addDays, formatRelativeDay, weekdayOf } from '../../platform/format/dates';
import { formatDuration } from '../../platform/format/durations';
import { firstDayOfYear } from './Heatmap';

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

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
        <caption>Focused time by day, {heatmap.year}. Empty weeks are omitted.</caption>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            {WEEKDAYS.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map(({ monday, days }) => (
            <tr key={monday}>
              <th scope="row">{formatRelativeDay(monday, '')}</th>
              {WEEKDAYS.map((day, weekday) => (
                <td key={day}>{formatDuration(days[weekday] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
