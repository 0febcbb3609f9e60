/**
 * The part of every ambient loop that repeats, in seconds of its file. The files are periodic and longer than one period, so
 * that the padding which MP3 adds at both ends is never heard. `scripts/make-sounds.mjs` makes them so.
 */
export const SOUND_LOOP_SECONDS = { start: 1, end: 25 } as const;
