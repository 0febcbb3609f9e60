/** The sounds that play once. The last part of each fades into silence, so that nothing is cut off. */
import { chance } from '../chance.mjs';
import { add, RATE, silence, TURN } from './synthesis.mjs';

/**
 * Adds one struck note whose partials decay separately. `ratio` is relative to the note's frequency, `decay` is in
 * seconds.
 */
function strike(sound, { at, frequency, level = 1, pan = 0.5, attack = 0.003, partials }) {
  const seconds = sound[0].length / RATE - at;
  partials.forEach(({ ratio, level: share, decay, bloom = 0 }, index) => {
    // Partials are spread slightly in the stereo field, like those of a real instrument.
    const place = Math.min(1, Math.max(0, pan + 0.12 * Math.sin(2.4 * index)));
    add(sound, { at, seconds, pan: place }, (t) => {
      const onset = Math.min(1, t / attack) * (bloom > 0 ? 1 - Math.exp(-t / bloom) : 1);
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

/** Returns a small bell, struck twice, a fourth apart: inharmonic partials, of which the high ones decay first. */
export function bell() {
  const sound = silence(4);
  const partials = [
    // Two partials close to each other beat slowly, as in a real bell.
    { ratio: 1, level: 0.3, decay: 0.95 },
    { ratio: 1.0021, level: 0.2, decay: 0.85 },
    { ratio: 2.76, level: 0.2, decay: 0.5 },
    { ratio: 5.4, level: 0.08, decay: 0.22 },
    { ratio: 8.93, level: 0.02, decay: 0.1 },
  ];
  strike(sound, { at: 0, frequency: 523.25, pan: 0.45, attack: 0.006, partials });
  strike(sound, { at: 0.42, frequency: 698.46, pan: 0.55, attack: 0.006, partials });
  return sinking(sound, 1.6);
}

/** Returns four glass bars of a wind chime, struck upward. */
export function chime() {
  const sound = silence(4);
  const partials = [
    { ratio: 1, level: 0.5, decay: 0.8 },
    { ratio: 1.003, level: 0.25, decay: 0.7 },
    { ratio: 2.756, level: 0.16, decay: 0.35 },
    { ratio: 5.404, level: 0.05, decay: 0.14 },
  ];
  [1046.5, 1174.66, 1567.98, 2093].forEach((frequency, note) => {
    strike(sound, { at: 0.13 * note, frequency, level: 0.9 ** note, pan: 0.25 + 0.17 * note, partials });
  });
  return sinking(sound, 1.6);
}

/** Returns a gong, struck softly: the low partials immediately, the high ones a moment later. */
export function gong() {
  const sound = silence(6);
  const next = chance(21);
  const ratios = [1, 1.47, 1.98, 2.43, 2.95, 3.51, 4.16, 4.87, 5.52, 6.38, 7.21, 8.3];
  const partials = ratios.flatMap((ratio, index) => {
    const partial = { level: 0.5 / (1 + 0.55 * index), decay: 1.6 / (1 + 0.16 * index), bloom: index < 2 ? 0 : 0.02 + 0.02 * index };
    return [
      { ...partial, ratio },
      { ...partial, level: 0.6 * partial.level, ratio: ratio * (1 + 0.002 + 0.004 * next()) },
    ];
  });
  strike(sound, { at: 0, frequency: 98, attack: 0.012, partials });
  return sinking(sound, 2.8);
}

/** Returns three rising notes on wooden bars, whose second partial is two octaves above the first. */
export function marimba() {
  const sound = silence(2.2);
  [523.25, 659.26, 783.99].forEach((frequency, note) => {
    strike(sound, {
      at: 0.17 * note,
      frequency,
      pan: 0.35 + 0.15 * note,
      attack: 0.002,
      partials: [
        { ratio: 1, level: 0.6, decay: 0.26 },
        { ratio: 3.98, level: 0.16, decay: 0.07 },
        { ratio: 9.8, level: 0.04, decay: 0.025 },
      ],
    });
  });
  return sinking(sound, 0.9);
}
