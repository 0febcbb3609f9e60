import * as messages from '../../messages/stats';

/** The possible steps of the axis, in minutes. */
const STEPS = [15, 30, 60, 120, 180, 240, 360];
/** The minimum range of the axis, in minutes: otherwise the first minutes of a week would fill the chart. */
const MIN_SPAN_MINUTES = 60;
/** The maximum number of steps. */
const MAX_STEPS = 4;

/** A mark of an axis: a duration in seconds with its label. */
export interface AxisTick {
  at: number;
  text: string;
}

/** Returns the ticks of an axis from zero to at least a duration, in seconds. */
export function axisTicks(longest: number): AxisTick[] {
  const minutes = Math.max(longest / 60, MIN_SPAN_MINUTES);
  const step = STEPS.find((size) => minutes <= size * MAX_STEPS) ?? 480;
  return Array.from({ length: Math.ceil(minutes / step) + 1 }, (_, index) => {
    const minutesAtTick = index * step;
    // Half hours are shown in hours on a long axis, and in minutes beside quarter hours.
    const isInHours = minutesAtTick % 60 === 0 || step >= 30;
    const text = isInHours ? messages.axisHours({ count: minutesAtTick / 60 }) : messages.axisMinutes({ count: minutesAtTick });
    return { at: minutesAtTick * 60, text: minutesAtTick === 0 ? '0' : text };
  });
}
