/**
 * The part of every ambient loop that repeats, in seconds from the start of its file. The files are periodic and longer
 * than one period, so the padding that MP3 adds at both ends is never heard. `scripts/make-sounds.mjs` generates them.
 */
export const SOUND_LOOP_SECONDS = { start: 1, end: 25 } as const;
