/**
 * Makes the timer's two sounds by synthesis, so that they are our own and free of rights. Needs ffmpeg with libmp3lame.
 * Run it from `web`: `node scripts/make-sounds.mjs`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';

const RATE = 44100;
const FOLDER = 'public/sounds/timer_sounds';
const TURN = 2 * Math.PI;

/** One period of the ambience, in seconds: `LOOP` in `src/core/sounds.ts` repeats exactly this much. */
const PERIOD = 24;
/** The file holds one period and this much more, in seconds, since MP3 pads both ends. */
const EXTRA = 3;

/**
 * A slow pad of five voices over soft noise. Every frequency and every swell fits the period a whole number of times, so
 * the sound at any moment equals the sound one period later.
 */
function ambience() {
  const fits = (frequency) => Math.round(frequency * PERIOD) / PERIOD;
  const voices = [
    { frequency: 110, swells: 1, level: 0.3 },
    { frequency: 164.81, swells: 2, level: 0.22 },
    { frequency: 220, swells: 3, level: 0.16 },
    { frequency: 277.18, swells: 2, level: 0.1 },
    { frequency: 329.63, swells: 5, level: 0.07 },
  ];
  const noise = periodicNoise();
  return stereo(PERIOD + EXTRA, (t, side) => {
    let sum = 0;
    voices.forEach(({ frequency, swells, level }, voice) => {
      const swell = 0.62 + 0.38 * Math.sin((TURN * swells * t) / PERIOD + voice * 1.9);
      // Two strings a hair apart, one a little to each side, make the sound wide and alive.
      const near = Math.sin(TURN * fits(frequency) * t + voice);
      const far = Math.sin(TURN * fits(frequency + (side === 0 ? 0.3 : -0.3)) * t + voice * 2);
      sum += level * swell * (near + 0.7 * far);
    });
    const breath = 0.55 + 0.45 * Math.sin((TURN * 2 * t) / PERIOD - 1);
    const wind = noise[(Math.floor(t * RATE) + side * 7919) % noise.length];
    return 0.3 * sum + 0.1 * breath * wind;
  });
}

/** One period of noise without its sharp part, joined to itself end to end. */
function periodicNoise() {
  const length = PERIOD * RATE;
  let state = 24;
  const samples = Float64Array.from({ length }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2147483648 - 1;
  });
  // The filter goes around twice: by the second round its memory is that of the period's own end.
  const soft = new Float64Array(length);
  let [slow, slower] = [0, 0];
  for (let at = 0; at < 2 * length; at += 1) {
    slow += 0.06 * (samples[at % length] - slow);
    slower += 0.06 * (slow - slower);
    soft[at % length] = slower * 6;
  }
  return soft;
}

/** A small bell: partials that do not fit each other, the high ones gone first; struck twice, a fourth apart. */
function bell() {
  const strikes = [
    { at: 0, frequency: 523.25 },
    { at: 0.42, frequency: 698.46 },
  ];
  const partials = [
    { ratio: 1, level: 0.5, decay: 1.5 },
    { ratio: 2.76, level: 0.2, decay: 0.7 },
    { ratio: 5.4, level: 0.08, decay: 0.3 },
  ];
  return stereo(3.2, (t) =>
    strikes.reduce((sum, { at, frequency }) => {
      const since = t - at;
      if (since < 0) return sum;
      const attack = Math.min(1, since / 0.006);
      return partials.reduce(
        (total, { ratio, level, decay }) =>
          total + 0.8 * attack * level * Math.exp(-since / decay) * Math.sin(TURN * frequency * ratio * since),
        sum,
      );
    }, 0) * Math.min(1, (3.2 - t) / 0.3),
  );
}

function stereo(seconds, sample) {
  const frames = Math.round(seconds * RATE);
  const pcm = Buffer.alloc(frames * 4);
  for (let frame = 0; frame < frames; frame += 1) {
    for (const side of [0, 1]) {
      const value = Math.min(1, Math.max(-1, sample(frame / RATE, side)));
      pcm.writeInt16LE(Math.round(value * 32767), frame * 4 + side * 2);
    }
  }
  return pcm;
}

mkdirSync(FOLDER, { recursive: true });
for (const [name, pcm, rate] of [
  ['default.mp3', ambience(), '96k'],
  ['ending_sound.mp3', bell(), '96k'],
]) {
  const file = `${FOLDER}/${name}`;
  const { status, stderr } = spawnSync(
    'ffmpeg',
    [
      ...['-y', '-loglevel', 'error', '-f', 's16le', '-ar', String(RATE), '-ac', '2', '-i', '-'],
      ...['-c:a', 'libmp3lame', '-b:a', rate, '-map_metadata', '-1', file],
    ],
    { input: pcm, maxBuffer: 1 << 26 },
  );
  if (status !== 0) throw new Error(`${file}: ${stderr}`);
  console.log(`${file} written`);
}
