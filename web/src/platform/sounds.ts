/**
 * The timer's sounds: at most one loop, and an ending over it.
 *
 * Loops use Web Audio instead of an audio element, which leaves an audible gap whenever an MP3 repeats. The audio
 * context is created in a user gesture, as browsers require, and is closed when nothing plays: an open one keeps the
 * audio hardware awake and drains the battery.
 */
import type { EndingSound, FocusSound } from '@twentyfour/core';
import { createStore } from 'zustand/vanilla';
import { SOUND_LOOP_SECONDS } from './sound-loop';

/** A sound that loops. */
type LoopName = Exclude<FocusSound, 'none'>;
/** A sound that plays once. */
type EndingName = Exclude<EndingSound, 'none'>;
export type SoundName = LoopName | EndingName;

interface SoundState {
  /** Whether the browser blocks a sound until the user interacts with the page. */
  is_blocked: boolean;
  /** The sounds whose last load failed. */
  failed: ReadonlySet<SoundName>;
  /** The sound that is being previewed; null for none. */
  previewing: SoundName | null;
}

/** The sound state that the UI shows. */
export const soundState = createStore<SoundState>(() => ({ is_blocked: false, failed: new Set(), previewing: null }));

const LOOPS: readonly string[] = [
  'default',
  'rain',
  'brown_noise',
  'pink_noise',
  'white_noise',
  'stream',
  'ticking',
] satisfies LoopName[];

/** How long a browser may take to start a context, in milliseconds, before autoplay counts as blocked. */
const AUTOPLAY_TIMEOUT_MS = 800;
/** A bell that would be later than this, in milliseconds, is skipped. */
const BELL_MAX_DELAY_MS = 2000;
/** The timeout for loading a sound's file, in milliseconds. */
const LOAD_TIMEOUT_MS = 10_000;
/** The duration of a volume change, in seconds, long enough to avoid clicks. */
const VOLUME_RAMP_SECONDS = 0.03;
/** How long a loop is previewed, in milliseconds. */
const PREVIEW_DURATION_MS = 10_000;

/** The user gestures that unlock audio; some browsers accept only the end of a touch. */
const UNLOCK_EVENTS = ['pointerdown', 'pointerup', 'keydown', 'click'] as const;

/** A sound that should play. Its source is set as soon as its file is loaded. */
class PlayingSound {
  source: AudioBufferSourceNode | null = null;
  /** The latest time to start, on the monotonic clock in milliseconds. */
  startDeadline = Infinity;
  readonly gain: GainNode;

  constructor(
    readonly name: SoundName,
    readonly audio: AudioContext,
    volume: number,
  ) {
    this.gain = audio.createGain();
    this.gain.gain.value = toGain(volume);
    this.gain.connect(audio.destination);
  }

  setVolume(volume: number): void {
    this.gain.gain.setTargetAtTime(toGain(volume), this.audio.currentTime, VOLUME_RAMP_SECONDS);
  }
}

let context: AudioContext | null = null;
/** All sounds that should play, loaded or not. */
const playing = new Set<PlayingSound>();
let loop: PlayingSound | null = null;
let preview: PlayingSound | null = null;
let previewTimeout: ReturnType<typeof setTimeout> | undefined;
let loopVolume = 0;
/** Whether a suspended context is kept open for the bell of a timer that runs without a loop. */
let isContextReservedForBell = false;
/** The last decoded loop and ending; only one each, because a buffer takes megabytes. */
const buffers: Partial<Record<'loop' | 'ending', { name: SoundName; buffer: Promise<AudioBuffer> }>> = {};

/**
 * Plays a sound in a loop, replacing the current one. If it is already playing, only its volume changes. Never throws.
 */
export function playLoop(name: LoopName, volume: number): void {
  loopVolume = volume;
  if (loop?.name === name) {
    if (!isPreviewingLoop()) loop.setVolume(volume);
    resumeContext();
    return;
  }
  stopSound(loop);
  // The timer's loop is muted while another loop is previewed.
  loop = createSound(name, isPreviewingLoop() ? 0 : volume);
}

/** Plays a sound once. Never throws. */
export function playEnding(name: EndingName, volume: number): void {
  const sound = createSound(name, volume);
  if (!sound) return;
  sound.startDeadline = performance.now() + BELL_MAX_DELAY_MS;
  setTimeout(() => {
    if (!isAudible(sound)) stopSound(sound);
  }, BELL_MAX_DELAY_MS);
}

/**
 * Prepares for the bell of a timer that is being started: loads its file and, if no loop plays, creates a suspended
 * context, since Safari cannot start one without a user gesture. Must be called from a user gesture, after the timer
 * has started, because stopping the timer's sounds closes the context. Never throws.
 */
export function preloadBell(name: EndingName): void {
  try {
    const audio = openContext();
    isContextReservedForBell = true;
    audio.resume().then(releaseIdleContext, () => undefined);
    load(audio, name).then(
      () => setFailed(name, false),
      () => setFailed(name, true),
    );
  } catch {
    // There is no available audio device: the timer runs without sound.
  }
}

/** Stops all of the timer's sounds at once. A preview keeps playing. */
export function stopSounds(): void {
  isContextReservedForBell = false;
  for (const sound of playing) if (sound !== preview) stopSound(sound);
  loop = null;
  queueMicrotask(releaseIdleContext);
}

/** Previews a sound, replacing the current preview; a loop plays for ten seconds. Does nothing at volume 0. */
export function startPreview(name: SoundName, volume: number): void {
  stopPreview();
  // A silent preview would only keep the audio hardware awake.
  if (volume === 0) return;
  preview = createSound(name, volume);
  if (!preview) return;
  soundState.setState({ previewing: name });
  if (!isLoop(name)) return;
  loop?.setVolume(0);
  previewTimeout = setTimeout(stopPreview, PREVIEW_DURATION_MS);
}

/** Sets the volume of the current preview. */
export function setPreviewVolume(volume: number): void {
  preview?.setVolume(volume);
}

/** Stops the current preview. */
export function stopPreview(): void {
  clearTimeout(previewTimeout);
  const ended = preview;
  preview = null;
  stopSound(ended);
  loop?.setVolume(loopVolume);
  if (ended) soundState.setState({ previewing: null });
}

/** Starts sounds that the browser has blocked. Must be called from a user gesture. */
export function unblockSound(): void {
  // A context that is suspended until the bell stays suspended.
  if (playing.size > 0) context?.resume().catch(() => undefined);
  if (!context) soundState.setState({ is_blocked: false });
}

function isLoop(name: SoundName): name is LoopName {
  return LOOPS.includes(name);
}

function isPreviewingLoop(): boolean {
  return preview !== null && isLoop(preview.name);
}

/** Returns the gain for a volume of 0 to 100. It is quadratic to match perceived loudness. */
function toGain(volume: number): number {
  return (volume / 100) ** 2;
}

/**
 * Creates a sound that plays as soon as its file is loaded and the browser allows it. Returns null if there is no
 * audio.
 */
function createSound(name: SoundName, volume: number): PlayingSound | null {
  try {
    const audio = openContext();
    const sound = new PlayingSound(name, audio, volume);
    playing.add(sound);
    resumeContext();
    load(audio, name).then(
      (buffer) => start(sound, buffer),
      () => fail(sound),
    );
    return sound;
  } catch {
    // There is no available audio device: the timer runs without sound.
    return null;
  }
}

function start(sound: PlayingSound, buffer: AudioBuffer): void {
  setFailed(sound.name, false);
  // The sound may have been stopped while it was loading.
  if (!playing.has(sound)) return;
  if (isPastDeadline(sound)) {
    stopSound(sound);
    return;
  }
  const source = sound.audio.createBufferSource();
  source.buffer = buffer;
  if (isLoop(sound.name)) {
    source.loop = true;
    source.loopStart = SOUND_LOOP_SECONDS.start;
    source.loopEnd = SOUND_LOOP_SECONDS.end;
  }
  source.addEventListener('ended', () => (sound === preview ? stopPreview() : stopSound(sound)));
  source.connect(sound.gain);
  source.start(0, source.loop ? SOUND_LOOP_SECONDS.start : 0);
  sound.source = source;
}

/** Returns whether a sound can be heard: started, and its context is running. */
function isAudible(sound: PlayingSound): boolean {
  return sound.source !== null && sound.audio.state === 'running';
}

/** Returns whether a bell is too late to play; the title and the notification have shown the end already. */
function isPastDeadline(sound: PlayingSound): boolean {
  return performance.now() > sound.startDeadline;
}

function fail(sound: PlayingSound): void {
  if (!playing.has(sound)) return;
  setFailed(sound.name, true);
  if (sound === preview) stopPreview();
  stopSound(sound);
}

function setFailed(name: SoundName, is_failed: boolean): void {
  const { failed } = soundState.getState();
  if (failed.has(name) === is_failed) return;
  const changed = new Set(failed);
  if (is_failed) changed.add(name);
  else changed.delete(name);
  soundState.setState({ failed: changed });
}

function stopSound(sound: PlayingSound | null): void {
  if (!sound || !playing.delete(sound)) return;
  if (sound === loop) loop = null;
  sound.source?.stop();
  sound.gain.disconnect();
  // Waits a microtask, because a sound that follows immediately, such as the bell after the loop, can reuse the
  // context.
  queueMicrotask(releaseIdleContext);
}

function openContext(): AudioContext {
  if (context) return context;
  const audio = new AudioContext();
  audio.addEventListener('statechange', () => {
    if (audio === context && audio.state === 'running') setBlocked(false);
  });
  context = audio;
  return audio;
}

/** Closes the audio context when nothing plays, or suspends it while it is reserved for the bell. */
function releaseIdleContext(): void {
  const audio = context;
  if (!audio || playing.size > 0) return;
  setBlocked(false);
  if (isContextReservedForBell) {
    audio.suspend().catch(() => undefined);
    return;
  }
  audio.close().catch(() => undefined);
  context = null;
}

/** Resumes the context, and reports blocked autoplay if it does not run in time. */
function resumeContext(): void {
  const audio = context;
  if (!audio) return;
  // A running context may be about to suspend, so it is resumed as well.
  audio.resume().catch(() => undefined);
  if (audio.state === 'running') return;
  setTimeout(() => {
    if (audio === context && playing.size > 0 && audio.state !== 'running') setBlocked(true);
  }, AUTOPLAY_TIMEOUT_MS);
}

/** Sets whether sound is blocked. While it is, the first user gesture anywhere unblocks it. */
function setBlocked(is_blocked: boolean): void {
  if (soundState.getState().is_blocked === is_blocked) return;
  soundState.setState({ is_blocked });
  for (const touch of UNLOCK_EVENTS) {
    if (is_blocked) addEventListener(touch, unblockSound, { capture: true });
    else removeEventListener(touch, unblockSound, { capture: true });
  }
}

/** Returns the decoded file of a sound. A failed load is retried the next time. */
function load(audio: AudioContext, name: SoundName): Promise<AudioBuffer> {
  const kind = isLoop(name) ? 'loop' : 'ending';
  const known = buffers[kind];
  if (known?.name === name) return known.buffer;
  const loading = { name, buffer: decode(audio, name) };
  buffers[kind] = loading;
  loading.buffer.catch(() => {
    if (buffers[kind] === loading) delete buffers[kind];
  });
  return loading.buffer;
}

async function decode(audio: AudioContext, name: SoundName): Promise<AudioBuffer> {
  const response = await fetch(`/sounds/timer_sounds/${name}.mp3`, { signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`Cannot load the sound ${name}: status ${response.status}.`);
  const bytes = await response.arrayBuffer();
  // The context may have been replaced in the meantime, and a closed one cannot decode.
  return (context ?? audio).decodeAudioData(bytes);
}
