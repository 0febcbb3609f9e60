import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createAutosave } from './autosave';

describe('the saver', () => {
  let saves: number[] = [];
  let isTaken = true;
  const begin = () =>
    createAutosave(() => {
      saves.push(Date.now());
      return isTaken;
    });

  beforeEach(() => {
    vi.useFakeTimers({ now: 0 });
    saves = [];
    isTaken = true;
    return () => vi.useRealTimers();
  });

  it('saves within 800 ms of the first unsaved key', () => {
    const saver = begin();
    for (let now = 0; now < 5_000; now += 90) {
      saver.changed();
      vi.advanceTimersByTime(90);
    }
    expect(saves.length).toBeGreaterThanOrEqual(6);
    let before = 0;
    for (const at of saves) {
      expect(at - before).toBeLessThanOrEqual(800 + 90);
      expect(at - before).toBeGreaterThanOrEqual(500);
      before = at;
    }
  });

  it('saves each change once', () => {
    const saver = begin();
    saver.changed();
    expect(saver.isDirty()).toBe(true);
    vi.advanceTimersByTime(800);
    expect(saves).toHaveLength(1);
    expect(saver.isDirty()).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect(saves).toHaveLength(1);
  });

  it('flushes only unsaved changes', () => {
    const saver = begin();
    saver.flush();
    expect(saves).toEqual([]);
    saver.changed();
    saver.flush();
    saver.flush();
    expect(saves).toEqual([0]);
    vi.advanceTimersByTime(10_000);
    expect(saves).toEqual([0]);
  });

  it('waits for idle time where supported', () => {
    const idle: IdleRequestCallback[] = [];
    const canceled = vi.fn<(id: number) => void>();
    vi.stubGlobal('requestIdleCallback', (call: IdleRequestCallback, options: IdleRequestOptions) => {
      expect(650 + (options.timeout ?? Infinity)).toBeLessThanOrEqual(800);
      return idle.push(call);
    });
    vi.stubGlobal('cancelIdleCallback', canceled);
    const saver = begin();
    saver.changed();
    vi.advanceTimersByTime(650);
    expect(idle).toHaveLength(1);
    expect(saves).toEqual([]);
    idle[0]?.({ didTimeout: false, timeRemaining: () => 10 });
    expect(saves).toEqual([650]);
    // The first key after 500 ms saves immediately, because it is the moment furthest from the next key.
    saver.changed();
    vi.advanceTimersByTime(510);
    saver.changed();
    expect(idle).toHaveLength(2);
    saver.flush();
    expect(canceled).toHaveBeenCalledWith(2);
    vi.unstubAllGlobals();
  });

  it('retries a rejected save on the next key', () => {
    const saver = begin();
    isTaken = false;
    saver.changed();
    saver.flush();
    expect(saver.isDirty()).toBe(true);
    isTaken = true;
    saver.changed();
    vi.advanceTimersByTime(800);
    expect(saves).toHaveLength(2);
    expect(saver.isDirty()).toBe(false);
  });
});
