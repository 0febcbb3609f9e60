import type { StatsDay } from '@twentyfour/core';
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';
import { hoursAndMinutes } from './durations';

const LABELS = { fill: 'var(--global-text-secondary)', fontSize: 12 };
/** At most this often the tooltip follows the pointer, in milliseconds: about 60 times a second. */
const TOOLTIP_PACE = 1000 / 60;

/** Hours by day, Monday to Sunday. What it draws is told to screen readers by `WeekTable`. */
export default function WeekChart({ week }: { week: readonly StatsDay[] }) {
  const bars = week.map((day) => ({ ...day, hours: day.focused / 3600 }));
  return (
    <div aria-hidden className="h-70">
      <ResponsiveContainer width="100%" height="100%">
        <BarChart
          data={bars}
          margin={{ top: 8, right: 0, bottom: 0, left: 0 }}
          throttleDelay={TOOLTIP_PACE}
          accessibilityLayer={false}
        >
          <CartesianGrid vertical={false} stroke="var(--global-border)" />
          <XAxis dataKey="day" tickLine={false} axisLine={false} tick={LABELS} tickMargin={8} />
          <YAxis
            width={36}
            tickLine={false}
            axisLine={false}
            tick={LABELS}
            tickFormatter={(hours: number) => `${Number(hours.toFixed(1))} h`}
          />
          <Tooltip cursor={{ fill: 'var(--hover-effects-btn-hover)' }} isAnimationActive={false} content={DayTooltip} />
          <Bar dataKey="hours" fill="var(--accent)" radius={[6, 6, 0, 0]} maxBarSize={48} isAnimationActive={false} />
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
      <span className="text-secondary">{day.full_day}</span> <strong>{hoursAndMinutes(day.focused)}</strong>
    </div>
  );
}
