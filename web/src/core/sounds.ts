/**
 * The timer's sounds: one loop at most, and an ending over it.
 *
 * Loops repeat by Web Audio rather than by an audio element, because an element leaves an audible gap at every turn of an
 * MP3. The audio context is made in answer to a press, since browsers allow no other, and lives only while something is to be
 * heard: an open one keeps the device's audio awake, and its battery busy.
 */
import type { EndingSound, FocusSound } from '@twentyfour/core';
import { createStore } from 'zustand/vanilla';
import { SOUND_LOOP_SECONDS } from './loops';

/** A sound that repeats. */
export type LoopName = Exclude<FocusSound, 'none'>;
/** A sound that is heard once. */
export type EndingName = Exclude<EndingSound, 'none'>;
export type SoundName = LoopName | EndingName;

export interface SoundState {
  /** Whether something is to be heard that the browser holds back until the person touches the page. */
  is_blocked: boolean;
  /** The sounds whose files could not be loaded when they were last asked for. */
  failed: ReadonlySet<SoundName>;
  /** The sound that is being tried out; null for none. */
  previewing: SoundName | null;
}

/** What the views show of the sounds. */
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

/** How long a browser may take to let a context run, in milliseconds, before it counts as refusing. */
const AUTOPLAY_TIMEOUT_MS = 800;
/** A bell that is later than this, in milliseconds, is no longer rung. */
const BELL_MAX_DELAY_MS = 2000;
/** How long a sound's file may take to come, in milliseconds, before it counts as failed. */
const LOAD_TIMEOUT_MS = 10_000;
/** How long a change of loudness takes, in seconds, so that none clicks. */
const VOLUME_RAMP_SECONDS = 0.03;
/** How long a loop is tried out, in milliseconds. */
const PREVIEW_DURATION_MS = 10_000;

/** What answers to a touch in every browser; some count only the end of one. */
const UNLOCK_EVENTS = ['pointerdown', 'pointerup', 'keydown', 'click'] as const;

/** A sound that is to be heard. It has a source as soon as its file is there. */
class PlayingSound {
  source: AudioBufferSourceNode | null = null;
  /** When it is too late to begin, by `performance.now()`. */
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
/** Everything that is to be heard, loaded or not. */
const playing = new Set<PlayingSound>();
let loop: PlayingSound | null = null;
let preview: PlayingSound | null = null;
let previewTimeout: ReturnType<typeof setTimeout> | undefined;
let loopVolume = 0;
/** Whether the context is kept for the bell of a timer that runs without a loop; it rests meanwhile. */
let isContextReservedForBell = false;
/** The last loop and the last ending that were decoded; each is megabytes. */
const buffers: Partial<Record<'loop' | 'ending', { name: SoundName; buffer: Promise<AudioBuffer> }>> = {};

/** Plays a sound again and again, instead of the loop that plays; the same one goes on, as loud as is said here. Never throws. */
export function playLoop(name: LoopName, volume: number): void {
  loopVolume = volume;
  if (loop?.name === name) {
    if (!isPreviewingLoop()) loop.setVolume(volume);
    resumeContext();
    return;
  }
  stopSound(loop);
  // A loop that is tried out is heard alone.
  loop = createSound(name, isPreviewingLoop() ? 0 : volume);
}

/** Plays a sound once. Never throws. */
export function playEnding(name: EndingName, volume: number): void {
  const voice = createSound(name, volume);
  if (!voice) return;
  voice.startDeadline = performance.now() + BELL_MAX_DELAY_MS;
  setTimeout(() => {
    if (!isAudible(voice)) stopSound(voice);
  }, BELL_MAX_DELAY_MS);
}

/**
 * Makes ready for the bell of a timer that starts: its file is loaded, and where no loop plays a context is made that rests
 * until then, since Safari lets none begin without a press. Call it in answer to the press, after the timer has started: what
 * stops the sounds of the timer gives the context up. Never throws.
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
    // No audio device, or none that is free: the timer goes on without sound.
  }
}

/** Stops every sound of the timer at once. What is being tried out goes on. */
export function stopSounds(): void {
  isContextReservedForBell = false;
  for (const voice of playing) if (voice !== preview) stopSound(voice);
  loop = null;
  queueMicrotask(releaseIdleContext);
}

/** Lets a sound be heard on trial, instead of one that is on trial already; a loop for ten seconds. At volume 0 there is none. */
export function startPreview(name: SoundName, volume: number): void {
  stopPreview();
  // Of what is silent there is nothing to try, and it would keep the device's audio awake.
  if (volume === 0) return;
  preview = createSound(name, volume);
  if (!preview) return;
  soundState.setState({ previewing: name });
  if (!isLoop(name)) return;
  loop?.setVolume(0);
  previewTimeout = setTimeout(stopPreview, PREVIEW_DURATION_MS);
}

/** Makes what is on trial as loud as is said here. */
export function setPreviewVolume(volume: number): void {
  preview?.setVolume(volume);
}

/** Ends the trial. */
export function stopPreview(): void {
  clearTimeout(previewTimeout);
  const ended = preview;
  preview = null;
  stopSound(ended);
  loop?.setVolume(loopVolume);
  if (ended) soundState.setState({ previewing: null });
}

/** Lets what the browser held back be heard. Call it in answer to a press. */
export function unblockSound(): void {
  // One that rests until the bell goes on resting.
  if (playing.size > 0) context?.resume().catch(() => undefined);
  if (!context) soundState.setState({ is_blocked: false });
}

function isLoop(name: SoundName): name is LoopName {
  return LOOPS.includes(name);
}

function isPreviewingLoop(): boolean {
  return preview !== null && isLoop(preview.name);
}

/** How loud a sound is drawn from its file: by the square, as loudness is heard. */
function toGain(volume: number): number {
  return (volume / 100) ** 2;
}

/** Begins a sound, which is heard as soon as its file is there and the browser lets it. Null where the browser has no audio. */
function createSound(name: SoundName, volume: number): PlayingSound | null {
  try {
    const audio = openContext();
    const voice = new PlayingSound(name, audio, volume);
    playing.add(voice);
    resumeContext();
    load(audio, name).then(
      (buffer) => start(voice, buffer),
      () => fail(voice),
    );
    return voice;
  } catch {
    // No audio device, or none that is free: the timer goes on without sound.
    return null;
  }
}

function start(voice: PlayingSound, buffer: AudioBuffer): void {
  setFailed(voice.name, false);
  // It may have been ended while it was loading.
  if (!playing.has(voice)) return;
  if (isPastDeadline(voice)) {
    stopSound(voice);
    return;
  }
  const source = voice.audio.createBufferSource();
  source.buffer = buffer;
  if (isLoop(voice.name)) {
    source.loop = true;
    source.loopStart = SOUND_LOOP_SECONDS.start;
    source.loopEnd = SOUND_LOOP_SECONDS.end;
  }
  source.addEventListener('ended', () => (voice === preview ? stopPreview() : stopSound(voice)));
  source.connect(voice.gain);
  source.start(0, source.loop ? SOUND_LOOP_SECONDS.start : 0);
  voice.source = source;
}

/** Whether it has begun. What a context that does not run has begun is not heard. */
function isAudible(voice: PlayingSound): boolean {
  return voice.source !== null && voice.audio.state === 'running';
}

/** A bell that could not be heard when it was due is not rung late: the title and the notification have told. */
function isPastDeadline(voice: PlayingSound): boolean {
  return performance.now() > voice.startDeadline;
}

function fail(voice: PlayingSound): void {
  if (!playing.has(voice)) return;
  setFailed(voice.name, true);
  if (voice === preview) stopPreview();
  stopSound(voice);
}

function setFailed(name: SoundName, is_failed: boolean): void {
  const { failed } = soundState.getState();
  if (failed.has(name) === is_failed) return;
  const changed = new Set(failed);
  if (is_failed) changed.add(name);
  else changed.delete(name);
  soundState.setState({ failed: changed });
}

function stopSound(voice: PlayingSound | null): void {
  if (!voice || !playing.delete(voice)) return;
  if (voice === loop) loop = null;
  voice.source?.stop();
  voice.gain.disconnect();
  // What follows in the same moment, such as the bell after the loop, may have the same context.
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

/** Lets the audio of the device rest where nothing is to be heard. */
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

/** Asks the browser to let the context run, and notes where it refuses. */
function resumeContext(): void {
  const audio = context;
  if (!audio) return;
  // One that runs may just be on its way to rest, and is called back.
  audio.resume().catch(() => undefined);
  if (audio.state === 'running') return;
  setTimeout(() => {
    if (audio === context && playing.size > 0 && audio.state !== 'running') setBlocked(true);
  }, AUTOPLAY_TIMEOUT_MS);
}

/** While sound is held back, the first touch of whatever lets it be heard. */
function setBlocked(is_blocked: boolean): void {
  if (soundState.getState().is_blocked === is_blocked) return;
  soundState.setState({ is_blocked });
  for (const touch of UNLOCK_EVENTS) {
    if (is_blocked) addEventListener(touch, unblockSound, { capture: true });
    else removeEventListener(touch, unblockSound, { capture: true });
  }
}

/** The decoded file of a sound. One that failed is asked for again the next time. */
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
  if (!response.ok) throw new Error(`The sound ${name} was answered with ${response.status}.`);
  const bytes = await response.arrayBuffer();
  // Meanwhile another may have taken the place of the context, and a closed one decodes nothing.
  return (context ?? audio).decodeAudioData(bytes);
}
