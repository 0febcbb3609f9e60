/**
 * Measurements of decoded audio: loudness by ITU-R BS.1770-4, true peak, the join of a loop, and the end of a sound.
 */

/** The sample rate for loudness, in hertz; the filters below are the standard's for this rate. */
export const RATE = 48_000;

/** Samples from -1 to 1, an array for each channel. */
export type Sound = Float32Array[];

/** A second-order filter: its numerator, then its feedback coefficients. */
type Biquad = readonly [readonly [number, number, number], readonly [number, number]];

/** K-weighting at 48 kHz (BS.1770-4, tables 1 and 2): a high shelf for the effect of the head, then a high-pass. */
const K_WEIGHTING: readonly Biquad[] = [
  [
    [1.53512485958697, -2.69169618940638, 1.19839281085285],
    [-1.69065929318241, 0.73248077421585],
  ],
  [
    [1, -2, 1],
    [-1.99004745483398, 0.99007225036621],
  ],
];

function filtered(samples: Float32Array, [[b0, b1, b2], [a1, a2]]: Biquad): Float32Array {
  let [x1, x2, y1, y2] = [0, 0, 0, 0];
  return samples.map((x) => {
    const y = b0 * x + b1 * x1 + b2 * x2 - a1 * y1 - a2 * y2;
    x2 = x1;
    x1 = x;
    y2 = y1;
    y1 = y;
    return y;
  });
}

const loudnessOf = (power: number) => -0.691 + 10 * Math.log10(power);
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Returns the integrated loudness in LUFS of one or two channels at 48 kHz: blocks of 400 ms every 100 ms, gated at -70
 * LUFS and at 10 below the mean.
 */
export function integratedLoudness(sound: Sound): number {
  const weighted = sound.map((channel) => K_WEIGHTING.reduce(filtered, channel));
  const hop = RATE / 10;
  const steps = Math.floor((sound[0]?.length ?? 0) / hop);
  const powers = Array.from({ length: steps }, (_, step) =>
    weighted.reduce((sum, channel) => {
      const part = channel.subarray(step * hop, (step + 1) * hop);
      return sum + part.reduce((energy, value) => energy + value * value, 0) / hop;
    }, 0),
  );
  const blocks = powers.slice(3).map((_, first) => mean(powers.slice(first, first + 4)));
  const audible = blocks.filter((power) => loudnessOf(power) > -70);
  if (audible.length === 0) return -Infinity;
  const gate = loudnessOf(mean(audible)) - 10;
  return loudnessOf(mean(audible.filter((power) => loudnessOf(power) > gate)));
}

/** Half the length of the interpolation filter. */
const HALF_TAPS = 12;
/** Interpolation filters at quarter samples: a sinc with a Blackman window for each. */
const INTERPOLATION_FILTERS = [0.25, 0.5, 0.75].map((part) =>
  Array.from({ length: 2 * HALF_TAPS }, (_, tap) => {
    const x = Math.PI * (tap - HALF_TAPS + 1 - part);
    const window = 0.42 + 0.5 * Math.cos(x / HALF_TAPS) + 0.08 * Math.cos((2 * x) / HALF_TAPS);
    return (Math.sin(x) / x) * window;
  }),
);

/** Returns the true peak in dBTP, by oversampling four times. */
export function truePeak(sound: Sound): number {
  let peak = 0;
  for (const channel of sound) {
    const highest = channel.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    peak = Math.max(peak, highest);
    for (let at = HALF_TAPS; at < channel.length - HALF_TAPS; at += 1) {
      // Samples this far below the highest one cannot have a higher peak between them.
      if (Math.max(Math.abs(channel[at]!), Math.abs(channel[at + 1]!)) < highest / 2) continue;
      for (const taps of INTERPOLATION_FILTERS) {
        let value = 0;
        for (let tap = 0; tap < taps.length; tap += 1) value += taps[tap]! * channel[at - HALF_TAPS + 1 + tap]!;
        peak = Math.max(peak, Math.abs(value));
      }
    }
  }
  return 20 * Math.log10(peak);
}

/** Returns the level of samples in dB below full scale. */
export function level(samples: Float32Array): number {
  return 10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
}

/** The range around a loop's join in which steps are compared, in seconds. */
const NEAR_JOIN = 0.05;
/** How much audio after and before the join is compared with the file's continuation, in seconds. */
const CONTINUATION = 0.75;

/**
 * Returns the faults of a loop that jumps from `end` back to `start`, in seconds of its file; empty if the join is
 * inaudible. The steps in value and slope may not exceed those of the signal nearby, and the audio after and before the
 * join must equal the file's own past `end` and before `start`, with a difference of 40 dB below its level.
 */
export function joinFaults(sound: Sound, rate: number, loop: { start: number; end: number }): string[] {
  const [start, end] = [loop.start, loop.end].map((time) => Math.round(time * rate)) as [number, number];
  const near = Math.round(NEAR_JOIN * rate);
  const long = Math.round(CONTINUATION * rate);
  const faults: string[] = [];
  sound.forEach((samples, channel) => {
    if (start < long || end + long > samples.length) {
      faults.push(`channel ${channel}: the file is too short to continue past the loop`);
      return;
    }
    // The samples as they are played: the end of the loop, then its start. The join is at index `near`.
    const joined = new Float32Array(2 * near);
    joined.set(samples.subarray(end - near, end));
    joined.set(samples.subarray(start, start + near), near);
    const step = (at: number) => Math.abs(joined[at]! - joined[at - 1]!);
    const bend = (at: number) => Math.abs(joined[at + 1]! - 2 * joined[at]! + joined[at - 1]!);
    for (const [name, measure, indexes] of [
      ['value', step, [near]],
      ['slope', bend, [near - 1, near]],
    ] as const) {
      let usual = 0;
      for (let at = 1; at < joined.length - 1; at += 1) if (Math.abs(at - near) > 2) usual = Math.max(usual, measure(at));
      const jump = Math.max(...indexes.map(measure));
      if (jump > usual) faults.push(`channel ${channel}: the ${name} jumps by ${jump} at the join, but by at most ${usual} nearby`);
    }
    for (const [side, from, to] of [
      ['after', start, end],
      ['before', end - long, start - long],
    ] as const) {
      const expected = samples.subarray(to, to + long);
      const other = samples.subarray(from, from + long);
      const difference = level(expected.map((value, at) => value - other[at]!));
      const expectedLevel = level(expected);
      if (difference > expectedLevel - 40) {
        faults.push(`channel ${channel}: ${side} the join it differs by ${difference} dB from the file’s continuation, whose level is ${expectedLevel} dB`);
      }
    }
  });
  return faults;
}

/**
 * Returns the onsets in samples, in seconds: where they rise above a tenth of their peak after a fifth of a second
 * below it.
 */
export function onsets(samples: Float32Array, rate: number): number[] {
  const threshold = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 10;
  const found: number[] = [];
  let quietSince = 0;
  samples.forEach((value, at) => {
    if (Math.abs(value) < threshold) return;
    if (at - quietSince > rate / 5) found.push(at / rate);
    quietSince = at;
  });
  return found;
}

/** The threshold of silence, in dB below full scale. */
const SILENCE = -60;
/** A larger drop within 10 ms, in dB, is a cut rather than a decay. */
const CUT = 20;

/** Returns the faults of a sound's end; empty if it fades into silence. */
export function endFaults(sound: Sound, rate: number): string[] {
  const size = Math.round(rate / 100);
  const faults: string[] = [];
  sound.forEach((samples, channel) => {
    const levels = Array.from({ length: Math.floor(samples.length / size) }, (_, part) =>
      Math.max(-120, level(samples.subarray(part * size, (part + 1) * size))),
    );
    const last = samples.subarray(samples.length - 5 * size);
    const rest = 20 * Math.log10(last.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9));
    if (rest > SILENCE) faults.push(`channel ${channel}: its last 50 ms peak at ${rest} dB`);
    for (let part = 1; part < levels.length; part += 1) {
      const fall = levels[part - 1]! - levels[part]!;
      if (levels[part - 1]! > SILENCE && fall > CUT) faults.push(`channel ${channel}: at ${part / 100} s its level falls by ${fall} dB at once`);
    }
    const loudest = levels.indexOf(Math.max(...levels));
    const halfway = Math.floor((loudest + levels.length) / 2);
    if (mean(levels.slice(halfway)) > mean(levels.slice(loudest, halfway)) - 10) faults.push(`channel ${channel}: it does not decay`);
  });
  return faults;
}

/** Bit rates of MPEG-1 Layer III in kbit/s, and sample rates in hertz, by their index in frame headers. */
const BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** Reads the frame headers of an MP3 file. Throws if the file contains anything else between its tag and its end. */
export function readFrames(file: Uint8Array): { bitRates: number[]; sampleRates: number[]; frames: number } {
  let at = 0;
  if (String.fromCharCode(...file.subarray(0, 3)) === 'ID3') {
    at = 10 + [6, 7, 8, 9].reduce((size, index) => size * 128 + file[index]!, 0);
  }
  const [bitRates, sampleRates] = [new Set<number>(), new Set<number>()];
  let frames = 0;
  while (at < file.length) {
    const [first = 0, second = 0, third = 0] = file.subarray(at, at + 3);
    const bitRate = BIT_RATES[third >> 4];
    const sampleRate = SAMPLE_RATES[(third >> 2) & 3];
    if (first !== 0xff || (second & 0xfe) !== 0xfa || !bitRate || !sampleRate) throw new Error(`No MP3 frame at byte ${at}.`);
    bitRates.add(bitRate);
    sampleRates.add(sampleRate);
    frames += 1;
    at += Math.floor((144_000 * bitRate) / sampleRate) + ((third >> 1) & 1);
  }
  return { bitRates: [...bitRates], sampleRates: [...sampleRates], frames };
}
