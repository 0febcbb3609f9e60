/** The sounds that loop. Each function returns exactly one period, which joins itself seamlessly. */
import { chance } from '../chance.mjs';
import {
  add,
  around,
  bandPass,
  brown,
  bubble,
  highPass,
  lowPass,
  mix,
  PERIOD,
  pink,
  RATE,
  silence,
  swell,
  TURN,
  wideWhite,
} from './synthesis.mjs';

/** Filters a sound; each channel has its own filter state. */
const filtered = (sound, filter) => sound.map((side) => around(side, filter()));

/**
 * Returns a slow pad of five voices over soft noise. Every frequency and every swell fits the period a whole number of
 * times, so the sound is periodic.
 */
export function ambience() {
  const fits = (frequency) => Math.round(frequency * PERIOD) / PERIOD;
  const voices = [
    { frequency: 110, swells: 1, level: 0.3 },
    { frequency: 164.81, swells: 2, level: 0.22 },
    { frequency: 220, swells: 3, level: 0.16 },
    { frequency: 277.18, swells: 2, level: 0.1 },
    { frequency: 329.63, swells: 5, level: 0.07 },
  ];
  const pad = silence(PERIOD).map((side, index) =>
    side.map((_, at) => {
      const t = at / RATE;
      return voices.reduce((sum, { frequency, swells, level }, voice) => {
        const rise = 0.62 + 0.38 * Math.sin((TURN * swells * t) / PERIOD + voice * 1.9);
        // Two slightly detuned oscillators, one toward each side, widen the sound.
        const near = Math.sin(TURN * fits(frequency) * t + voice);
        const far = Math.sin(TURN * fits(frequency + (index === 0 ? 0.3 : -0.3)) * t + voice * 2);
        return sum + level * rise * (near + 0.7 * far);
      }, 0);
    }),
  );
  const wind = filtered(filtered(wideWhite(24), () => lowPass(420, 0.5)), () => highPass(60));
  const breath = swell(0.7, [2, 5]);
  return mix([1, pad], [(t) => 1.6 * breath(t), wind]);
}

/** White noise: equal power per hertz. */
export const whiteNoise = () => filtered(wideWhite(1), () => highPass(20));

/** Pink noise: equal power per octave. */
export const pinkNoise = () => filtered(filtered(wideWhite(2), pink), () => highPass(20));

/** Brown noise: 6 dB less per octave. */
export const brownNoise = () => filtered(filtered(wideWhite(3), brown), () => highPass(20));

/** Returns rain on leaves and puddles: the hiss of distant drops, and thousands of separate near ones. */
export function rain() {
  const next = chance(5);
  const hiss = filtered(filtered(filtered(wideWhite(4), pink), () => highPass(350)), () => lowPass(9000, 0.5));
  const rush = filtered(wideWhite(6), () => bandPass(4200, 0.6));
  const drops = silence(PERIOD);
  for (let drop = 0; drop < 170 * PERIOD; drop += 1) {
    // Few drops are near and loud, most are distant and faint.
    const level = 0.06 + 0.94 * next() ** 6;
    const place = { at: next() * PERIOD, pan: next(), isLoop: true };
    if (next() < 0.45) {
      const { seconds, voice } = bubble(0.55 + 1.6 * next() ** 2, 0.05);
      add(drops, { ...place, seconds }, (t) => 0.55 * level * voice(t));
    } else {
      // A drop on a leaf makes no bubble, only a short dull knock.
      const frequency = 900 + 3600 * next();
      const decay = 0.0012 + 0.003 * next();
      add(drops, { ...place, seconds: 8 * decay }, (t) => level * Math.exp(-t / decay) * Math.sin(TURN * frequency * t));
    }
  }
  const [far, gust] = [swell(0.12, [1, 3, 4]), swell(0.2, [2, 3, 7])];
  return mix([(t) => 0.25 * far(t), hiss], [(t) => 0.22 * gust(t), rush], [1.6, drops]);
}

/** Returns a small stream: noise bands that swell independently, and bubbles that come in flurries. */
export function stream() {
  const next = chance(9);
  const flow = filtered(filtered(filtered(wideWhite(7), pink), () => highPass(180)), () => lowPass(1100, 0.6));
  const bands = [
    { frequency: 480, q: 1.1, level: 2, waves: [5, 11, 17] },
    { frequency: 950, q: 1.3, level: 1.7, waves: [7, 13, 29] },
    { frequency: 1900, q: 1.2, level: 1, waves: [6, 19, 31] },
    { frequency: 4200, q: 0.9, level: 0.25, waves: [4, 9, 23] },
  ].map(({ frequency, q, level, waves }, band) => {
    const rise = swell(0.6, waves);
    return [(t) => level * rise(t), filtered(wideWhite(10 + band), () => bandPass(frequency, q))];
  });
  const bubbles = silence(PERIOD);
  const flurry = swell(0.9, [8, 14, 27]);
  for (let drop = 0; drop < 130 * PERIOD; drop += 1) {
    const at = next() * PERIOD;
    if (next() * 1.9 > flurry(at)) continue;
    const { seconds, voice } = bubble(1.3 + 6.5 * next() ** 2.2, 0.04 + 0.16 * next());
    const level = 0.05 + 0.6 * next() ** 4;
    add(bubbles, { at, seconds, pan: 0.15 + 0.7 * next(), isLoop: true }, (t) => level * voice(t));
  }
  return mix([0.25, flow], ...bands, [2.4, bubbles]);
}

/**
 * Returns a soft mechanical clock that ticks every second. Each tick is in the middle of its second, away from the
 * loop's join; every other one is slightly lower.
 */
export function ticking() {
  const sound = silence(PERIOD);
  const next = chance(13);
  const grain = Array.from({ length: Math.round(0.3 * RATE) }, () => [2 * next() - 1, 2 * next() - 1]);
  const parts = [
    { frequency: 210, level: 0.3, decay: 0.022 },
    { frequency: 1130, level: 0.4, decay: 0.012 },
    { frequency: 2270, level: 0.34, decay: 0.007 },
    { frequency: 3610, level: 0.18, decay: 0.004 },
  ];
  for (let second = 0; second < PERIOD; second += 1) {
    const pitch = second % 2 === 0 ? 1 : 0.9;
    // The two sounds of an escapement: release and catch.
    for (const { after, level } of [
      { after: 0, level: 1 },
      { after: 0.031, level: 0.28 },
    ]) {
      const knock = (t) =>
        Math.min(1, t / 0.0006) *
        parts.reduce((sum, { frequency, level: share, decay }) => sum + share * Math.exp(-t / decay) * Math.sin(TURN * frequency * pitch * t), 0);
      add(sound, { at: second + 0.5 + after, seconds: 0.2, isLoop: true }, (t) => level * knock(t));
    }
    // The room's reverberation, with different noise for each side.
    for (const side of [0, 1]) {
      let soft = 0;
      add(sound, { at: second + 0.5, seconds: 0.3, pan: side, isLoop: true }, (t) => {
        const rough = grain[Math.min(grain.length - 1, Math.round(t * RATE))][side];
        soft += 0.25 * (rough - soft);
        return 0.05 * Math.min(1, t / 0.004) * Math.exp(-t / 0.045) * soft;
      });
    }
  }
  return sound;
}
