/** Writes a finished picture as AVIF and WebP with ffmpeg, and describes it. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromLinear, luminance } from './light.mjs';
import { Picture } from './picture.mjs';

/** The maximum file size by width, in bytes; the quality is reduced to fit it. */
const MOST = { avif: { 2560: 100_000, 1280: 45_000 }, webp: { 2560: 160_000, 1280: 60_000 } };

/**
 * Film grain, which AV1 stores as parameters and every decoder synthesizes (AV1 specification, section 7.18.3). It
 * costs almost nothing and prevents banding in the gradients: about one step of 256, in luma only.
 */
const GRAIN = ['filmgrn1', 'E 0 9223372036854775807 1 7391 1', '\tp 0 6 0 11 0 1 0 0 0 0 0 0', '\tsY 2 0 56 255 56', '\tsCb 0', '\tsCr 0', '\tcY', '\tcCb 0', '\tcCr 0', ''];

function ffmpeg(input, format, { width, height }, ...output) {
  const raw = ['-f', 'rawvideo', '-pix_fmt', format, '-s', `${width}x${height}`, '-i', '-'];
  const { status, stderr, stdout } = spawnSync('ffmpeg', ['-y', '-loglevel', 'error', ...raw, ...output], {
    input,
    maxBuffer: 1 << 27,
  });
  if (status !== 0) throw new Error(`ffmpeg: ${stderr}`);
  return stdout;
}

/** Returns the pixels in sRGB with this many levels, dithered by `grain` levels of random noise. */
function encoded({ width, height, pixels }, levels, grain) {
  const out = levels > 255 ? new Uint16Array(pixels.length) : new Uint8Array(pixels.length);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const chance = grain * Picture.grain(x, y);
      for (let channel = 0; channel < 3; channel += 1, at += 1) {
        out[at] = Math.min(levels, Math.max(0, Math.round(levels * fromLinear(pixels[at]) + chance)));
      }
    }
  }
  return Buffer.from(out.buffer);
}

/** Lowers the quality only until the file fits the maximum size. */
function lightest(file, maxBytes, qualities, write) {
  for (const quality of qualities) {
    write(quality);
    const { size } = statSync(file);
    if (size <= maxBytes) return { file, size, quality };
  }
  throw new Error(`${file} exceeds ${maxBytes} bytes even at the lowest quality.`);
}

/** Writes one size in both formats to `${path}.avif` and `${path}.webp`. */
export function writeFiles(picture, path) {
  const folder = mkdtempSync(join(tmpdir(), 'wallpaper-'));
  try {
    const table = join(folder, 'grain');
    writeFileSync(table, GRAIN.join('\n'));
    const deep = encoded(picture, 65_535, 0);
    const avif = lightest(`${path}.avif`, MOST.avif[picture.width], [8, 12, 16, 20, 24, 28, 32, 36, 40, 44], (crf) =>
      ffmpeg(deep, 'rgb48le', picture, ...AVIF, '-aom-params', `film-grain-table=${table}`, '-crf', String(crf), `${path}.avif`),
    );
    // WebP has no grain synthesis: its grain must be encoded, and is finer.
    const shallow = encoded(picture, 255, 2.4);
    const webp = lightest(`${path}.webp`, MOST.webp[picture.width], [95, 94, 93, 92, 90, 88, 84, 80, 75, 70, 64], (quality) =>
      ffmpeg(shallow, 'rgb24', picture, ...WEBP, '-quality', String(quality), `${path}.webp`),
    );
    return [avif, webp];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Ten bits per channel, in sRGB, which the file must declare. */
const AVIF = [
  ...['-vf', 'scale=out_color_matrix=bt709:out_range=pc:flags=accurate_rnd+full_chroma_int', '-pix_fmt', 'yuv420p10le'],
  ...['-color_primaries', 'bt709', '-color_trc', 'iec61966-2-1', '-colorspace', 'bt709', '-color_range', 'pc'],
  ...['-c:v', 'libaom-av1', '-still-picture', '1', '-usage', 'allintra', '-cpu-used', '6', '-b:v', '0', '-threads', '1', '-f', 'avif'],
];
const WEBP = ['-c:v', 'libwebp', '-preset', 'photo', '-compression_level', '5', '-f', 'webp'];

const hexOf = (light) =>
  `#${light.map((value) => Math.round(255 * fromLinear(Math.min(1, value))).toString(16).padStart(2, '0')).join('')}`;

/** Returns the mean light of an area of the picture, given as shares of its width and height. */
function meanOf({ width, height, pixels }, [left, top, right, bottom]) {
  const sum = [0, 0, 0];
  let count = 0;
  for (let y = Math.round(top * height); y < Math.round(bottom * height); y += 1) {
    for (let x = Math.round(left * width); x < Math.round(right * width); x += 1, count += 1) {
      for (let channel = 0; channel < 3; channel += 1) sum[channel] += pixels[3 * (y * width + x) + channel];
    }
  }
  return sum.map((value) => value / count);
}

const rounded = (value) => Math.round(value * 1000) / 1000;

/** Returns the index entry of a picture. */
export function describe(picture) {
  const tiny = picture.reduced(16);
  const dot = ffmpeg(encoded(tiny, 255, 0), 'rgb24', tiny, '-c:v', 'libwebp', '-quality', '80', '-compression_level', '6', '-f', 'webp', '-');
  const middle = [];
  // The clock is in the middle third; its text must contrast with the brightest area there, ignoring small spots.
  for (let y = 0; y < 8; y += 1) {
    for (let x = 0; x < 16; x += 1) {
      const [left, top] = [0.2 + (0.6 * x) / 16, 0.32 + (0.34 * y) / 8];
      middle.push(luminance(...meanOf(picture, [left, top, left + 0.6 / 16, top + 0.34 / 8])));
    }
  }
  return {
    color: hexOf(meanOf(picture, [0, 0, 1, 1])),
    luminance: rounded(luminance(...meanOf(picture, [0, 0, 1, 1]))),
    brightest_middle: rounded(Math.max(...middle)),
    placeholder: `data:image/webp;base64,${dot.toString('base64')}`,
  };
}
