/** The sounds and their files. */
import type { EndingSound, FocusSound } from '@twentyfour/core';

/** A sound that loops. */
export type LoopName = Exclude<FocusSound, 'none'>;
/** A sound that plays once. */
export type EndingName = Exclude<EndingSound, 'none'>;
export type SoundName = LoopName | EndingName;

const LOOPS: readonly string[] = [
  'default',
  'rain',
  'brown_noise',
  'pink_noise',
  'white_noise',
  'stream',
  'ticking',
] satisfies LoopName[];

/** The timeout for loading a sound's file, in milliseconds. */
const LOAD_TIMEOUT_MS = 10_000;

/** The last decoded loop and ending; only one each, because a buffer takes megabytes. */
const buffers: Partial<Record<'loop' | 'ending', { name: SoundName; buffer: Promise<AudioBuffer> }>> = {};

/** Returns whether a sound is one that loops. */
export function isLoop(name: SoundName): name is LoopName {
  return LOOPS.includes(name);
}

/**
 * Returns the decoded file of a sound. A failed load is retried the next time. `audio` is called when the file has
 * arrived: the context may have been replaced in the meantime, and a closed one cannot decode.
 */
export function loadSound(name: SoundName, audio: () => AudioContext): Promise<AudioBuffer> {
  const kind = isLoop(name) ? 'loop' : 'ending';
  const known = buffers[kind];
  if (known?.name === name) return known.buffer;
  const loading = { name, buffer: decode(name, audio) };
  buffers[kind] = loading;
  loading.buffer.catch(() => {
    if (buffers[kind] === loading) delete buffers[kind];
  });
  return loading.buffer;
}

async function decode(name: SoundName, audio: () => AudioContext): Promise<AudioBuffer> {
  const response = await fetch(`/sounds/timer_sounds/${name}.mp3`, { signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) });
  if (!response.ok) throw new Error(`Cannot load the sound ${name}: status ${response.status}.`);
  const bytes = await response.arrayBuffer();
  return audio().decodeAudioData(bytes);
}
