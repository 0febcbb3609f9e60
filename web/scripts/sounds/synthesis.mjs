/**
 * What all sounds are made of: chance from a seed, noise, filters and small struck things. A sound is a pair of arrays of
 * samples, left and right. Whatever is written into a loop past its end goes on at its beginning, and filters go around a
 * loop twice, so that the loop joins itself end to end by construction.
 */
import { chance } from '../chance.mjs';

/** Samples per second. At this rate one period of a loop fills whole frames of MP3, 1,000 of them. */
export const RATE = 48000;
/** One period of a loop, in seconds: `SOUND_LOOP_SECONDS` in `src/core/loops.ts` repeats exactly this much. */
export const PERIOD = 24;
export const TURN = 2 * Math.PI;

/** Silence, left and right. */
export const silence = (seconds) => [0, 1].map(() => new Float64Array(Math.round(seconds * RATE)));

/** One period of white noise: every sample by chance, evenly between -1 and 1. */
export function white(seed) {
  const next = chance(seed);
  return Float64Array.from({ length: PERIOD * RATE }, () => 2 * next() - 1);
}

/** White noise for each side, with nothing in common. */
export const wideWhite = (seed) => [white(2 * seed), white(2 * seed + 1)];

/**
 * Sends a loop through a filter, a function from one sample to the next. It goes around twice: by the second round the
 * filter's memory is that of the period's own end.
 */
export function around(samples, filter) {
  for (const sample of samples) filter(sample);
  return samples.map((sample) => filter(sample));
}

/** A filter of second order, from the coefficients of its numerator and denominator. */
function biquad([b0, b1, b2], [a0, a1, a2]) {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return (x) => {
    const y = (b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2) / a0;
    [x2, x1, y2, y1] = [x1, x, y1, y];
    return y;
  };
}

/** The filters of Robert Bristow-Johnson's cookbook. Frequencies in hertz; `q` is how narrow. */
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

/** A filter that falls by 6 dB per octave from `pole` to `zero`, and is level below and above; both in hertz. */
function slope(pole, zero) {
  const [p, z] = [pole, zero].map((frequency) => Math.tan((Math.PI * frequency) / RATE));
  return biquad([1 + z, z - 1, 0], [1 + p, p - 1, 0]);
}

/** A filter that makes white noise pink, which is 3 dB less in every octave: slopes and levels of equal width in turn. */
export function pink() {
  const step = Math.sqrt(3);
  const slopes = [];
  for (let pole = 12; pole * step < RATE / 2; pole *= 3) slopes.push(slope(pole, pole * step));
  return (x) => slopes.reduce((value, filter) => filter(value), x);
}

/** A filter that makes white noise brown, which is 6 dB less in every octave. */
export function brown() {
  const leak = 1 - (TURN * 12) / RATE;
  let sum = 0;
  return (x) => (sum = leak * sum + (1 - leak) * x);
}

/** A slow swell around 1, by so much, made of waves that fit the period a whole number of times. */
export function swell(depth, waves) {
  return (t) =>
    1 + (depth / waves.length) * waves.reduce((sum, turns, wave) => sum + Math.sin((TURN * turns * t) / PERIOD + 1.7 * wave), 0);
}

/** Adds sounds, each with its level, up into one. */
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
 * Adds something short to a sound: the value that `voice` has so many seconds after its beginning. `pan` is from 0, left,
 * to 1, right. What reaches beyond the end goes on at the beginning in a loop, and is lost otherwise.
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
 * A drop that falls into water, which sounds by the bubble that it draws under (Kees van den Doel, "Physically based models
 * for liquid sounds", 2005). `radius` is the bubble's, in millimetres; `rise` is how much its pitch rises, as it nears the surface.
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
