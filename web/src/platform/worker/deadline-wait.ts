/**
 * The maximum duration of one timeout, in milliseconds. It limits how late a system sleep or a clock change is
 * detected.
 */
const MAX_SLEEP_MS = 5000;
/** How much the wall clock and the monotonic clock may differ during one timeout, in milliseconds. */
const CLOCK_DRIFT_THRESHOLD_MS = 1000;
/** How late a timeout may fire, in milliseconds, before the device counts as having slept. */
const LATE_THRESHOLD_MS = 2000;

/** A request of the page: how long to wait and when it was sent by the wall clock, both in milliseconds. */
export interface DeadlineRequest {
  after: number;
  sentAt: number;
}

/**
 * Creates a timer for a deadline. It calls `onDeadline` at the deadline, and also whenever the device has slept or its
 * clock was changed, because the deadline may have moved. The returned function starts a wait and replaces the previous
 * one.
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
      // Must come before the callback, which may start a new wait.
      if (!isDue) scheduleNext(due);
      if (isDue || hasClockDrifted || passed > length + LATE_THRESHOLD_MS) onDeadline();
    }, length);
  };

  return ({ after, sentAt }) => {
    clearTimeout(sleep);
    // A Worker that is still loading on a busy machine reads its first message seconds late, so that delay is
    // subtracted. If the system clock was changed in between, the callback may run early; the core then requests a
    // new wait.
    const elapsed = Math.max(Date.now() - sentAt, 0);
    scheduleNext(performance.now() + after - elapsed);
  };
}
