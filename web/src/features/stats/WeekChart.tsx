import type { StatsDay } from '@twentyfour/core';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { formatDuration } from '../../platform/format/durations';
import { axisTicks } from './axis';

const LABELS = { fill: 'var(--global-text-secondary)', fontSize: 12 };
/** The minimum interval between tooltip updates, in milliseconds: about 60 per second. */
const TOOLTIP_THROTTLE_MS = 1000 / 60;

/** A chart of the focus time by day, Monday to Sunday. `WeekTable` contains the data for screen readers. */
export default function WeekChart({ week }: { week: readonly StatsDay[] }) {
  const marks = axisTicks(Math.max(...week.map(({ focused }) => focused), 0));
  const texts = new Map(marks.map(({ at, text }) => [at, text]));
  return (
    <div aria-hidden className="h-70">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={[...week]}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
          throttleDelay={TOOLTIP_THROTTLE_MS}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--global-border)" />
          <XAxis dataKey="day" tickLine={false} axisLine={false} tick={LABELS} tickMargin={8} />
          <YAxis
            width={48}
            ticks={marks.map(({ at }) => at)}
            domain={[0, marks.at(-1)?.at ?? 0]}
            interval={0}
            tickLine={false}
            axisLine={false}
            tick={LABELS}
            tickFormatter={(seconds: number) => texts.get(seconds) ?? ''}
          />
          <Tooltip cursor={{ fill: 'var(--hover-effects-btn-hover)' }} isAnimationActive={false} content={DayTooltip} />
          <Bar dataKey="focused" fill="var(--accent)" radius={[6, 6, 0, 0]} maxBarSize={48} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}

interface DayTooltipProps {
  active?: boolean;
  payload?: readonly { payload?: StatsDay }[];
}

function DayTooltip({ active, payload }: DayTooltipProps) {
  const day = payload?.[0]?.payload;
  if (!active || !day) return null;
  return (
    <div className="rounded-sm bg-raised px-2.5 py-1.5 text-sm shadow-float ring-1 ring-line">
      <span className="text-secondary">{day.full_day}</span> <strong>{formatDuration(day.focused)}</strong>
    </div>
  );
}
