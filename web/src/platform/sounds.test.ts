import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as AudioPlayer from './audio-player';
import type * as SoundPreview from './sound-preview';
import type * as Sounds from './sounds';

class Source {
  loop = false;
  loopStart = 0;
  loopEnd = 0;
  buffer: unknown = null;
  from = 0;
  stopped = false;
  private readonly listeners: (() => void)[] = [];
  constructor(readonly context: Context) {}
  addEventListener(_name: string, listener: () => void) {
    this.listeners.push(listener);
  }
  connect() {}
  start(_when: number, from: number) {
    this.from = from;
    started.push(this);
  }
  stop() {
    this.stopped = true;
  }
  /** Ends playback. */
  end() {
    for (const listener of this.listeners) listener();
  }
}

class Context {
  destination = {};
  currentTime = 0;
  closed = false;
  readonly gains: { value: number }[] = [];
  private listeners: (() => void)[] = [];
  state: string;
  constructor() {
    this.state = isRefusing ? 'suspended' : 'running';
    contexts.push(this);
  }
  addEventListener(_name: string, listener: () => void) {
    this.listeners.push(listener);
  }
  createBufferSource() {
    return new Source(this);
  }
  createGain() {
    const gain = {
      value: 1,
      setTargetAtTime(value: number) {
        gain.value = value;
      },
    };
    this.gains.push(gain);
    return { gain, connect: () => undefined, disconnect: () => undefined };
  }
  async decodeAudioData() {
    return {};
  }
  async resume() {
    if (isRefusing || this.closed) return;
    this.state = 'running';
    for (const listener of this.listeners) listener();
  }
  async suspend() {
    if (!this.closed) this.state = 'suspended';
  }
  async close() {
    this.closed = true;
    this.state = 'closed';
  }
}

let contexts: Context[] = [];
let started: Source[] = [];
/** Whether the fake browser blocks autoplay. */
let isRefusing = false;
let sounds: typeof AudioPlayer & typeof SoundPreview & typeof Sounds;

const state = () => sounds.soundState.getState();
const files = () => vi.mocked(fetch).mock.calls.map(([file]) => file);
/** Runs pending promise callbacks. */
const settle = () => vi.advanceTimersByTimeAsync(0);
const heard = () => started.filter(({ stopped }) => !stopped);

beforeEach(async () => {
  contexts = [];
  started = [];
  isRefusing = false;
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => ({ ok: true, arrayBuffer: async () => new ArrayBuffer(8) })),
  );
  sounds = { ...(await import('./audio-player')), ...(await import('./sound-preview')), ...(await import('./sounds')) };
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('a context opened in advance', () => {
  const stubActivation = (hasBeenActive: boolean) => vi.stubGlobal('navigator', { userActivation: { hasBeenActive } });

  it('is suspended until the first sound plays in it', async () => {
    stubActivation(true);
    sounds.prepareContext();
    sounds.prepareContext();
    expect(contexts.map((one) => one.state)).toEqual(['suspended']);
    sounds.playLoop('rain', 50);
    await settle();
    expect(heard().map(({ context }) => context)).toEqual(contexts);
    expect(contexts.map((one) => one.state)).toEqual(['running']);
  });

  it('is closed if nothing plays in it', async () => {
    stubActivation(true);
    sounds.prepareContext();
    sounds.releaseIdleContext();
    sounds.prepareContext();
    sounds.playLoop('rain', 50);
    await settle();
    sounds.releaseIdleContext();
    expect(contexts.map(({ closed }) => closed)).toEqual([true, false]);
  });

  it('waits for a user gesture', () => {
    stubActivation(false);
    sounds.prepareContext();
    expect(contexts).toEqual([]);
  });
});

describe('the loop', () => {
  it('repeats the part of its file that has no seam', async () => {
    sounds.playLoop('rain', 50);
    await settle();
    expect(files()).toEqual(['/sounds/timer_sounds/rain.mp3']);
    expect(started).toHaveLength(1);
    expect(started[0]).toMatchObject({ loop: true, loopStart: 1, loopEnd: 25, from: 1 });
    expect(contexts[0]?.gains[0]?.value).toBeCloseTo(0.25);
  });

  it('changes its volume without restarting', async () => {
    sounds.playLoop('rain', 50);
    await settle();
    sounds.playLoop('rain', 100);
    await settle();
    expect(started).toHaveLength(1);
    expect(contexts[0]?.gains[0]?.value).toBeCloseTo(1);
  });

  it('plays one loop at a time', async () => {
    sounds.playLoop('rain', 50);
    await settle();
    sounds.playLoop('stream', 50);
    await settle();
    expect(started).toHaveLength(2);
    expect(heard()).toEqual([started[1]]);
    expect(contexts).toHaveLength(1);
    expect(contexts[0]?.closed).toBe(false);
  });

  it('does not start if stopped or replaced while loading', async () => {
    sounds.playLoop('rain', 50);
    sounds.playLoop('stream', 50);
    await settle();
    expect(started).toHaveLength(1);
    sounds.stopSounds();
    sounds.playLoop('ticking', 50);
    sounds.stopSounds();
    await settle();
    expect(heard()).toEqual([]);
  });
});

describe('the audio context', () => {
  it('is created at the first sound and closed when idle', async () => {
    expect(contexts).toEqual([]);
    sounds.playLoop('rain', 50);
    expect(contexts).toHaveLength(1);
    await settle();
    sounds.stopSounds();
    await settle();
    expect(contexts[0]?.closed).toBe(true);
    sounds.playLoop('rain', 50);
    await settle();
    expect(contexts.map(({ closed }) => closed)).toEqual([true, false]);
  });

  it('serves the bell that follows the loop, and is closed when that has rung', async () => {
    sounds.playLoop('rain', 50);
    await settle();
    sounds.stopSounds();
    sounds.playEnding('gong', 50);
    await settle();
    expect(contexts).toHaveLength(1);
    expect(contexts[0]?.closed).toBe(false);
    expect(heard()).toHaveLength(1);
    expect(heard()[0]).toMatchObject({ loop: false, from: 0 });
    heard()[0]?.end();
    await settle();
    expect(contexts[0]?.closed).toBe(true);
  });

  it('is not needed by a browser without audio', () => {
    vi.stubGlobal('AudioContext', undefined);
    expect(() => sounds.playLoop('default', 50)).not.toThrow();
    expect(() => sounds.playEnding('chime', 50)).not.toThrow();
    expect(() => sounds.startPreview('chime', 50)).not.toThrow();
    expect(state().previewing).toBeNull();
  });
});

describe('a browser that blocks autoplay', () => {
  beforeEach(() => {
    isRefusing = true;
  });

  it('is reported until the first user gesture unblocks sound', async () => {
    sounds.playLoop('rain', 50);
    await vi.advanceTimersByTimeAsync(1000);
    expect(state().isBlocked).toBe(true);
    isRefusing = false;
    window.dispatchEvent(new Event('pointerup'));
    await settle();
    expect(contexts[0]?.state).toBe('running');
    expect(state().isBlocked).toBe(false);
  });

  it('is no longer reported once nothing plays', async () => {
    sounds.playLoop('rain', 50);
    await vi.advanceTimersByTimeAsync(1000);
    sounds.stopSounds();
    await settle();
    expect(state().isBlocked).toBe(false);
    expect(contexts[0]?.closed).toBe(true);
  });

  it('does not ring late', async () => {
    sounds.playEnding('gong', 50);
    await vi.advanceTimersByTimeAsync(3000);
    expect(contexts[0]?.closed).toBe(true);
    isRefusing = false;
    window.dispatchEvent(new Event('pointerup'));
    await settle();
    expect(heard()).toEqual([]);
  });
});

describe('the bell', () => {
  /** Delays the next file until the returned function is called. */
  const slowFile = () => {
    let give = () => {};
    const response = new Promise<Response>((resolve) => {
      give = () => resolve({ ok: true, arrayBuffer: async () => new ArrayBuffer(8) } as Response);
    });
    vi.mocked(fetch).mockReturnValueOnce(response);
    return give;
  };

  it('does not ring when its file loads late', async () => {
    const give = slowFile();
    sounds.playEnding('gong', 50);
    await vi.advanceTimersByTimeAsync(2500);
    expect(contexts[0]?.closed).toBe(true);
    give();
    await settle();
    expect(started).toEqual([]);
    expect(state().failed.size).toBe(0);
  });

  it('does not ring late after the page was throttled', async () => {
    const give = slowFile();
    sounds.playEnding('gong', 50);
    // Time passes without any timer of the page running.
    vi.setSystemTime(Date.now() + 60_000);
    const now = performance.now();
    vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
    give();
    await settle();
    expect(started).toEqual([]);
    expect(contexts[0]?.closed).toBe(true);
  });

  it('rings when its file loads in time', async () => {
    const give = slowFile();
    sounds.playEnding('gong', 50);
    await vi.advanceTimersByTimeAsync(1500);
    give();
    await vi.advanceTimersByTimeAsync(1000);
    expect(heard()).toHaveLength(1);
  });

  it('is preloaded on the start click and its context stays suspended', async () => {
    sounds.preloadBell('gong');
    await settle();
    expect(files()).toEqual(['/sounds/timer_sounds/gong.mp3']);
    expect(contexts).toHaveLength(1);
    expect(contexts[0]).toMatchObject({ state: 'suspended', closed: false });
    // A user gesture must not resume the context while nothing plays.
    sounds.unblockSound();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(contexts[0]?.state).toBe('suspended');
    expect(state().isBlocked).toBe(false);
    // The calls that the core makes at the end of a phase.
    sounds.stopSounds();
    sounds.playEnding('gong', 50);
    await settle();
    expect(contexts).toHaveLength(1);
    expect(contexts[0]?.state).toBe('running');
    expect(heard()).toHaveLength(1);
    heard()[0]?.end();
    await settle();
    expect(contexts[0]?.closed).toBe(true);
    expect(files()).toHaveLength(1);
  });

  it('keeps a loop playing and suspends afterwards', async () => {
    sounds.preloadBell('gong');
    sounds.playLoop('rain', 50);
    await settle();
    expect(contexts).toHaveLength(1);
    expect(contexts[0]?.state).toBe('running');
    expect(heard()).toHaveLength(1);
    sounds.startPreview('stream', 50);
    sounds.stopPreview();
    sounds.stopSounds();
    await settle();
    expect(contexts[0]?.closed).toBe(true);
  });

  it('suspends again after a preview and closes when the timer stops', async () => {
    sounds.preloadBell('gong');
    await settle();
    sounds.startPreview('chime', 50);
    await settle();
    expect(contexts[0]?.state).toBe('running');
    sounds.stopPreview();
    await settle();
    expect(contexts[0]?.state).toBe('suspended');
    sounds.stopSounds();
    await settle();
    expect(contexts[0]?.closed).toBe(true);
  });
});

describe('a file that fails to load', () => {
  it('times out after ten seconds', async () => {
    const given = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(given.signal);
    vi.mocked(fetch).mockImplementationOnce(
      async (_file, options) =>
        new Promise((_, reject) => {
          options?.signal?.addEventListener('abort', () => reject(new DOMException('too late', 'TimeoutError')));
        }),
    );
    sounds.playLoop('rain', 50);
    await settle();
    expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
    expect(state().failed.size).toBe(0);
    given.abort();
    await settle();
    expect([...state().failed]).toEqual(['rain']);
    expect(contexts[0]?.closed).toBe(true);
  });

  it('is reported, leaves no context open, and is requested again', async () => {
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError('offline'));
    sounds.playLoop('rain', 50);
    await settle();
    expect([...state().failed]).toEqual(['rain']);
    expect(contexts[0]?.closed).toBe(true);
    sounds.playLoop('rain', 50);
    await settle();
    expect(heard()).toHaveLength(1);
    expect(state().failed.size).toBe(0);
  });

  it('counts an error response as a failure', async () => {
    vi.mocked(fetch).mockResolvedValueOnce({ ok: false, status: 404 } as Response);
    sounds.playEnding('chime', 50);
    await settle();
    expect([...state().failed]).toEqual(['chime']);
  });

  it('is fetched once for as long as it is in use', async () => {
    sounds.playLoop('rain', 50);
    await settle();
    sounds.stopSounds();
    sounds.playLoop('rain', 50);
    await settle();
    expect(files()).toHaveLength(1);
  });
});

describe('previewing a sound', () => {
  it('plays, reports it, and stops by itself', async () => {
    sounds.startPreview('gong', 40);
    expect(state().previewing).toBe('gong');
    await settle();
    expect(heard()[0]).toMatchObject({ loop: false });
    heard()[0]?.end();
    await settle();
    expect(state().previewing).toBeNull();
    expect(contexts[0]?.closed).toBe(true);
    sounds.startPreview('rain', 40);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(state().previewing).toBeNull();
    expect(heard()[1]).toBeUndefined();
  });

  it('opens no context at volume 0', async () => {
    sounds.startPreview('rain', 0);
    await settle();
    expect(contexts).toEqual([]);
    expect(state().previewing).toBeNull();
  });

  it('mutes the timer’s loop while it plays', async () => {
    sounds.playLoop('rain', 50);
    await settle();
    sounds.startPreview('stream', 100);
    await settle();
    const [loop, preview] = contexts[0]?.gains ?? [];
    expect([loop?.value, preview?.value]).toEqual([0, 1]);
    sounds.setPreviewVolume(50);
    expect(preview?.value).toBeCloseTo(0.25);
    sounds.stopPreview();
    expect(loop?.value).toBeCloseTo(0.25);
    expect(heard()).toEqual([started[0]]);
  });

  it('stops for another preview and reports load failures', async () => {
    sounds.startPreview('stream', 50);
    await settle();
    vi.mocked(fetch).mockRejectedValueOnce(new TypeError('offline'));
    sounds.startPreview('ticking', 50);
    await settle();
    expect(heard()).toEqual([]);
    expect(state().previewing).toBeNull();
    expect([...state().failed]).toEqual(['ticking']);
  });
});
