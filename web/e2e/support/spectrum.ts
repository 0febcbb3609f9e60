/** Spectra of decoded audio. */
import { RATE, type Sound } from './sound';

/** Transforms complex values in place (radix-2 FFT); the length is a power of two. */
function transform(real: Float64Array, imaginary: Float64Array): void {
  const { length } = real;
  for (let at = 1, mirrored = 0; at < length; at += 1) {
    let bit = length >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored ^= bit;
    if (at < mirrored) {
      [real[at], real[mirrored]] = [real[mirrored]!, real[at]!];
      [imaginary[at], imaginary[mirrored]] = [imaginary[mirrored]!, imaginary[at]!];
    }
  }
  for (let size = 2; size <= length; size *= 2) {
    const half = size / 2;
    const angle = (-2 * Math.PI) / size;
    for (let step = 0; step < half; step += 1) {
      const [cos, sin] = [Math.cos(angle * step), Math.sin(angle * step)];
      for (let low = step; low < length; low += size) {
        const high = low + half;
        const [re, im] = [real[high]! * cos - imaginary[high]! * sin, real[high]! * sin + imaginary[high]! * cos];
        real[high] = real[low]! - re;
        imaginary[high] = imaginary[low]! - im;
        real[low]! += re;
        imaginary[low]! += im;
      }
    }
  }
}

/** Returns the mean of the channels. */
export function mono(sound: Sound): Float32Array {
  return sound[0]!.map((_, at) => sound.reduce((sum, channel) => sum + channel[at]!, 0) / sound.length);
}

/** Returns the power at each frequency of the `size` samples from `from` on, with a Hann window; zeros follow the end. */
export function powers(samples: Float32Array, from: number, size: number): Float64Array {
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)];
  for (let at = 0; at < size; at += 1) real[at] = (samples[from + at] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size));
  transform(real, imaginary);
  return real.slice(0, size / 2).map((value, bin) => value * value + imaginary[bin]! ** 2);
}

/** Returns the mean power spectrum of samples, in bins of `RATE / size` hertz (Welch's method). */
export function meanPowers(samples: Float32Array, size = 8192): Float64Array {
  const sum = new Float64Array(size / 2);
  for (let from = 0; from === 0 || from + size <= samples.length; from += size / 2) {
    powers(samples, from, size).forEach((power, bin) => (sum[bin]! += power));
  }
  return sum;
}

/** Returns the part of the energy between two frequencies, in dB below all of it. */
export function bandShare(spectrum: Float64Array, low: number, high: number): number {
  const binWidth = RATE / 2 / spectrum.length;
  const total = spectrum.reduce((sum, power) => sum + power, 0);
  const part = spectrum.reduce((sum, power, bin) => (bin * binWidth >= low && bin * binWidth < high ? sum + power : sum), 0);
  return 10 * Math.log10(Math.max(part / total, 1e-12));
}

/** Returns how the power per hertz changes from 100 Hz to 10 kHz, in dB per octave: a line through thirds of octaves. */
export function spectralSlope(spectrum: Float64Array): number {
  const binWidth = RATE / 2 / spectrum.length;
  const points: [octave: number, level: number][] = [];
  for (let third = 0; third < 20; third += 1) {
    const [low, high] = [third, third + 1].map((step) => Math.round((100 * 2 ** (step / 3)) / binWidth)) as [number, number];
    const part = spectrum.subarray(low, high);
    points.push([third / 3, 10 * Math.log10(part.reduce((sum, power) => sum + power, 0) / part.length)]);
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(([octave]) => octave)), mean(points.map(([, level]) => level))];
  const covariance = mean(points.map(([octave, level]) => (octave - x) * (level - y)));
  return covariance / mean(points.map(([octave]) => (octave - x) ** 2));
}

/**
 * Returns the envelope of samples in a band between two frequencies: the magnitude of the analytic signal. The length is
 * rounded up to a power of two.
 */
export function envelope(samples: Float32Array, low = 0, high = RATE / 2): Float64Array {
  const size = 2 ** Math.ceil(Math.log2(samples.length));
  const [real, imaginary] = [new Float64Array(size), new Float64Array(size)];
  real.set(samples);
  transform(real, imaginary);
  const [first, last] = [low, high].map((frequency) => Math.round((frequency * size) / RATE)) as [number, number];
  // Without its negative frequencies, the inverse transform is the analytic signal. Conjugating before and after inverts.
  for (let bin = 0; bin < size; bin += 1) {
    const gain = bin >= first && bin < last ? 2 / size : 0;
    real[bin]! *= gain;
    imaginary[bin]! *= -gain;
  }
  transform(real, imaginary);
  return real.map((value, at) => Math.hypot(value, imaginary[at]!));
}

/**
 * Returns the energy of fluctuations from 30 to 150 Hz in dB below that of the sound: what is heard as rough. Fluctuations
 * are those within a third of an octave, about the width of a critical band, because partials further apart are heard
 * separately.
 */
export function roughness(samples: Float32Array): number {
  const size = 65_536;
  const windowed = new Float32Array(size).map((_, at) => (samples[at] ?? 0) * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / size)));
  let [rough, all] = [0, 0];
  for (let sixth = 0; sixth < 36; sixth += 1) {
    const low = 100 * 2 ** (sixth / 6);
    const [real, imaginary] = [envelope(windowed, low, low * 2 ** (1 / 3)), new Float64Array(size)];
    transform(real, imaginary);
    for (let bin = 0; bin < size / 2; bin += 1) {
      const power = real[bin]! ** 2 + imaginary[bin]! ** 2;
      const frequency = (bin * RATE) / size;
      all += power;
      if (frequency >= 30 && frequency < 150) rough += power;
    }
  }
  return 10 * Math.log10(rough / all);
}
