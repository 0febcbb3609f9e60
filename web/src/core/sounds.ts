/**
 * The timer's two sounds. The ambience repeats by Web Audio rather than by an audio element, because an element leaves
 * an audible gap at every turn of an MP3.
 */
import type { Sound } from '@twentyfour/core';

const FILES: Record<Sound, string> = {
  default: '/sounds/timer_sounds/default.mp3',
  ending: '/sounds/timer_sounds/ending_sound.mp3',
};

/** How loud each sound is, from 0 to 1. */
const VOLUMES: Record<Sound, number> = { default: 0.5, ending: 0.8 };

/**
 * The part of `default.mp3` that repeats, in seconds. The file is periodic and longer than one period, so the padding
 * that MP3 adds at both ends is never heard. `scripts/make-sounds.mjs` makes it so.
 */
const LOOP = { start: 1, end: 25 };

let context: AudioContext | null = null;
const buffers = new Map<Sound, Promise<AudioBuffer>>();
const playing = new Set<AudioBufferSourceNode>();
/** Counts stops, so that a sound that was still loading when it was stopped does not start afterwards. */
let stops = 0;

/** Plays a sound: the default in a loop, the ending once. Never throws; a browser that refuses stays silent. */
export async function playSound(sound: Sound): Promise<void> {
  const asked = stops;
  try {
    context ??= new AudioContext();
    unlock(context);
    const buffer = await load(context, sound);
    if (asked !== stops) return;
    const source = context.createBufferSource();
    const gain = context.createGain();
    gain.gain.value = VOLUMES[sound];
    source.buffer = buffer;
    if (sound === 'default') {
      source.loop = true;
      source.loopStart = LOOP.start;
      source.loopEnd = LOOP.end;
    }
    source.addEventListener('ended', () => playing.delete(source));
    playing.add(source);
    source.connect(gain).connect(context.destination);
    source.start(0, sound === 'default' ? LOOP.start : 0);
  } catch {
    // No audio device, no permission or no file: the timer goes on without sound.
  }
}

/** Stops every sound at once. */
export function stopSounds(): void {
  stops += 1;
  for (const source of playing) source.stop();
  playing.clear();
}

function load(audio: AudioContext, sound: Sound): Promise<AudioBuffer> {
  const known = buffers.get(sound);
  if (known) return known;
  const loading = fetch(FILES[sound])
    .then((response) => response.arrayBuffer())
    .then((bytes) => audio.decodeAudioData(bytes));
  buffers.set(sound, loading);
  loading.catch(() => buffers.delete(sound));
  return loading;
}

/** A page that was reloaded may not sound before the person touches it; it begins with the first touch or key. */
function unlock(audio: AudioContext): void {
  if (audio.state !== 'suspended') return;
  audio.resume().catch(() => undefined);
  const resume = () => {
    audio.resume().catch(() => undefined);
    removeEventListener('pointerdown', resume);
    removeEventListener('keydown', resume);
  };
  addEventListener('pointerdown', resume);
  addEventListener('keydown', resume);
}
