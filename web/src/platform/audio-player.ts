/**
 * Plays sounds. What plays is decided by `sounds.ts`, for the timer, and `sound-preview.ts`.
 *
 * Loops use Web Audio instead of an audio element, which leaves an audible gap whenever an MP3 repeats. The audio
 * context is created in a user gesture, as browsers require, and is closed when nothing plays: an open one keeps the
 * audio hardware awake and drains the battery. One that is opened in advance is suspended until a gesture resumes it.
 */
import { createStore } from 'zustand/vanilla';
import { isLoop, loadSound, type SoundName } from './sound-files';
import { SOUND_LOOP_SECONDS } from './sound-loop';

interface SoundState {
  /** Whether the browser blocks a sound until the user interacts with the page. */
  isBlocked: boolean;
  /** The sounds whose last load failed. */
  failed: ReadonlySet<SoundName>;
  /** The sound that is being previewed; null for none. */
  previewing: SoundName | null;
}

/** The sound state that the UI shows. */
export const soundState = createStore<SoundState>(() => ({ isBlocked: false, failed: new Set(), previewing: null }));

/** How long a browser may take to start a context, in milliseconds, before autoplay counts as blocked. */
const AUTOPLAY_TIMEOUT_MS = 800;
/** The duration of a volume change, in seconds, long enough to avoid clicks. */
const VOLUME_RAMP_SECONDS = 0.03;

/** The user gestures that unlock audio; some browsers accept only the end of a touch. */
const UNLOCK_EVENTS = ['pointerdown', 'pointerup', 'keydown', 'click'] as const;

/** A sound that should play. Its source is set as soon as its file is loaded. */
export class PlayingSound {
  source: AudioBufferSourceNode | null = null;
  /** The latest time to start, on the monotonic clock in milliseconds. */
  startDeadline = Infinity;
  readonly gain: GainNode;

  constructor(
    readonly name: SoundName,
    readonly audio: AudioContext,
    volume: number,
    /** Called once, when the sound has ended, was stopped or could not be loaded. */
    readonly onStop: (sound: PlayingSound) => void,
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
/** Whether a suspended context is kept open for a sound that will start without a user gesture. */
let isContextReserved = false;

/**
 * Keeps a context open for a sound that will start without a user gesture, and loads its file. The context is suspended
 * while nothing plays. Must be called from a user gesture, because Safari cannot start a context without one. Never
 * throws.
 */
export function reserveContext(name: SoundName): void {
  try {
    const audio = openContext();
    isContextReserved = true;
    audio.resume().then(releaseIdleContext, () => undefined);
    loadSound(name, () => context ?? audio).then(
      () => setFailed(name, false),
      () => setFailed(name, true),
    );
  } catch {
    // There is no available audio device: the timer runs without sound.
  }
}

/**
 * Opens a suspended context, because opening the first one takes long. `releaseIdleContext` closes it again. Does nothing before
 * the first user gesture, when browsers would only log a warning. Never throws.
 */
export function prepareContext(): void {
  const { userActivation } = navigator as { userActivation?: UserActivation };
  if (context || !userActivation?.hasBeenActive) return;
  try {
    openContext().suspend().catch(() => undefined);
  } catch {
    // There is no available audio device: the timer runs without sound.
  }
}

/** Ends the reservation of the context. */
export function cancelReservation(): void {
  isContextReserved = false;
  queueMicrotask(releaseIdleContext);
}

/** Starts sounds that the browser has blocked. Must be called from a user gesture. */
export function unblockSound(): void {
  // A context that is reserved stays suspended.
  if (playing.size > 0) context?.resume().catch(() => undefined);
  if (!context) soundState.setState({ isBlocked: false });
}

/** Returns the gain for a volume of 0 to 100. It is quadratic to match perceived loudness. */
function toGain(volume: number): number {
  return (volume / 100) ** 2;
}

/**
 * Creates a sound that plays as soon as its file is loaded and the browser allows it. Returns null if there is no
 * audio.
 */
export function createSound(name: SoundName, volume: number, onStop: (sound: PlayingSound) => void): PlayingSound | null {
  try {
    const audio = openContext();
    const sound = new PlayingSound(name, audio, volume, onStop);
    playing.add(sound);
    resumeContext();
    loadSound(name, () => context ?? audio).then(
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
  source.addEventListener('ended', () => stopSound(sound));
  source.connect(sound.gain);
  source.start(0, source.loop ? SOUND_LOOP_SECONDS.start : 0);
  sound.source = source;
}

/** Returns whether a sound can be heard: started, and its context is running. */
export function isAudible(sound: PlayingSound): boolean {
  return sound.source !== null && sound.audio.state === 'running';
}

/** Returns whether it is too late for a sound to start. */
function isPastDeadline(sound: PlayingSound): boolean {
  return performance.now() > sound.startDeadline;
}

function fail(sound: PlayingSound): void {
  if (!playing.has(sound)) return;
  setFailed(sound.name, true);
  stopSound(sound);
}

function setFailed(name: SoundName, hasFailed: boolean): void {
  const { failed } = soundState.getState();
  if (failed.has(name) === hasFailed) return;
  const changed = new Set(failed);
  if (hasFailed) changed.add(name);
  else changed.delete(name);
  soundState.setState({ failed: changed });
}

/** Stops a sound at once. Does nothing for null and for a sound that has stopped. */
export function stopSound(sound: PlayingSound | null): void {
  if (!sound || !playing.delete(sound)) return;
  sound.source?.stop();
  sound.gain.disconnect();
  sound.onStop(sound);
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

/** Closes the audio context if nothing plays, or suspends it while it is reserved. */
export function releaseIdleContext(): void {
  const audio = context;
  if (!audio || playing.size > 0) return;
  setBlocked(false);
  if (isContextReserved) {
    audio.suspend().catch(() => undefined);
    return;
  }
  audio.close().catch(() => undefined);
  context = null;
}

/** Resumes the context, and reports blocked autoplay if it does not run in time. */
export function resumeContext(): void {
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
function setBlocked(isBlocked: boolean): void {
  if (soundState.getState().isBlocked === isBlocked) return;
  soundState.setState({ isBlocked });
  for (const touch of UNLOCK_EVENTS) {
    if (isBlocked) addEventListener(touch, unblockSound, { capture: true });
    else removeEventListener(touch, unblockSound, { capture: true });
  }
}
