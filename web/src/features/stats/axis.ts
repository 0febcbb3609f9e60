/** Steps that people count time in, in minutes. */
const STEPS = [5, 10, 15, 30, 60, 120, 180, 240, 360];
/** At most so many steps lead to the top. */
const MOST = 4;

/** The marks of an axis from nothing to at least a length of time: in seconds, with what stands beside each. */
export function timeMarks(longest: number): { at: number; text: string }[] {
  const minutes = Math.max(longest / 60, 1);
  const step = STEPS.find((size) => minutes <= size * MOST) ?? 480;
  return Array.from({ length: Math.ceil(minutes / step) + 1 }, (_, index) => {
    const mark = index * step;
    // From half hours on, hours say it exactly.
    return { at: mark * 60, text: mark === 0 ? '0' : step < 30 ? `${mark} min` : `${mark / 60} h` };
  });
}
