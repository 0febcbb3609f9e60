/** Steps that people count time in, in minutes. */
const STEPS = [15, 30, 60, 120, 180, 240, 360];
/** The least that an axis spans, in minutes: otherwise the first minutes of a week would fill the chart. */
const MIN_SPAN_MINUTES = 60;
/** At most so many steps lead to the top. */
const MAX_STEPS = 4;

/** The marks of an axis from nothing to at least a length of time: in seconds, with what stands beside each. */
export function axisTicks(longest: number): { at: number; text: string }[] {
  const minutes = Math.max(longest / 60, MIN_SPAN_MINUTES);
  const step = STEPS.find((size) => minutes <= size * MAX_STEPS) ?? 480;
  return Array.from({ length: Math.ceil(minutes / step) + 1 }, (_, index) => {
    const mark = index * step;
    // Halves of an hour are hours on a long axis, and minutes beside quarters.
    const isInHours = mark % 60 === 0 || step >= 30;
    return { at: mark * 60, text: mark === 0 ? '0' : isInHours ? `${mark / 60} h` : `${mark} min` };
  });
}
