/** What is measured of the timer's sounds, as numbers. `sound-files.spec.ts` has the limits. */
import { integratedLoudness, level, RATE, type Sound, truePeak } from './sound';
import { bandShare, envelope, meanPowers, mono, powers, roughness, spectralSlope } from './spectrum';

/** The figures of a loop. */
export interface LoopFigures {
  /** Integrated loudness in LUFS. */
  loudness: number;
  /** True peak in dBTP. */
  peak: number;
  /** The change of the power per hertz in dB per octave. */
  slope: number;
  /** The steps in value and slope where the loop joins itself, as parts of the largest ones nearby. */
  valueJump: number;
  slopeJump: number;
  /** The difference in level between the last and the first 50 ms, in dB. */
  levelJump: number;
  /** The spectral flux at the join, relative to the median within the loop. */
  fluxJump: number;
}

/** The figures of a bell. */
export interface BellFigures {
  loudness: number;
  peak: number;
  /** The length in seconds. */
  seconds: number;
  /** The time from 10 to 90 % of the first stroke's envelope, in milliseconds. */
  attack: number;
  /** The energy above 8 kHz in the first 20 ms, in dB below all of these: high for a click. */
  click: number;
  /** The energy from 2 to 5.5 kHz, in dB below all of it: high for a harsh sound. */
  harsh: number;
  /** The energy above 8 kHz, in dB below all of it. */
  bright: number;
  /** The energy of fluctuations from 30 to 150 Hz, in dB below all of it. */
  rough: number;
  /** The time from the loudest moment until the envelope stays 20 dB below it, in seconds. */
  decay: number;
  /** The time before the sound begins, in milliseconds. */
  silenceBefore: number;
  /** The peak of the last 50 ms in dB below full scale. */
  rest: number;
}

const highest = (values: Iterable<number>) => {
  let most = 0;
  for (const value of values) most = Math.max(most, value);
  return most;
};

/** Returns a part of a whole; 0 of 0 is 0, where a loop joins without sound. */
const ratio = (part: number, whole: number) => (part === 0 ? 0 : part / whole);
/** Returns a level in dB, at least that of the quietest sample of 16 bits. */
const audible = (samples: Float32Array) => Math.max(-96, level(samples));

/** Measures a loop that jumps from `end` back to `start`, in seconds of its file. */
export function loopFigures(sound: Sound, loop: { start: number; end: number }): LoopFigures {
  const [start, end] = [loop.start * RATE, loop.end * RATE];
  const period = mono(sound).slice(start, end);
  const near = 0.05 * RATE;
  /** The samples around the join, which is at index `near`. */
  const joined = Float32Array.from([...period.slice(-near), ...period.slice(0, near)]);
  const step = (at: number) => Math.abs(joined[at]! - joined[at - 1]!);
  const bend = (at: number) => Math.abs(joined[at + 1]! - 2 * joined[at]! + joined[at - 1]!);
  const usual = (measure: (at: number) => number) => {
    const others = [...joined.keys()].slice(1, -1).filter((at) => Math.abs(at - near) > 2);
    return highest(others.map(measure));
  };
  /** The magnitudes in windows of 2,048 samples, one after another. */
  const size = 2048;
  const [spectra, last] = [[] as Float64Array[], period.length - size];
  for (let from = 0; from <= last; from += size) spectra.push(powers(period, from, size).map(Math.sqrt));
  const flux = (one: Float64Array, other: Float64Array) =>
    Math.sqrt(one.reduce((sum, value, bin) => sum + (value - other[bin]!) ** 2, 0) / (one.reduce((sum, value) => sum + value * value, 0) || 1));
  const fluxes = spectra.slice(1).map((spectrum, index) => flux(spectra[index]!, spectrum));
  const median = fluxes.toSorted((one, other) => one - other)[Math.floor(fluxes.length / 2)]!;
  return {
    loudness: integratedLoudness(sound),
    peak: truePeak(sound),
    slope: spectralSlope(meanPowers(period)),
    valueJump: ratio(step(near), usual(step)),
    slopeJump: ratio(Math.max(bend(near - 1), bend(near)), usual(bend)),
    levelJump: Math.abs(audible(joined.subarray(0, near)) - audible(joined.subarray(near))),
    fluxJump: ratio(flux(powers(period, last, size).map(Math.sqrt), spectra[0]!), median),
  };
}

/** Measures a sound that plays once. */
export function bellFigures(sound: Sound): BellFigures {
  const samples = mono(sound);
  const shape = envelope(samples);
  const loudest = highest(shape);
  const first = (threshold: number, from = 0) => {
    let at = from;
    while (shape[at]! < threshold) at += 1;
    return at;
  };
  const onset = first(loudest / 100);
  // The first stroke is over after 120 ms, when others may follow.
  const stroke = highest(shape.subarray(onset, onset + 0.12 * RATE));
  const peakAt = shape.indexOf(loudest);
  const quiet = shape.findLastIndex((value) => value > loudest / 10);
  const spectrum = meanPowers(samples);
  return {
    loudness: integratedLoudness(sound),
    peak: truePeak(sound),
    seconds: samples.length / RATE,
    attack: ((first(0.9 * stroke, onset) - first(0.1 * stroke, onset)) / RATE) * 1000,
    click: bandShare(powers(samples.slice(onset, onset + 0.02 * RATE), 0, 1024), 8000, RATE / 2),
    harsh: bandShare(spectrum, 2000, 5500),
    bright: bandShare(spectrum, 8000, RATE / 2),
    rough: roughness(samples.subarray(onset)),
    decay: (quiet - peakAt) / RATE,
    silenceBefore: (onset / RATE) * 1000,
    rest: 20 * Math.log10(Math.max(1e-6, highest(sound.map((channel) => highest(channel.slice(-0.05 * RATE).map(Math.abs)))))),
  };
}
