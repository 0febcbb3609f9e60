/** The sounds that play once. The last part of each fades into silence, so that nothing is cut off. */
import { add, RATE, silence, TURN } from './synthesis.mjs';

/** The lowest frequency of the gong, in hertz: loudspeakers of phones do not play lower ones. */
const GONG = 196;

/**
 * Adds one softly struck note whose partials decay separately. `ratio` is relative to the note's frequency, `decay` is in
 * seconds. The strokes rise along a raised cosine: a faster or straight rise is a click.
 */
function strike(sound, { at, frequency, level = 1, pan = 0.5, attack, partials }) {
  const seconds = sound[0].length / RATE - at;
  partials.forEach(({ ratio, level: share, decay, bloom = 0 }, index) => {
    // Partials are spread slightly in the stereo field, like those of a real instrument.
    const place = Math.min(1, Math.max(0, pan + 0.12 * Math.sin(2.4 * index)));
    const rise = attack + bloom;
    add(sound, { at, seconds, pan: place }, (t) => {
      const onset = t < rise ? Math.sin(((Math.PI / 2) * t) / rise) ** 2 : 1;
      return level * share * onset * Math.exp(-t / decay) * Math.sin(TURN * frequency * ratio * t);
    });
  });
}

/** Returns the sound with a fade-out over its last `seconds`. */
function sinking(sound, seconds) {
  const { length } = sound[0];
  const fade = seconds * RATE;
  return sound.map((side) => side.map((value, at) => value * Math.sin((Math.PI / 2) * Math.min(1, (length - 1 - at) / fade)) ** 2));
}

/** Returns a small bell, struck twice, a fourth apart: inharmonic partials, of which the high ones are faint and decay first. */
export function bell() {
  const sound = silence(4);
  const partials = [
    // Two partials close to each other beat slowly, as in a real bell.
    { ratio: 1, level: 0.3, decay: 0.95 },
    { ratio: 1.0021, level: 0.2, decay: 0.85 },
    { ratio: 2.76, level: 0.1, decay: 0.45, bloom: 0.006 },
    { ratio: 5.4, level: 0.016, decay: 0.16, bloom: 0.012 },
  ];
  strike(sound, { at: 0, frequency: 523.25, pan: 0.45, attack: 0.022, partials });
  strike(sound, { at: 0.46, frequency: 698.46, level: 0.85, pan: 0.55, attack: 0.022, partials });
  return sinking(sound, 1.6);
}

/** Returns four glass bars of a wind chime, touched upward. They are far enough apart not to sound rough together. */
export function chime() {
  const sound = silence(4);
  const partials = [
    { ratio: 1, level: 0.5, decay: 0.85 },
    { ratio: 1.003, level: 0.25, decay: 0.75 },
    { ratio: 2.756, level: 0.05, decay: 0.3, bloom: 0.006 },
  ];
  [523.25, 783.99, 1046.5, 1318.51].forEach((frequency, note) => {
    strike(sound, { at: 0.15 * note, frequency, level: 0.88 ** note, pan: 0.25 + 0.17 * note, attack: 0.018, partials });
  });
  return sinking(sound, 1.6);
}

/** Returns a bowl gong, struck with felt: the low partials immediately, the high ones a moment later. */
export function gong() {
  const sound = silence(4);
  // Partials this far apart do not sound rough; each is a pair that beats about once a second.
  const partials = [
    { ratio: 1, level: 0.5, decay: 1.5, beat: 0.7 },
    { ratio: 2.71, level: 0.3, decay: 1.2, beat: 1.1, bloom: 0.02 },
    { ratio: 5.03, level: 0.09, decay: 0.7, beat: 1.6, bloom: 0.04 },
    { ratio: 7.97, level: 0.025, decay: 0.4, beat: 2.2, bloom: 0.06 },
  ].flatMap(({ beat, ...partial }) => [partial, { ...partial, level: 0.5 * partial.level, ratio: partial.ratio + beat / GONG }]);
  strike(sound, { at: 0, frequency: GONG, attack: 0.035, partials });
  return sinking(sound, 2);
}

/** Returns three rising notes on wooden bars with soft mallets; the second partial is two octaves above the first. */
export function marimba() {
  const sound = silence(2.2);
  [392, 523.25, 659.26].forEach((frequency, note) => {
    strike(sound, {
      at: 0.19 * note,
      frequency,
      pan: 0.35 + 0.15 * note,
      attack: 0.016,
      partials: [
        { ratio: 1, level: 0.6, decay: 0.3 },
        { ratio: 3.98, level: 0.07, decay: 0.07 },
      ],
    });
  });
  return sinking(sound, 0.9);
}
