/* oxlint-disable no-underscore-dangle -- The names are wasm-bindgen's. */
import { describe, expect, it, vi } from 'vitest';
import { afterContentPaint, afterFirstPaint, releaseLocks, disableModule } from './load-core';

interface Held {
  name: string;
  clientId: string;
}

/** A fake of the browser's Web Locks, as one page sees them. */
class Locks {
  readonly stolen: string[] = [];

  constructor(readonly held: Held[]) {}

  async request(name: string, ...rest: unknown[]): Promise<unknown> {
    const callback = rest.at(-1) as () => unknown;
    const { steal = false } = (rest.length > 1 ? rest[0] : {}) as { steal?: boolean };
    if (steal) this.stolen.push(name);
    const lock = { name, clientId: 'this page' };
    this.held.push(lock);
    try {
      return await callback();
    } finally {
      this.held.splice(this.held.indexOf(lock), 1);
    }
  }

  async query() {
    return { held: [...this.held], pending: [] };
  }
}

const asLocks = (locks: Locks) => locks as unknown as LockManager;

it('releases the locks of this page only', async () => {
  const locks = new Locks([
    { name: 'twentyfour-outbox', clientId: 'this page' },
    { name: 'twentyfour-bell', clientId: 'another tab' },
    { name: 'twentyfour-refresh', clientId: 'this page' },
  ]);
  await releaseLocks(asLocks(locks));
  expect(locks.stolen).toEqual(['twentyfour-outbox', 'twentyfour-refresh']);
});

it('does nothing without the Web Locks API', async () => {
  await expect(releaseLocks(undefined)).resolves.toBeUndefined();
});

it('turns calls into a disabled module into no-ops', () => {
  const setExports = vi.fn();
  disableModule({ __wbg_set_wasm: setExports });
  const exports = setExports.mock.calls[0]?.[0] as Record<string, (...given: unknown[]) => unknown>;
  expect(exports.core_dispatch?.(1, {})).toEqual([0, 0, 0]);
  expect(() => exports.__wbindgen_destroy_closure?.(1, 2)).not.toThrow();
});

describe('the first paint', () => {
  it('resolves in the task after the first frame', async () => {
    const frames: FrameRequestCallback[] = [];
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
    const isDone = vi.fn();
    const waiting = afterFirstPaint().then(isDone);
    await Promise.resolve();
    frames.forEach((callback) => callback(0));
    await Promise.resolve();
    expect(isDone, 'the frame has not been painted yet').not.toHaveBeenCalled();
    await waiting;
  });

  it.each([afterFirstPaint, afterContentPaint])('resolves at once on a hidden page: %o', async (afterPaint) => {
    vi.spyOn(globalThis, 'requestAnimationFrame').mockReturnValue(1);
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await afterPaint();
    visibility.mockReturnValue('visible');
    const waiting = afterPaint();
    visibility.mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    await waiting;
  });

  it('waits for the second frame where paints of content are not reported', async () => {
    const frames: FrameRequestCallback[] = [];
    vi.spyOn(globalThis, 'requestAnimationFrame').mockImplementation((callback) => frames.push(callback));
    const waiting = afterContentPaint();
    expect(frames).toHaveLength(1);
    frames[0]?.(0);
    expect(frames).toHaveLength(2);
    frames[1]?.(16);
    await waiting;
  });
});
