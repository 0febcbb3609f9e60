/** Draws spectrograms: time to the right, frequency upward on a logarithmic axis, level as brightness. */
import { type Color, png } from './png';
import { RATE, type Sound } from './sound';
import { mono, powers } from './spectrum';

/** The size of the plot in pixels, and of the margins with the labels. */
const PLOT = { width: 560, height: 216 } as const;
const MARGIN = { left: 88, bottom: 26, top: 10, right: 16 } as const;
const WIDTH = MARGIN.left + PLOT.width + MARGIN.right;
const HEIGHT = MARGIN.top + PLOT.height + MARGIN.bottom;
/** The range of the frequency axis in hertz, and of levels in dB below the loudest. */
const FREQUENCIES = { low: 50, high: 20_000 } as const;
const RANGE = 84;
/** The window of the transform in samples: 85 ms. */
const WINDOW = 4096;

/** The colors from silent to loud; the last two are those of labels and of the ground. */
const STOPS: readonly Color[] = [[11, 15, 20], [18, 52, 66], [28, 104, 82], [92, 194, 97], [240, 247, 214]];
const LEVELS = 14;
const [LABEL, GROUND] = [LEVELS, LEVELS + 1];
const PALETTE: readonly Color[] = [
  ...Array.from({ length: LEVELS }, (_, index): Color => {
    const place = (index / (LEVELS - 1)) * (STOPS.length - 1);
    const stop = Math.min(STOPS.length - 2, Math.floor(place));
    const mixed = (part: 0 | 1 | 2) => Math.round(STOPS[stop]![part] + (place - stop) * (STOPS[stop + 1]![part] - STOPS[stop]![part]));
    return [mixed(0), mixed(1), mixed(2)];
  }),
  [85, 96, 108],
  [255, 255, 255],
];

/** The characters of the labels, five pixels wide: each row is the bits of a number. */
const GLYPHS: Record<string, readonly number[]> = {
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  k: [16, 16, 18, 20, 24, 20, 18],
  s: [0, 0, 14, 16, 14, 1, 30],
  H: [17, 17, 17, 31, 17, 17, 17],
  z: [0, 0, 31, 2, 4, 8, 31],
  '.': [0, 0, 0, 0, 0, 12, 12],
  ' ': [0, 0, 0, 0, 0, 0, 0],
};
/** The size of a pixel of a character. */
const SCALE = 2;
const ADVANCE = 6 * SCALE;

/** Writes a text; `x` is its right end, or its center. */
function write(pixels: Uint8Array, text: string, x: number, top: number, align: 'right' | 'center'): void {
  const width = text.length * ADVANCE - SCALE;
  const left = Math.round(align === 'right' ? x - width : x - width / 2);
  [...text].forEach((character, index) => {
    GLYPHS[character]!.forEach((bits, row) => {
      for (let column = 0; column < 5 * SCALE; column += 1) {
        if (!((bits >> (4 - Math.floor(column / SCALE))) & 1)) continue;
        for (let line = 0; line < SCALE; line += 1) pixels[(top + row * SCALE + line) * WIDTH + left + index * ADVANCE + column] = LABEL;
      }
    });
  });
}

/** Returns the levels of the plot in dB, row by row from the top. */
function levels(samples: Float32Array): Float64Array {
  const plot = new Float64Array(PLOT.width * PLOT.height);
  const step = samples.length / PLOT.width;
  // Several windows for each column, so that noise looks even.
  const windows = Math.max(1, Math.round((2 * step) / WINDOW));
  const ratio = FREQUENCIES.high / FREQUENCIES.low;
  for (let column = 0; column < PLOT.width; column += 1) {
    const sum = new Float64Array(WINDOW / 2);
    for (let part = 0; part < windows; part += 1) {
      const middle = (column + (part + 0.5) / windows) * step;
      powers(samples, Math.round(middle - WINDOW / 2), WINDOW).forEach((power, bin) => (sum[bin]! += power / windows));
    }
    for (let row = 0; row < PLOT.height; row += 1) {
      const bins = [row + 1, row].map((edge) => (FREQUENCIES.low * ratio ** (1 - edge / PLOT.height) * WINDOW) / RATE) as [number, number];
      const [from, to] = [Math.round(bins[0]), Math.max(Math.round(bins[0]) + 1, Math.round(bins[1]))];
      const part = sum.subarray(from, to);
      plot[row * PLOT.width + column] = 10 * Math.log10(part.reduce((total, power) => total + power, 0) / part.length + 1e-20);
    }
  }
  return plot;
}

/** Returns the spectrogram of a sound as a PNG. */
export function spectrogram(sound: Sound): Buffer {
  const samples = mono(sound);
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(GROUND);
  const plot = levels(samples);
  const loudest = plot.reduce((most, value) => Math.max(most, value), -Infinity);
  plot.forEach((value, at) => {
    const [x, y] = [MARGIN.left + (at % PLOT.width), MARGIN.top + Math.floor(at / PLOT.width)];
    pixels[y * WIDTH + x] = Math.max(0, Math.round((1 + (value - loudest) / RANGE) * (LEVELS - 1)));
  });
  for (const [hertz, label] of [[100, '100 Hz'], [300, '300 Hz'], [1000, '1 kHz'], [3000, '3 kHz'], [10_000, '10 kHz']] as const) {
    const share = Math.log(hertz / FREQUENCIES.low) / Math.log(FREQUENCIES.high / FREQUENCIES.low);
    const y = MARGIN.top + Math.round(PLOT.height * (1 - share));
    for (let x = MARGIN.left - 5; x < MARGIN.left; x += 1) pixels[y * WIDTH + x] = LABEL;
    write(pixels, label, MARGIN.left - 8, y - 7, 'right');
  }
  const seconds = samples.length / RATE;
  const every = seconds > 10 ? 5 : 1;
  for (let second = 0; second < seconds; second += every) {
    const x = MARGIN.left + Math.round((second / seconds) * PLOT.width);
    for (let y = 0; y < 5; y += 1) pixels[(MARGIN.top + PLOT.height + y) * WIDTH + x] = LABEL;
    write(pixels, `${second} s`, x, MARGIN.top + PLOT.height + 9, 'center');
  }
  return png(WIDTH, pixels, PALETTE);
}
