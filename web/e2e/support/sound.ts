/** Measures of decoded sound: how loud it is by ITU-R BS.1770-4, how high it peaks, how a loop is joined, how an ending ends. */

/** Samples per second of everything that is measured for loudness; the filters below are the standard's for this rate. */
export const RATE = 48_000;

/** Samples from -1 to 1, an array for each channel. */
export type Sound = Float32Array[];

/** A filter of second order: its numerator, then what of its own past it takes away. */
type Biquad = readonly [readonly [number, number, number], readonly [number, number]];

/** K-weighting at 48 kHz (BS.1770-4, tables 1 and 2): the shelf of a head, then the low frequencies that are barely heard. */
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

/** Integrated loudness in LUFS, of one or two channels at 48 kHz: blocks of 400 ms every 100 ms, gated at -70 and at 10 below. */
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

/** Half the length of the filter that finds the signal between two samples. */
const REACH = 12;
/** The values between samples, a quarter apart: a sinc under a Blackman window, for each quarter. */
const BETWEEN = [0.25, 0.5, 0.75].map((part) =>
  Array.from({ length: 2 * REACH }, (_, tap) => {
    const x = Math.PI * (tap - REACH + 1 - part);
    const window = 0.42 + 0.5 * Math.cos(x / REACH) + 0.08 * Math.cos((2 * x) / REACH);
    return (Math.sin(x) / x) * window;
  }),
);

/** The true peak in dBTP: of the signal itself rather than of its samples, found at four times their rate. */
export function truePeak(sound: Sound): number {
  let peak = 0;
  for (const channel of sound) {
    const highest = channel.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    peak = Math.max(peak, highest);
    for (let at = REACH; at < channel.length - REACH; at += 1) {
      // No peak stands between samples that are this far below the highest one.
      if (Math.max(Math.abs(channel[at]!), Math.abs(channel[at + 1]!)) < highest / 2) continue;
      for (const taps of BETWEEN) {
        let value = 0;
        for (let tap = 0; tap < taps.length; tap += 1) value += taps[tap]! * channel[at - REACH + 1 + tap]!;
        peak = Math.max(peak, Math.abs(value));
      }
    }
  }
  return 20 * Math.log10(peak);
}

/** The level of samples in dB below full scale. */
export function level(samples: Float32Array): number {
  return 10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
}

/** The level in an octave, in dB, by a band-pass filter that is passed twice. */
export function octaveLevel(samples: Float32Array, frequency: number): number {
  const angle = (2 * Math.PI * frequency) / RATE;
  const alpha = Math.sin(angle) * Math.SQRT1_2 * 0.5;
  const scale = 1 + alpha;
  const octave: Biquad = [
    [alpha / scale, 0, -alpha / scale],
    [(-2 * Math.cos(angle)) / scale, (1 - alpha) / scale],
  ];
  return level(filtered(filtered(samples, octave), octave));
}

/** How far around a loop's join its steps are compared, in seconds. */
const NEAR_JOIN = 0.05;
/** How much of what follows and precedes the join is compared with what would have come, in seconds. */
const CONTINUATION = 0.75;

/**
 * What is wrong where a loop jumps from `end` back to `start`, in seconds of its file; nothing when no ear can find the place.
 * The step in value and the step in slope may not exceed what the signal has right beside it, and what is heard before and after has
 * to be what the file itself has past `end` and before `start`, 40 dB closer than it is loud.
 */
export function joinFaults(sound: Sound, rate: number, loop: { start: number; end: number }): string[] {
  const [start, end] = [loop.start, loop.end].map((time) => Math.round(time * rate)) as [number, number];
  const near = Math.round(NEAR_JOIN * rate);
  const long = Math.round(CONTINUATION * rate);
  const faults: string[] = [];
  sound.forEach((samples, channel) => {
    if (start < long || end + long > samples.length) {
      faults.push(`channel ${channel}: the file is too short to go on around the loop`);
      return;
    }
    // As it is heard: the end, and then the start. The join is at `near`.
    const heard = new Float32Array(2 * near);
    heard.set(samples.subarray(end - near, end));
    heard.set(samples.subarray(start, start + near), near);
    const step = (at: number) => Math.abs(heard[at]! - heard[at - 1]!);
    const bend = (at: number) => Math.abs(heard[at + 1]! - 2 * heard[at]! + heard[at - 1]!);
    for (const [what, measure, places] of [
      ['value', step, [near]],
      ['slope', bend, [near - 1, near]],
    ] as const) {
      let usual = 0;
      for (let at = 1; at < heard.length - 1; at += 1) if (Math.abs(at - near) > 2) usual = Math.max(usual, measure(at));
      const jump = Math.max(...places.map(measure));
      if (jump > usual) faults.push(`channel ${channel}: the ${what} jumps by ${jump}, beside it by ${usual} at most`);
    }
    for (const [what, from, to] of [
      ['after', start, end],
      ['before', end - long, start - long],
    ] as const) {
      const meant = samples.subarray(to, to + long);
      const other = samples.subarray(from, from + long);
      const difference = level(meant.map((value, at) => value - other[at]!));
      const loud = level(meant);
      if (difference > loud - 40) {
        faults.push(`channel ${channel}: ${what} the join it differs by ${difference} dB from what would have come, at ${loud} dB`);
      }
    }
  });
  return faults;
}

/** Where knocks begin in samples, in seconds: where they rise above a tenth of their peak after a fifth of a second below it. */
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

/** What is heard as silence, in dB below full scale. */
const SILENCE = -60;
/** More than this within 10 ms, in dB, is no decay but a cut. */
const CUT = 20;

/** What is wrong with how a sound ends; nothing when it rings out into silence. */
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
      if (levels[part - 1]! > SILENCE && fall > CUT) faults.push(`channel ${channel}: at ${part / 100} s it falls by ${fall} dB at once`);
    }
    const loudest = levels.indexOf(Math.max(...levels));
    const halfway = Math.floor((loudest + levels.length) / 2);
    if (mean(levels.slice(halfway)) > mean(levels.slice(loudest, halfway)) - 10) faults.push(`channel ${channel}: it does not decay`);
  });
  return faults;
}

/** Bit rates of MPEG-1 Layer III in kbit/s, and sample rates in hertz, as frame headers number them. */
const BIT_RATES = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const SAMPLE_RATES = [44_100, 48_000, 32_000];

/** What the frames of an MP3 file say of themselves. Throws where a file is anything else between its tag and its end. */
export function readFrames(file: Uint8Array): { bitRates: number[]; sampleRates: number[]; frames: number } {
  let at = 0;
  if (String.fromCharCode(...file.subarray(0, 3)) === 'ID3') {
    at = 10 + [6, 7, 8, 9].reduce((size, place) => size * 128 + file[place]!, 0);
  }
  const [bitRates, sampleRates] = [new Set<number>(), new Set<number>()];
  let frames = 0;
  while (at < file.length) {
    const [first = 0, second = 0, third = 0] = file.subarray(at, at + 3);
    const bitRate = BIT_RATES[third >> 4];
    const sampleRate = SAMPLE_RATES[(third >> 2) & 3];
    if (first !== 0xff || (second & 0xfe) !== 0xfa || !bitRate || !sampleRate) throw new Error(`no frame of MP3 at byte ${at}`);
    bitRates.add(bitRate);
    sampleRates.add(sampleRate);
    frames += 1;
    at += Math.floor((144_000 * bitRate) / sampleRate) + ((third >> 1) & 1);
  }
  return { bitRates: [...bitRates], sampleRates: [...sampleRates], frames };
}
