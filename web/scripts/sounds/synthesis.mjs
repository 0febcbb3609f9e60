/**
 * The building blocks of all sounds: seeded randomness, noise, filters and short percussive sounds. A sound is a pair
 * of sample arrays, left and right. Whatever is written past the end of a loop continues at its beginning, and filters
 * process a loop twice, so that loops join seamlessly by construction.
 */
import { chance } from '../chance.mjs';

/** The sample rate. At this rate one period of a loop is exactly 1,000 MP3 frames. */
export const RATE = 48000;
/** One period of a loop, in seconds: `SOUND_LOOP_SECONDS` in `src/platform/sound-loop.ts` repeats exactly this much. */
export const PERIOD = 24;
export const TURN = 2 * Math.PI;

/** Returns silence in two channels. */
export const silence = (seconds) => [0, 1].map(() => new Float64Array(Math.round(seconds * RATE)));

/** Returns one period of white noise: uniform random samples between -1 and 1. */
export function white(seed) {
  const next = chance(seed);
  return Float64Array.from({ length: PERIOD * RATE }, () => 2 * next() - 1);
}

/** Returns uncorrelated white noise in two channels. */
export const wideWhite = (seed) => [white(2 * seed), white(2 * seed + 1)];

/**
 * Filters a loop with a function from sample to sample. The loop is processed twice: in the second round, the filter's
 * state is that of the period's own end.
 */
export function around(samples, filter) {
  for (const sample of samples) filter(sample);
  return samples.map((sample) => filter(sample));
}

/** Returns a second-order filter with the coefficients of its numerator and denominator. */
function biquad([b0, b1, b2], [a0, a1, a2]) {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x) => {
    const y = (b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2) / a0;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  };
}

/** The filters of Robert Bristow-Johnson's cookbook. Frequencies are in hertz; a higher `q` is narrower. */
function cookbook(frequency, q) {
  const angle = (TURN * frequency) / RATE;
  const cos = Math.cos(angle);
  const alpha = Math.sin(angle) / (2 * q);
  return { cos, alpha, denominator: [1 + alpha, -2 * cos, 1 - alpha] };
}

export function lowPass(frequency, q = Math.SQRT1_2) {
  const { cos, denominator } = cookbook(frequency, q);
  return biquad([(1 - cos) / 2, 1 - cos, (1 - cos) / 2], denominator);
}

export function highPass(frequency, q = Math.SQRT1_2) {
  const { cos, denominator } = cookbook(frequency, q);
  return biquad([(1 + cos) / 2, -1 - cos, (1 + cos) / 2], denominator);
}

export function bandPass(frequency, q) {
  const { alpha, denominator } = cookbook(frequency, q);
  return biquad([alpha, 0, -alpha], denominator);
}

/** Returns a filter that falls by 6 dB per octave from `pole` to `zero`, and is flat below and above; both in hertz. */
function slope(pole, zero) {
  const [p, z] = [pole, zero].map((frequency) => Math.tan((Math.PI * frequency) / RATE));
  return biquad([1 + z, z - 1, 0], [1 + p, p - 1, 0]);
}

/**
 * Returns a filter that makes white noise pink, 3 dB less per octave: alternating slopes and plateaus of equal width.
 */
export function pink() {
  const step = Math.sqrt(3);
  const slopes = [];
  for (let pole = 12; pole * step < RATE / 2; pole *= 3) slopes.push(slope(pole, pole * step));
  return (x) => slopes.reduce((value, filter) => filter(value), x);
}

/** Returns a filter that makes white noise brown, 6 dB less per octave. */
export function brown() {
  const leak = 1 - (TURN * 12) / RATE;
  let sum = 0;
  return (x) => (sum = leak * sum + (1 - leak) * x);
}

/** Returns a slow modulation around 1 with this depth, made of waves that fit the period a whole number of times. */
export function swell(depth, waves) {
  return (t) =>
    1 + (depth / waves.length) * waves.reduce((sum, turns, wave) => sum + Math.sin((TURN * turns * t) / PERIOD + 1.7 * wave), 0);
}

/** Mixes sounds, each with its level. */
export function mix(...parts) {
  return [0, 1].map((side) => {
    const sum = new Float64Array(parts[0][1][side].length);
    for (const [level, sound] of parts) {
      const levelAt = typeof level === 'function' ? level : () => level;
      for (let at = 0; at < sum.length; at += 1) sum[at] += levelAt(at / RATE) * sound[side][at];
    }
    return sum;
  });
}

/**
 * Adds a short sound: the value of `voice` at each time in seconds since its start. `pan` is from 0, left, to 1, right.
 * In a loop, what extends past the end continues at the beginning; otherwise it is cut.
 */
export function add(sound, { at, seconds, pan = 0.5, isLoop = false }, voice) {
  const gains = [Math.cos((pan * Math.PI) / 2), Math.sin((pan * Math.PI) / 2)];
  const first = Math.round(at * RATE);
  const { length } = sound[0];
  for (let step = 0; step < seconds * RATE; step += 1) {
    const place = isLoop ? (first + step) % length : first + step;
    if (place >= length) return;
    const value = voice(step / RATE);
    sound[0][place] += gains[0] * value;
    sound[1][place] += gains[1] * value;
  }
}

/**
 * Returns a drop that falls into water, whose sound comes from the bubble it makes (Kees van den Doel, "Physically
 * based models for liquid sounds", 2005). `radius` is the bubble's, in millimeters; `rise` is how much its pitch rises
 * near the surface.
 */
export function bubble(radius, rise) {
  const metres = radius / 1000;
  const frequency = 3 / metres;
  const damping = 0.13 / metres + 0.0072 * metres ** -1.5;
  const sigma = rise * damping;
  return {
    seconds: 7 / damping,
    voice: (t) =>
      Math.min(1, t / 0.0008) * Math.exp(-damping * t) * Math.sin(TURN * frequency * (t + (sigma * t * t) / 2)),
  };
}
