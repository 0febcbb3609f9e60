/**
 * The timer's sound files, as `scripts/make-sounds.mjs` has made them and a browser decodes them: their format, how loud
 * they are, that loops are joined without a trace, and that endings ring out. No server is needed.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Page, expect, test } from '@playwright/test';
import type { EndingSound, FocusSound } from '@twentyfour/core';
import { SOUND_LOOP_SECONDS } from '../src/core/loops';
import { endFaults, integratedLoudness, joinFaults, octaveLevel, onsets, RATE, readFrames, type Sound, truePeak } from './support/sound';

const FOLDER = resolve(import.meta.dirname, '../public/sounds/timer_sounds');

/** What is told of a loop beyond what holds for all. */
interface Loop {
  /** How many dB one octave has more than the one below, for the noises. */
  slope?: number;
  /** Whether the signal moves so slowly that a click shows as a jump. */
  isSmooth?: boolean;
}

/** Every loop that a person may choose. */
const LOOPS: Record<Exclude<FocusSound, 'none'>, Loop> = {
  default: { isSmooth: true },
  rain: {},
  brown_noise: { slope: -3, isSmooth: true },
  pink_noise: { slope: 0 },
  white_noise: { slope: 3 },
  stream: {},
  ticking: {},
};

/** Every ending that a person may choose. */
const ENDINGS: Record<Exclude<EndingSound, 'none'>, true> = { ending_sound: true, chime: true, gong: true, marimba: true };

const NAMES = [...Object.keys(LOOPS), ...Object.keys(ENDINGS)];
/** How many steps the value 1 has on its way out of the page: sixteen bits reach to 2, so that what is overdriven is seen. */
const STEPS = 16_384;

// A trace would keep all that is decoded.
test.use({ trace: 'off' });

const fileOf = (name: string) => readFileSync(resolve(FOLDER, `${name}.mp3`));

/** Decodes a file as the page does on a device of that rate. */
async function decoded(page: Page, name: string, rate = RATE): Promise<Sound> {
  const channels = await page.evaluate(
    async ([text, samplesPerSecond, steps]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const buffer = await new OfflineAudioContext(2, 1, samplesPerSecond).decodeAudioData(bytes.buffer);
      const texts: string[] = [];
      for (let channel = 0; channel < buffer.numberOfChannels; channel += 1) {
        const samples = buffer.getChannelData(channel);
        const rounded = new Int16Array(samples.length);
        for (let at = 0; at < samples.length; at += 1) rounded[at] = Math.round((samples[at] ?? 0) * steps);
        const reader = new FileReader();
        const read = new Promise((done) => reader.addEventListener('load', done));
        reader.readAsDataURL(new Blob([rounded]));
        await read;
        texts.push(String(reader.result).split(',')[1] ?? '');
      }
      return texts;
    },
    [fileOf(name).toString('base64'), rate, STEPS] as const,
  );
  return channels.map((text) => {
    const raw = Buffer.from(text, 'base64');
    const rounded = new Int16Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.byteLength));
    return Float32Array.from(rounded).map((value) => value / STEPS);
  });
}

/** A sine in parts, each with its length in seconds and its peak in dB below full scale. */
function sine(frequency: number, parts: readonly (readonly [seconds: number, peak: number])[], phase = 0): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, [seconds]) => sum + seconds * RATE, 0));
  let at = 0;
  for (const [seconds, peak] of parts) {
    const end = at + seconds * RATE;
    for (; at < end; at += 1) samples[at] = 10 ** (peak / 20) * Math.sin((2 * Math.PI * frequency * at) / RATE + phase);
  }
  return samples;
}

test.describe('the measures', () => {
  test('loudness is that of BS.1770 and of the signals in EBU Tech 3341', () => {
    // A sine of full scale in one channel is -3.01 by the standard's own words.
    expect(integratedLoudness([sine(997, [[5, 0]])])).toBeCloseTo(-3.01, 1);
    const both = (...parts: [number, number][]) => {
      const channel = sine(1000, parts);
      return integratedLoudness([channel, channel]);
    };
    expect(both([5, -23])).toBeCloseTo(-23, 1);
    expect(both([5, -33])).toBeCloseTo(-33, 1);
    // What is much fainter than the rest does not count, nor does silence.
    expect(both([4, -36], [12, -23], [4, -36])).toBeCloseTo(-23, 0);
    expect(both([4, -72], [4, -36], [12, -23], [4, -36], [4, -72])).toBeCloseTo(-23, 0);
    expect(both([10, -26], [10, -20], [10, -26])).toBeCloseTo(-23, 0);
    // Low frequencies count less.
    expect(integratedLoudness([sine(40, [[5, 0]])])).toBeLessThan(-6);
  });

  test('a true peak is found between samples', () => {
    const between = sine(RATE / 4, [[1, -6]], Math.PI / 4);
    expect(20 * Math.log10(Math.max(...between))).toBeCloseTo(-9, 1);
    // The sine begins at once, which alone adds a little.
    expect(Math.abs(truePeak([between]) + 6)).toBeLessThan(0.5);
  });

  test('a sound that is cut off, or does not fade, is found out', () => {
    const [decay] = [sine(440, [[3, -12]]).map((value, at) => value * Math.exp((-3.5 * at) / RATE))];
    expect(endFaults([decay!], RATE)).toEqual([]);
    expect(endFaults([decay!.subarray(0, RATE)], RATE).join()).toContain('last 50 ms');
    expect(endFaults([decay!.map((value, at) => (at < RATE ? value : 0))], RATE).join()).toContain('at once');
    expect(endFaults([sine(440, [[3, -70]])], RATE).join()).toContain('does not decay');
  });
});

test('there is a file for every sound that can be chosen, and no other', () => {
  expect(readdirSync(FOLDER).toSorted()).toEqual(NAMES.map((name) => `${name}.mp3`).toSorted());
});

/** What holds for every file. */
function expectWellMade(name: string, sound: Sound): void {
  const { bitRates, sampleRates, frames } = readFrames(fileOf(name));
  expect(Math.max(...bitRates)).toBeLessThanOrEqual(128);
  expect(sampleRates).toEqual([RATE]);
  expect(sound).toHaveLength(2);
  // The decoder takes off at most what pads the file: a few frames.
  expect(Math.abs(sound[0]!.length - frames * 1152) / RATE).toBeLessThan(0.1);
  expect(Math.abs(integratedLoudness(sound) + 23)).toBeLessThanOrEqual(3);
  expect(truePeak(sound)).toBeLessThan(-1);
}

/** Whether a loop is joined without a trace, and whether that would be seen if it were not. */
function expectJoined(sound: Sound, rate: number): void {
  expect(joinFaults(sound, rate, SOUND_LOOP_SECONDS)).toEqual([]);
  // A loop that is joined a hundredth of a second beside the right place does not pass.
  for (const wrong of [
    { ...SOUND_LOOP_SECONDS, end: SOUND_LOOP_SECONDS.end + 0.0137 },
    { ...SOUND_LOOP_SECONDS, start: SOUND_LOOP_SECONDS.start - 0.0137 },
  ]) {
    expect(joinFaults(sound, rate, wrong), 'a broken join is found').not.toEqual([]);
  }
}

for (const [name, { slope, isSmooth }] of Object.entries(LOOPS)) {
  test(`${name} is a small MP3 at -23 LUFS that repeats without a trace`, { tag: name === 'default' ? [] : ['@long'] }, async ({ page }) => {
    const sound = await decoded(page, name);
    expectWellMade(name, sound);
    expectJoined(sound, RATE);
    // Other devices play what the browser has made of the file for their rate.
    expectJoined(await decoded(page, name, 44_100), 44_100);
    if (isSmooth) {
      const clicking = sound.map((channel) => {
        const copy = channel.slice();
        copy[SOUND_LOOP_SECONDS.start * RATE]! += 0.1;
        return copy;
      });
      expect(joinFaults(clicking, RATE, SOUND_LOOP_SECONDS).join()).toMatch(/the value jumps.*the slope jumps/);
    }
    if (slope !== undefined) {
      const levels = [125, 250, 500, 1000, 2000, 4000, 8000].map((frequency) => octaveLevel(sound[0]!, frequency));
      for (let octave = 1; octave < levels.length; octave += 1) {
        const steeper = Math.abs(levels[octave]! - levels[octave - 1]! - slope);
        expect(steeper, `the colour, by octaves: ${levels.join(', ')}`).toBeLessThan(1);
      }
    }
    if (name === 'ticking') {
      const period = sound[0]!.subarray(SOUND_LOOP_SECONDS.start * RATE, SOUND_LOOP_SECONDS.end * RATE);
      const twice = new Float32Array(2 * period.length);
      twice.set(period);
      twice.set(period, period.length);
      const ticks = onsets(twice, RATE);
      expect(ticks, 'a tick a second').toHaveLength(2 * (SOUND_LOOP_SECONDS.end - SOUND_LOOP_SECONDS.start));
      for (let tick = 1; tick < ticks.length; tick += 1) expect(Math.abs(ticks[tick]! - ticks[tick - 1]! - 1)).toBeLessThan(0.001);
    }
  });
}

for (const name of Object.keys(ENDINGS)) {
  test(`${name} is a small MP3 at -23 LUFS that rings out`, { tag: name === 'ending_sound' ? [] : ['@long'] }, async ({ page }) => {
    const sound = await decoded(page, name);
    expectWellMade(name, sound);
    const seconds = sound[0]!.length / RATE;
    expect(seconds).toBeGreaterThanOrEqual(1.5);
    expect(seconds).toBeLessThanOrEqual(6.1);
    expect(endFaults(sound, RATE)).toEqual([]);
  });
}
