import type { EndingSound, FocusSound } from '@twentyfour/core';

/** What can be heard while the timer runs, in the order to choose from. */
export const FOCUS_SOUNDS: readonly { value: FocusSound; name: string }[] = [
  { value: 'none', name: 'None' },
  { value: 'default', name: 'Soft ambience' },
  { value: 'rain', name: 'Rain' },
  { value: 'stream', name: 'Stream' },
  { value: 'brown_noise', name: 'Brown noise' },
  { value: 'pink_noise', name: 'Pink noise' },
  { value: 'white_noise', name: 'White noise' },
  { value: 'ticking', name: 'Ticking' },
];

/** What can be heard when a phase ends. */
export const ENDING_SOUNDS: readonly { value: EndingSound; name: string }[] = [
  { value: 'none', name: 'None' },
  { value: 'ending_sound', name: 'Bell' },
  { value: 'chime', name: 'Chime' },
  { value: 'gong', name: 'Gong' },
  { value: 'marimba', name: 'Marimba' },
];

/** A sound's name at the beginning of a sentence: "Soft ambience", "Nothing". */
export function focusSoundName(sound: FocusSound): string {
  return sound === 'none' ? 'Nothing' : (FOCUS_SOUNDS.find(({ value }) => value === sound)?.name ?? sound);
}

/** A sound's name within a sentence: "a bell", "nothing". */
export function endingSoundName(sound: EndingSound): string {
  const name = ENDING_SOUNDS.find(({ value }) => value === sound)?.name ?? sound;
  return sound === 'none' ? 'nothing' : `a ${name.toLowerCase()}`;
}
