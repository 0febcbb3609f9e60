/** The timer's sounds: at most one loop, and an ending over it. */
import { cancelReservation, createSound, isAudible, type PlayingSound, reserveContext, resumeContext, stopSound } from './audio-player';
import type { EndingName, LoopName } from './sound-files';

/** A bell that would be later than this, in milliseconds, is skipped: the title and the notification show the end. */
const BELL_MAX_DELAY_MS = 2000;

let loop: PlayingSound | null = null;
let loopVolume = 0;
/** Whether the loop is silent while another loop is previewed. */
let isLoopMuted = false;
const endings = new Set<PlayingSound>();

/**
 * Plays a sound in a loop, replacing the current one. If it is already playing, only its volume changes. Never throws.
 */
export function playLoop(name: LoopName, volume: number): void {
  loopVolume = volume;
  if (loop?.name === name) {
    if (!isLoopMuted) loop.setVolume(volume);
    resumeContext();
    return;
  }
  stopSound(loop);
  loop = createSound(name, isLoopMuted ? 0 : volume, () => {
    loop = null;
  });
}

/** Mutes the loop, also one that starts later, or restores its volume. */
export function setLoopMuted(isMuted: boolean): void {
  isLoopMuted = isMuted;
  loop?.setVolume(isMuted ? 0 : loopVolume);
}

/** Plays a sound once. Never throws. */
export function playEnding(name: EndingName, volume: number): void {
  const sound = createSound(name, volume, (ended) => endings.delete(ended));
  if (!sound) return;
  endings.add(sound);
  sound.startDeadline = performance.now() + BELL_MAX_DELAY_MS;
  setTimeout(() => {
    if (!isAudible(sound)) stopSound(sound);
  }, BELL_MAX_DELAY_MS);
}

/**
 * Prepares for the bell of a timer that is being started. Must be called from a user gesture, after the timer has
 * started, because stopping the timer's sounds ends the preparation. Never throws.
 */
export function preloadBell(name: EndingName): void {
  reserveContext(name);
}

/** Stops all of the timer's sounds at once. A preview keeps playing. */
export function stopSounds(): void {
  stopSound(loop);
  for (const ending of endings) stopSound(ending);
  cancelReservation();
}
