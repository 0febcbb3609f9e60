import type { UiEffect } from '@twentyfour/core';
import { toast } from 'react-hot-toast';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runEffect as runWith } from './effects';
import { setNavigate } from './navigation';

const dispatch = vi.fn();
const runEffect = (effect: UiEffect) => runWith(effect, dispatch);

class SourceNode {
  static readonly started: { loop: boolean; from: number; stop: () => void }[] = [];
  loop = false;
  loopStart = 0;
  loopEnd = 0;
  buffer: unknown = null;
  readonly stop = vi.fn<() => void>();
  addEventListener() {}
  connect<T>(next: T): T {
    return next;
  }
  start(_when: number, from: number) {
    SourceNode.started.push({ loop: this.loop, from, stop: this.stop });
  }
}

class Audio {
  state = 'running';
  destination = {};
  createBufferSource = () => new SourceNode();
  createGain = () => ({ gain: { value: 1 }, connect: () => this.destination });
  decodeAudioData = async () => ({});
  resume = async () => undefined;
}

describe('sounds', () => {
  beforeEach(() => {
    SourceNode.started.length = 0;
    vi.resetModules();
    vi.stubGlobal('AudioContext', Audio);
    vi.stubGlobal(
      'fetch',
      vi.fn(async () => ({ arrayBuffer: async () => new ArrayBuffer(8) })),
    );
  });
  afterEach(() => vi.unstubAllGlobals());

  it('repeats the default, plays the ending once, and stops every sound', async () => {
    const { runEffect: run } = await import('./effects');
    run({ type: 'play_sound', sound: 'default' }, dispatch);
    await vi.waitFor(() => expect(SourceNode.started).toHaveLength(1));
    run({ type: 'play_sound', sound: 'ending' }, dispatch);
    await vi.waitFor(() => expect(SourceNode.started).toHaveLength(2));
    expect(SourceNode.started.map(({ loop }) => loop)).toEqual([true, false]);
    expect(vi.mocked(fetch).mock.calls.map(([file]) => file)).toEqual([
      '/sounds/timer_sounds/default.mp3',
      '/sounds/timer_sounds/ending_sound.mp3',
    ]);
    run({ type: 'stop_sounds' }, dispatch);
    for (const { stop } of SourceNode.started) expect(stop).toHaveBeenCalledOnce();
  });

  it('does not start a sound that was stopped while it was still loading', async () => {
    let arrive: (answer: unknown) => void = () => undefined;
    vi.mocked(fetch).mockReturnValue(new Promise((resolve) => (arrive = resolve as typeof arrive)) as Promise<Response>);
    const { runEffect: run } = await import('./effects');
    run({ type: 'play_sound', sound: 'default' }, dispatch);
    run({ type: 'stop_sounds' }, dispatch);
    arrive({ arrayBuffer: async () => new ArrayBuffer(8) });
    await new Promise((resolve) => setTimeout(resolve));
    expect(SourceNode.started).toHaveLength(0);
  });

  it('stays silent, and tries again, where the file does not come', async () => {
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError('offline'));
    const { playSound } = await import('./sounds');
    await expect(playSound('ending')).resolves.toBeUndefined();
    await playSound('ending');
    expect(SourceNode.started).toHaveLength(1);
  });

  it('stays silent where there is no audio', async () => {
    vi.stubGlobal('AudioContext', undefined);
    const { playSound } = await import('./sounds');
    await expect(playSound('default')).resolves.toBeUndefined();
  });
});

describe('notifications', () => {
  const shown = vi.fn();
  class FakeNotification {
    static permission = 'granted';
    static requestPermission = vi.fn(async () => 'granted');
    constructor(title: string, options: { body: string }) {
      shown(title, options.body);
    }
    addEventListener() {}
  }

  beforeEach(() => {
    shown.mockClear();
    FakeNotification.requestPermission.mockClear();
    vi.stubGlobal('Notification', FakeNotification);
  });
  afterEach(() => vi.unstubAllGlobals());

  it('shows the product’s name and the text where that is permitted', () => {
    FakeNotification.permission = 'granted';
    runEffect({ type: 'notify', body: 'Time to work!' });
    expect(shown).toHaveBeenCalledExactlyOnceWith('Twentyfour', 'Time to work!');
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
  });

  it('asks, and shows nothing, while the person has not decided', () => {
    FakeNotification.permission = 'default';
    runEffect({ type: 'notify', body: 'Time to work!' });
    expect(FakeNotification.requestPermission).toHaveBeenCalledOnce();
    expect(shown).not.toHaveBeenCalled();
  });

  it('calls a card to mind without asking for a permission', () => {
    FakeNotification.permission = 'default';
    const remind = { type: 'remind', message: 'Milk is due at 09:00', path: '/app/b/groceries?card=1' } as const;
    runEffect(remind);
    expect(shown).not.toHaveBeenCalled();
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
    FakeNotification.permission = 'granted';
    runEffect(remind);
    expect(shown).toHaveBeenCalledExactlyOnceWith('Twentyfour', 'Milk is due at 09:00');
  });

  it('does nothing where the person has declined, or the browser has none', () => {
    FakeNotification.permission = 'denied';
    runEffect({ type: 'notify', body: 'Time to work!' });
    vi.stubGlobal('Notification', undefined);
    expect(() => runEffect({ type: 'notify', body: 'Time to work!' })).not.toThrow();
    expect(shown).not.toHaveBeenCalled();
    expect(FakeNotification.requestPermission).not.toHaveBeenCalled();
  });
});

describe('the other effects', () => {
  it('navigates by the router', () => {
    const go = vi.fn();
    setNavigate(go);
    runEffect({ type: 'navigate', path: '/auth?type=login', replace: true });
    expect(go).toHaveBeenCalledExactlyOnceWith('/auth?type=login', { replace: true });
  });

  it('shows each kind of toast', () => {
    const success = vi.spyOn(toast, 'success').mockReturnValue('');
    const error = vi.spyOn(toast, 'error').mockReturnValue('');
    runEffect({ type: 'toast', kind: 'success', message: 'Successfully logged in!', undo: null });
    runEffect({ type: 'toast', kind: 'error', message: 'Something went wrong. Please try again.', undo: null });
    expect(success).toHaveBeenCalledExactlyOnceWith('Successfully logged in!', {});
    expect(error).toHaveBeenCalledExactlyOnceWith('Something went wrong. Please try again.', {});
  });
});
