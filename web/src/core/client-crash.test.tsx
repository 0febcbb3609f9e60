import { act, render, screen } from '@testing-library/react';
import type { Intent } from '@twentyfour/core';
import { beforeEach, describe, expect, it, type MockInstance, vi } from 'vitest';
import { showToast } from '../platform/toasts';
import { snapshot } from '../testing/fake-core';
import { connectCore, CORE_CRASHED_REJECTION, dispatch, mirror, coreStatus, uploadPicture } from './client';
import { listenForCoreCrashes } from './crash-listener';
import { useMirror } from './hooks';
import { type CoreHandle, replaceCore } from './load-core';

vi.mock('./load-core', () => ({ loadCore: vi.fn(), replaceCore: vi.fn() }));
vi.mock('../platform/toasts', () => ({ showToast: vi.fn() }));

type Listener = Parameters<CoreHandle['subscribe']>[0];

/** A core with a visible clock that crashes on one kind of intent. */
class StubCore implements CoreHandle {
  readonly intents: Intent[] = [];
  listener: Listener | null = null;

  constructor(
    private readonly time: string,
    private readonly crashes_at: Intent['type'] | null = null,
  ) {}

  snapshot(): string {
    const state = snapshot();
    return JSON.stringify({ ...state, clock: { ...state.clock, time: this.time } });
  }

  dispatch(intent: Intent): null {
    this.intents.push(intent);
    if (intent.type === this.crashes_at) throw new WebAssembly.RuntimeError('unreachable');
    return null;
  }

  hold_file(): number {
    return 1;
  }

  hold_read(): void {}
  hold_response(): void {}

  subscribe(listener: Listener): () => void {
    this.listener = listener;
    return () => undefined;
  }
}

const fresh = vi.mocked(replaceCore);
let now = 0;
let log: MockInstance;

function Time() {
  return <p>{useMirror(({ clock }) => clock.time)}</p>;
}

/** Runs pending promise callbacks. */
const settled = () => act(async () => void (await new Promise((done) => setTimeout(done))));

beforeEach(() => {
  // Outside the crash loop window of the previous test.
  now += 1_000_000;
  fresh.mockReset();
  vi.mocked(showToast).mockReset();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  log = vi.spyOn(console, 'error').mockReturnValue();
});

describe('a core that crashes', () => {
  it('is replaced by a core that starts from storage, with one toast', async () => {
    const said = vi.mocked(showToast);
    const [first, second] = [new StubCore('09:00', 'start_timer'), new StubCore('10:00')];
    fresh.mockResolvedValue(second);
    connectCore(first);
    render(<Time />);
    let refused;
    act(() => {
      refused = dispatch({ type: 'start_timer' });
    });
    expect(refused).toEqual({ code: 'internal', message: 'Something went wrong. Please try again.' });
    expect(coreStatus.getState().status).toBe('loading');
    await settled();
    expect(coreStatus.getState().status).toBe('ready');
    expect(second.intents.map(({ type }) => type)).toEqual(['start']);
    expect(screen.getByText('10:00'), 'who follows the mirror goes on').toBeVisible();
    expect(said).toHaveBeenCalledOnce();
    expect(said.mock.calls[0]?.[1]).toMatch(/^Twentyfour recovered from an error\./);
    expect(log).toHaveBeenCalledOnce();
    dispatch({ type: 'pause_timer' });
    expect(second.intents.at(-1)).toEqual({ type: 'pause_timer' });
  });

  it('no longer updates the mirror', async () => {
    const [first, second] = [new StubCore('09:00', 'start_timer'), new StubCore('10:00')];
    fresh.mockResolvedValue(second);
    connectCore(first);
    dispatch({ type: 'start_timer' });
    const { clock } = snapshot();
    first.listener?.({ patches: [{ type: 'clock', clock: { ...clock, time: '11:11' } }], effects: [] });
    expect(mirror.getState().clock.time).toBe('09:00');
    await settled();
    first.listener?.({ patches: [{ type: 'clock', clock: { ...clock, time: '11:11' } }], effects: [] });
    expect(mirror.getState().clock.time).toBe('10:00');
  });

  it('is detected from window errors, once', async () => {
    fresh.mockResolvedValue(new StubCore('10:00'));
    connectCore(new StubCore('09:00'));
    let noticed: ((error: unknown) => void) | null = null;
    const listen = vi.spyOn(globalThis, 'addEventListener');
    // Installs the page's real crash listener, as opening the core does.
    listenForCoreCrashes((error) => noticed?.(error));
    expect(listen.mock.calls.map(([name]) => name)).toEqual(['error', 'unhandledrejection']);
    const seen: unknown[] = [];
    noticed = (error) => seen.push(error);
    const trap = new WebAssembly.RuntimeError('unreachable');
    const event = new ErrorEvent('error', { error: trap, cancelable: true });
    globalThis.dispatchEvent(event);
    expect(seen).toEqual([trap]);
    expect(event.defaultPrevented, 'the browser need not tell it too').toBe(true);
    const rejection = Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason: trap });
    globalThis.dispatchEvent(rejection);
    expect(seen).toEqual([trap, trap]);
    const other = new ErrorEvent('error', { error: new TypeError('of a page'), cancelable: true });
    globalThis.dispatchEvent(other);
    expect(seen).toHaveLength(2);
    expect(other.defaultPrevented).toBe(false);
  });

  it('shows the error page after a second crash', async () => {
    fresh.mockResolvedValue(new StubCore('10:00', 'start'));
    connectCore(new StubCore('09:00', 'start_timer'));
    dispatch({ type: 'start_timer' });
    await settled();
    expect(coreStatus.getState()).toEqual({ status: 'crashed', detail: 'unreachable' });
    expect(fresh).toHaveBeenCalledOnce();
    expect(dispatch({ type: 'start_timer' }), 'nothing is accepted any more').toBe(CORE_CRASHED_REJECTION);
    expect(uploadPicture(new Blob(['x']))).toBe(CORE_CRASHED_REJECTION);
  });

  it('is replaced again when some time has passed', async () => {
    fresh.mockResolvedValueOnce(new StubCore('10:00', 'pause_timer'));
    fresh.mockResolvedValueOnce(new StubCore('11:00'));
    connectCore(new StubCore('09:00', 'start_timer'));
    dispatch({ type: 'start_timer' });
    await settled();
    now += 10_000;
    dispatch({ type: 'pause_timer' });
    await settled();
    expect(coreStatus.getState().status).toBe('ready');
    expect(mirror.getState().clock.time).toBe('11:00');
  });

  it('shows the error page when replacement fails', async () => {
    fresh.mockRejectedValue(new Error('The core’s module could not be loaded: 404.'));
    connectCore(new StubCore('09:00', 'upload_picture'));
    expect(uploadPicture(new Blob(['x']))?.code).toBe('internal');
    await settled();
    expect(coreStatus.getState()).toEqual({ status: 'crashed', detail: 'The core’s module could not be loaded: 404.' });
  });
});
