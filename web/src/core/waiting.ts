/** How long one sleep lasts at most, in milliseconds: so soon it is noticed that the device slept, or that its clock was set. */
const MAX_SLEEP_MS = 5000;
/** How far the two clocks may part during one sleep, in milliseconds. */
const CLOCK_DRIFT_THRESHOLD_MS = 1000;
/** How late a sleep may end, in milliseconds. */
const LATE_THRESHOLD_MS = 2000;

/** What the page asks for: how long to wait and, by the wall clock, when it asked; both in milliseconds. */
export interface DeadlineRequest {
  after: number;
  sentAt: number;
}

/**
 * Waits for the timer's deadline. It speaks up when that is there; and also whenever the device has slept or its clock was set,
 * since then the deadline may lie elsewhere than where it was when the waiting began. The answer is what begins it: after so
 * many milliseconds, instead of whenever it was told before.
 */
export function createDeadlineTimer(onDeadline: () => void): (wait: DeadlineRequest) => void {
  let sleep: ReturnType<typeof setTimeout> | undefined;

  const scheduleNext = (due: number): void => {
    const wall = Date.now();
    const monotonicStart = performance.now();
    const length = Math.min(Math.max(due - monotonicStart, 0), MAX_SLEEP_MS);
    sleep = setTimeout(() => {
      const passed = Date.now() - wall;
      const isDue = performance.now() >= due;
      const hasClockDrifted = Math.abs(passed - (performance.now() - monotonicStart)) > CLOCK_DRIFT_THRESHOLD_MS;
      // Before it speaks, which may make it wait anew.
      if (!isDue) scheduleNext(due);
      if (isDue || hasClockDrifted || passed > length + LATE_THRESHOLD_MS) onDeadline();
    }, length);
  };

  return ({ after, sentAt }) => {
    clearTimeout(sleep);
    // A Worker that is still loading on a busy machine reads its first message seconds late, so that delay is subtracted. If the system
    // clock was changed in between, the callback may run early; the core then requests a new wait.
    const elapsed = Math.max(Date.now() - sentAt, 0);
    scheduleNext(performance.now() + after - elapsed);
  };
}
