import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWait, type Wait } from './waiting';

const speak = vi.fn<() => void>();
/** A request that is read at once. */
const inTime = (after: number): Wait => ({ after, sentAt: Date.now() });
beforeEach(() => {
  speak.mockReset();
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

describe('waiting for the deadline', () => {
  it('speaks up once, when it is there', () => {
    createWait(speak)(inTime(12_000));
    vi.advanceTimersByTime(11_999);
    expect(speak).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(speak).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(60_000);
    expect(speak).toHaveBeenCalledOnce();
  });

  it('is on time when the request is read late, as by a Worker that was still loading', () => {
    const request = inTime(30_000);
    vi.advanceTimersByTime(3000);
    createWait(speak)(request);
    vi.advanceTimersByTime(26_999);
    expect(speak).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(speak).toHaveBeenCalledOnce();
  });

  it('speaks up at once when the deadline has passed before the request is read', () => {
    const request = inTime(1000);
    vi.advanceTimersByTime(3000);
    createWait(speak)(request);
    vi.advanceTimersByTime(0);
    expect(speak).toHaveBeenCalledOnce();
  });

  it('waits anew when it is told to', () => {
    const wait = createWait(speak);
    wait(inTime(3000));
    vi.advanceTimersByTime(2000);
    wait(inTime(3000));
    vi.advanceTimersByTime(2999);
    expect(speak).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(speak).toHaveBeenCalledOnce();
  });

  it('speaks up within five seconds after the clock was set, forth or back, and goes on waiting', () => {
    for (const step of [60_000, -60_000]) {
      speak.mockReset();
      createWait(speak)(inTime(20_000));
      vi.advanceTimersByTime(1000);
      vi.setSystemTime(Date.now() + step);
      vi.advanceTimersByTime(4000);
      expect(speak).toHaveBeenCalledOnce();
      vi.advanceTimersByTime(15_000);
      expect(speak).toHaveBeenCalledTimes(2);
    }
  });

  it('speaks up after a sleep of the device in which its own clock stood still', () => {
    const steady = vi.spyOn(performance, 'now').mockReturnValue(0);
    createWait(speak)(inTime(60_000));
    steady.mockReturnValue(5000);
    vi.setSystemTime(Date.now() + 600_000);
    vi.advanceTimersByTime(5000);
    expect(speak).toHaveBeenCalledOnce();
    steady.mockRestore();
  });

  it('waits on when it may, from within what it speaks to', () => {
    const wait = createWait(() => {
      speak();
      if (speak.mock.calls.length === 1) wait(inTime(1000));
    });
    wait(inTime(1000));
    vi.advanceTimersByTime(10_000);
    expect(speak).toHaveBeenCalledTimes(2);
  });
});
