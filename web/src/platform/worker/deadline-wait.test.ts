import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeadlineTimer, type DeadlineRequest } from './deadline-wait';

const speak = vi.fn<() => void>();
/** A request that is received right away. */
const inTime = (after: number): DeadlineRequest => ({ after, sentAt: Date.now() });
beforeEach(() => {
  speak.mockReset();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('waiting for the deadline', () => {
  it('fires once at the deadline', () => {
    createDeadlineTimer(speak)(inTime(12_000));
    vi.advanceTimersByTime(11_999);
    expect(speak).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(speak).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(speak).toHaveBeenCalledOnce();
  });

  it('is on time when the Worker reads the request late', () => {
    const request = inTime(30_000);
    vi.advanceTimersByTime(3000);
    createDeadlineTimer(speak)(request);
    vi.advanceTimersByTime(26_999);
    expect(speak).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(speak).toHaveBeenCalledOnce();
  });

  it('fires at once for a deadline in the past', () => {
    const request = inTime(1000);
    vi.advanceTimersByTime(3000);
    createDeadlineTimer(speak)(request);
    vi.advanceTimersByTime(0);
    expect(speak).toHaveBeenCalledOnce();
  });

  it('restarts for a new request', () => {
    const wait = createDeadlineTimer(speak);
    wait(inTime(3000));
    vi.advanceTimersByTime(2000);
    wait(inTime(3000));
    vi.advanceTimersByTime(2999);
    expect(speak).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(speak).toHaveBeenCalledOnce();
  });

  it('fires within five seconds of a clock change and keeps waiting', () => {
    for (const step of [60_000, -60_000]) {
      speak.mockReset();
      createDeadlineTimer(speak)(inTime(20_000));
      vi.advanceTimersByTime(1000);
      vi.setSystemTime(Date.now() + step);
      vi.advanceTimersByTime(4000);
      expect(speak).toHaveBeenCalledOnce();
      vi.advanceTimersByTime(15_000);
      expect(speak).toHaveBeenCalledTimes(2);
    }
  });

  it('fires after device sleep with a stopped monotonic clock', () => {
    const steady = vi.spyOn(performance, 'now').mockReturnValue(0);
    createDeadlineTimer(speak)(inTime(60_000));
    steady.mockReturnValue(5000);
    vi.setSystemTime(Date.now() + 600_000);
    vi.advanceTimersByTime(5000);
    expect(speak).toHaveBeenCalledOnce();
    steady.mockRestore();
  });

  it('accepts a new request from inside its callback', () => {
    const wait = createDeadlineTimer(() => {
      speak();
      if (speak.mock.calls.length === 1) wait(inTime(1000));
    });
    wait(inTime(1000));
    vi.advanceTimersByTime(10_000);
    expect(speak).toHaveBeenCalledTimes(2);
  });
});
