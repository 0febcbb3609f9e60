/** Previews of sounds: one at a time. */
import { createSound, type PlayingSound, soundState, stopSound } from './audio-player';
import { isLoop, type SoundName } from './sound-files';
import { setLoopMuted } from './sounds';

/** How long a loop is previewed, in milliseconds. */
const PREVIEW_DURATION_MS = 10_000;

let preview: PlayingSound | null = null;
let timeout: ReturnType<typeof setTimeout> | undefined;

/** Previews a sound, replacing the current preview; a loop plays for ten seconds. Does nothing at volume 0. */
export function startPreview(name: SoundName, volume: number): void {
  stopPreview();
  // A silent preview would only keep the audio hardware awake.
  if (volume === 0) return;
  preview = createSound(name, volume, onStop);
  if (!preview) return;
  soundState.setState({ previewing: name });
  if (!isLoop(name)) return;
  setLoopMuted(true);
  timeout = setTimeout(stopPreview, PREVIEW_DURATION_MS);
}

/** Sets the volume of the current preview. */
export function setPreviewVolume(volume: number): void {
  preview?.setVolume(volume);
}

/** Stops the current preview. */
export function stopPreview(): void {
  stopSound(preview);
}

function onStop(): void {
  clearTimeout(timeout);
  preview = null;
  setLoopMuted(false);
  soundState.setState({ previewing: null });
}
