import type { EndingSound, FocusSound } from '@twentyfour/core';
import * as messages from '../../messages/settings';

/** The sounds for focus time, in display order. */
export const FOCUS_SOUNDS: readonly { value: FocusSound; name: () => string }[] = [
  { value: 'none', name: messages.soundNone },
  { value: 'default', name: messages.soundDefault },
  { value: 'rain', name: messages.soundRain },
  { value: 'stream', name: messages.soundStream },
  { value: 'brown_noise', name: messages.soundBrownNoise },
  { value: 'pink_noise', name: messages.soundPinkNoise },
  { value: 'white_noise', name: messages.soundWhiteNoise },
  { value: 'ticking', name: messages.soundTicking },
];

/** The sounds for the end of a phase. */
export const ENDING_SOUNDS: readonly { value: EndingSound; name: () => string }[] = [
  { value: 'none', name: messages.soundNone },
  { value: 'ending_sound', name: messages.soundBell },
  { value: 'chime', name: messages.soundChime },
  { value: 'gong', name: messages.soundGong },
  { value: 'marimba', name: messages.soundMarimba },
];

/** The sounds for the end of a phase, as written within a sentence. */
const ENDING_SOUNDS_IN_SENTENCE: Readonly<Record<EndingSound, () => string>> = {
  none: messages.soundSummaryNoEndingSound,
  ending_sound: messages.soundSummaryBell,
  chime: messages.soundSummaryChime,
  gong: messages.soundSummaryGong,
  marimba: messages.soundSummaryMarimba,
};

/** Returns a sound's name at the start of a sentence: "Soft ambience", "Nothing". */
export function focusSoundName(sound: FocusSound): string {
  return sound === 'none' ? messages.soundSummaryNoFocusSound() : (FOCUS_SOUNDS.find(({ value }) => value === sound)?.name() ?? sound);
}

/** Returns a sound's name within a sentence: "a bell", "nothing". */
export function endingSoundName(sound: EndingSound): string {
  return ENDING_SOUNDS_IN_SENTENCE[sound]();
}
