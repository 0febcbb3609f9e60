import type { EndingSound, FocusSound } from '@twentyfour/core';

/** The sounds for focus time, in display order. */
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

/** The sounds for the end of a phase. */
export const ENDING_SOUNDS: readonly { value: EndingSound; name: string }[] = [
  { value: 'none', name: 'None' },
  { value: 'ending_sound', name: 'Bell' },
  { value: 'chime', name: 'Chime' },
  { value: 'gong', name: 'Gong' },
  { value: 'marimba', name: 'Marimba' },
];

/** Returns a sound's name at the start of a sentence: "Soft ambience", "Nothing". */
export function focusSoundName(sound: FocusSound): string {
  return sound === 'none' ? 'Nothing' : (FOCUS_SOUNDS.find(({ value }) => value === sound)?.name ?? sound);
}

/** Returns a sound's name within a sentence: "a bell", "nothing". */
export function endingSoundName(sound: EndingSound): string {
  const name = ENDING_SOUNDS.find(({ value }) => value === sound)?.name ?? sound;
  return sound === 'none' ? 'nothing' : `a ${name.toLowerCase()}`;
}
