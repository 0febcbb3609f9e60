/**
 * Reproducible randomness: integer hashes, and the gradient noise for clouds, slopes and waves (Ken Perlin, "Improving
 * Noise", 2002). Noise is about -1 to 1 with a mean of 0.
 */

export const clamp = (value, low = 0, high = 1) => (value < low ? low : value > high ? high : value);
export const mix = (a, b, t) => a + (b - a) * t;

/** Returns a smooth step from 0 below `low` to 1 above `high`. */
export function step(low, high, value) {
  const t = clamp((value - low) / (high - low));
  return t * t * (3 - 2 * t);
}

/** Returns an integer hash in [0, 1). */
export function hash(x, y = 0, seed = 0) {
  let value = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263) + Math.imul(seed | 0, 1442695041);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  value = Math.imul(value ^ (value >>> 16), 2246822519);
  return ((value ^ (value >>> 15)) >>> 0) / 4294967296;
}

/** The number of cells per side after which the noise repeats: a power of two. */
const CELLS = 2048;
const ORDER = new Uint16Array(2 * CELLS);
const GRADIENT_X = new Float64Array(CELLS);
const GRADIENT_Y = new Float64Array(CELLS);
for (let at = 0; at < CELLS; at += 1) {
  ORDER[at] = at;
  const angle = (at / CELLS) * 2 * Math.PI;
  GRADIENT_X[at] = Math.cos(angle);
  GRADIENT_Y[at] = Math.sin(angle);
}
for (let at = CELLS - 1; at > 0; at -= 1) {
  const other = Math.floor(hash(at, 24) * (at + 1));
  [ORDER[at], ORDER[other]] = [ORDER[other], ORDER[at]];
}
ORDER.copyWithin(CELLS, 0, CELLS);

const fade = (t) => t * t * t * (t * (t * 6 - 15) + 10);

export function noise(x, y) {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [dx, dy] = [x - left, y - top];
  const [column, row] = [left & (CELLS - 1), top & (CELLS - 1)];
  const [first, second] = [ORDER[column], ORDER[column + 1]];
  const [a, b, c, d] = [ORDER[first + row], ORDER[second + row], ORDER[first + row + 1], ORDER[second + row + 1]];
  const u = fade(dx);
  const upper = mix(GRADIENT_X[a] * dx + GRADIENT_Y[a] * dy, GRADIENT_X[b] * (dx - 1) + GRADIENT_Y[b] * dy, u);
  const lower = mix(GRADIENT_X[c] * dx + GRADIENT_Y[c] * (dy - 1), GRADIENT_X[d] * (dx - 1) + GRADIENT_Y[d] * (dy - 1), u);
  return 1.5 * mix(upper, lower, fade(dy));
}

/** Every octave is rotated, so that the grid is not visible: by the angle of a 3-4-5 triangle. */
const [COS, SIN] = [0.8, 0.6];

/** Returns fractal noise: each octave is twice as fine and `gain` times as strong. About -1 to 1. */
export function fractal(x, y, octaves, gain = 0.5) {
  let [sum, weight, whole] = [0, 1, 0];
  for (let octave = 0; octave < octaves; octave += 1) {
    sum += weight * noise(x, y);
    whole += weight;
    weight *= gain;
    const turned = 2.02 * (COS * x + SIN * y) + 19.7;
    y = 2.02 * (COS * y - SIN * x) + 7.3;
    x = turned;
  }
  return sum / whole;
}

/**
 * Returns noise with sharp crests and finer detail where it is high, like mountains (F. Kenton Musgrave). 0 to about 1.
 */
export function ridged(x, y, octaves, gain = 0.5) {
  let [sum, weight, whole, above] = [0, 1, 0, 1];
  for (let octave = 0; octave < octaves; octave += 1) {
    const crest = 1 - Math.abs(noise(x, y));
    const height = crest * crest * above;
    sum += weight * height;
    whole += weight;
    above = clamp(height * 1.6);
    weight *= gain;
    const turned = 2.03 * (COS * x + SIN * y) + 3.1;
    y = 2.03 * (COS * y - SIN * x) + 11.9;
    x = turned;
  }
  return sum / whole;
}
