/**
 * Generates the timer's sounds by synthesis, so that they are free of third-party rights; each run generates the same
 * ones. Needs ffmpeg with libmp3lame (`apt-get install ffmpeg`). Run it from `web`: `node scripts/make-sounds.mjs`, or
 * with the names of sounds, such as `node scripts/make-sounds.mjs rain gong`. `e2e/sound-files.spec.ts` checks the
 * result.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { bell, chime, gong, marimba } from './sounds/endings.mjs';
import { ambience, brownNoise, pinkNoise, rain, stream, ticking, whiteNoise } from './sounds/loops.mjs';
import { PERIOD, RATE } from './sounds/synthesis.mjs';

const FOLDER = 'public/sounds/timer_sounds';
/** A loop's file contains one period and this much more, in seconds, because MP3 pads both ends. */
const EXTRA = 2;
/**
 * The loudness of every sound before encoding, in LUFS (EBU R 128), so that choosing another sound does not change the
 * volume. The encoder lowers it by 0.4.
 */
const LOUDNESS = -23;

/** The sounds by file name, with the bit rate in kbit/s that their noise needs. */
const SOUNDS = {
  default: { make: ambience, rate: 96, isLoop: true },
  rain: { make: rain, rate: 128, isLoop: true },
  brown_noise: { make: brownNoise, rate: 96, isLoop: true },
  pink_noise: { make: pinkNoise, rate: 128, isLoop: true },
  // Louder before encoding, because MP3 at this rate has nothing above 17 kHz.
  white_noise: { make: whiteNoise, rate: 128, isLoop: true, loudness: LOUDNESS + 1.2 },
  stream: { make: stream, rate: 112, isLoop: true },
  // Slightly quieter, because ticking at the loudness of rain seems too loud.
  ticking: { make: ticking, rate: 64, isLoop: true, loudness: LOUDNESS - 0.3 },
  ending_sound: { make: bell, rate: 96 },
  chime: { make: chime, rate: 96 },
  gong: { make: gong, rate: 96 },
  marimba: { make: marimba, rate: 96 },
};

/** Returns interleaved samples for ffmpeg; a loop is repeated until it has this many seconds. */
function interleaved([left, right], seconds) {
  const frames = Math.round(seconds * RATE);
  const pcm = new Float32Array(2 * frames);
  for (let frame = 0; frame < frames; frame += 1) {
    pcm[2 * frame] = left[frame % left.length];
    pcm[2 * frame + 1] = right[frame % right.length];
  }
  return Buffer.from(pcm.buffer);
}

function ffmpeg(pcm, ...output) {
  const input = ['-f', 'f32le', '-ar', String(RATE), '-ac', '2', '-i', '-'];
  const { status, stderr } = spawnSync('ffmpeg', ['-y', '-hide_banner', '-nostats', ...input, ...output], {
    input: pcm,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
  return stderr;
}

/** Returns the loudness of samples in LUFS, and their true peak in dBTP. */
function measureLoudness(pcm) {
  const report = ffmpeg(pcm, '-af', 'ebur128=peak=true', '-f', 'null', '-');
  const summary = report.slice(report.lastIndexOf('Summary:'));
  const number = (pattern) => {
    const found = pattern.exec(summary);
    if (!found) throw new Error(`No loudness in the output of ffmpeg: ${report}`);
    return Number(found[1]);
  };
  return { loudness: number(/I:\s+(-?[\d.]+) LUFS/), peak: number(/Peak:\s+(-?[\d.]+) dBFS/) };
}

function scaled(sound, decibels) {
  const gain = 10 ** (decibels / 20);
  return sound.map((side) => side.map((value) => gain * value));
}

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in SOUNDS));
if (unknown.length > 0) throw new Error(`Unknown sound: ${unknown.join(', ')}. Choose from ${Object.keys(SOUNDS).join(', ')}.`);

mkdirSync(FOLDER, { recursive: true });
for (const [name, { make, rate, isLoop = false, loudness = LOUDNESS }] of Object.entries(SOUNDS)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  const raw = make();
  const seconds = isLoop ? PERIOD + EXTRA : raw[0].length / RATE;
  // First to a level that can be measured, then to the required one.
  const highest = raw.reduce((most, side) => side.reduce((sum, value) => Math.max(sum, Math.abs(value)), most), 0);
  const sound = scaled(raw, -20 * Math.log10(highest) - 6);
  const gain = loudness - measureLoudness(interleaved(sound, isLoop ? PERIOD : seconds)).loudness;
  const pcm = interleaved(scaled(sound, gain), seconds);
  const file = `${FOLDER}/${name}.mp3`;
  ffmpeg(
    pcm,
    ...['-c:a', 'libmp3lame', '-b:a', `${rate}k`, '-map_metadata', '-1'],
    // Without the bit reservoir, a frame depends only on the sound around it, so that a periodic sound stays exactly
    // periodic.
    ...['-reservoir', '0', file],
  );
  const { peak } = measureLoudness(pcm);
  console.log(`${file}: ${seconds} s, ${rate} kbit/s, ${loudness} LUFS, ${peak} dBTP before encoding`);
}
