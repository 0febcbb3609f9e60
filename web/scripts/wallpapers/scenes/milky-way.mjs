/** The Milky Way over a dark forest. */
import { chance } from '../../chance.mjs';
import { light, palette, shine } from '../light.mjs';
import { clamp, fractal, noise, ridged, step } from '../noise.mjs';
import { Picture } from '../picture.mjs';
import { stars } from '../sky.mjs';
import { conifer, inkMask, Mask } from '../trees.mjs';

const SKY = palette([
  [0, '#070b1c'],
  [0.35, '#0c1730'],
  [0.6, '#16294a'],
  [0.76, '#2a3f5e'],
  [0.86, '#4a5163'],
  [0.95, '#6b5f5c'],
  [1, '#6b5f5c'],
]);
const [CORE, OUTER, RED] = [light('#f3cda0'), light('#7d9df0'), light('#b0506a')];

/** Returns the position along and across the band, which rises from the lower left to the upper right. */
function band(u, v) {
  const [x, y] = [u - 0.86, v - 0.46];
  const [along, across] = [x * 0.79 - y * 0.613, x * 0.613 + y * 0.79];
  return [along, across + 0.055 * along * along - 0.02];
}

/** Returns the density of unresolved stars, and how much of them dust hides. */
function density(u, v) {
  const [along, across] = band(u, v);
  const width = 0.115 + 0.045 * Math.exp(-(((along + 0.32) / 0.3) ** 2));
  const swell = 0.62 + 0.75 * Math.exp(-(((along + 0.34) / 0.34) ** 2));
  return Math.exp(-((across / width) ** 2)) * swell * clamp(0.85 + 0.7 * fractal(u * 3.2 + 7, v * 3.2, 6), 0.2, 1.8);
}

function dust(u, v) {
  const [along, across] = band(u, v);
  const lane = across + 0.012 + 0.06 * fractal(along * 3 + 2, across * 4 + 1, 5);
  const veins = ridged(along * 4.2 + 3, across * 7 + 5, 6, 0.55);
  const torn = clamp(0.55 + 0.9 * fractal(along * 6 + 14, across * 9 + 3, 5));
  return clamp(0.95 * torn * Math.exp(-((lane / 0.026) ** 2)) + 1.7 * (veins - 0.42) * Math.exp(-((across / 0.08) ** 2)));
}

const ridge = (u) => 0.9 - 0.1 * (ridged(u * 0.8 + 4.4, 8.5, 5, 0.4) - 0.4) - 0.03 * Math.cos(u * 3.3);

const ROWS = [
  { lower: 0, tree: 0.066, gap: 0.008, light: [0.0075, 0.0115, 0.019], seed: 77 },
  { lower: 0.085, tree: 0.13, gap: 0.026, light: [0.0022, 0.0033, 0.0055], seed: 78 },
];

export function paint(width) {
  const picture = new Picture(width, (width * 5) / 8);
  const { height } = picture;
  const clear = (v) => step(0.92, 0.45, v);
  picture.paint((u, v, out) => {
    SKY(v, out);
    const [along, across] = band(u, v);
    const bright = density(u, v);
    const hidden = 1 - 0.72 * dust(u, v);
    const warm = Math.exp(-((across / 0.06) ** 2)) * clamp(0.9 - along * 0.9);
    shine(out, OUTER, 0.13 * bright * clear(v) * hidden);
    shine(out, CORE, 0.24 * bright * warm * clear(v) * hidden);
    // A few emission nebulae.
    const gas = clamp(fractal(u * 7 + 31, v * 7 + 3, 4) * 2.2 - 0.75) * Math.exp(-((across / 0.07) ** 2));
    shine(out, RED, 0.05 * gas * clear(v));
  });
  const likely = (u, v) => clamp(0.07 + 0.9 * density(u, v)) * (1 - 0.8 * dust(u, v));
  stars(picture, { count: 90_000, seed: 2, light: 0.8, faintest: 0.009, steep: 1.35, visible: (_, v) => clear(v), likely });
  stars(picture, { count: 900, seed: 6, light: 1.5, faintest: 0.02, steep: 1, visible: (_, v) => clear(v) });
  // The forest in two rows, the nearer one fully dark.
  const mask = new Mask(width, height);
  for (const { lower, tree, gap, light: tone, seed } of ROWS) {
    const next = chance(seed);
    const edge = (u) => ridge(u) + lower * (0.7 + 0.3 * noise(u * 1.7 + seed, 4.5));
    picture.paint((u, v, out) => {
      const cover = clamp((v - edge(u)) * height + 0.5);
      for (let channel = 0; channel < 3; channel += 1) out[channel] += (tone[channel] - out[channel]) * cover;
    });
    for (let u = -0.05; u < 1.65; u += gap * (0.25 + next())) {
      const group = clamp(0.5 + 0.8 * noise(u * 3.1 + seed, 2.2) + 0.4 * Math.abs(u - 0.8));
      const size = tree * (0.25 + group) * (0.5 + 0.7 * next());
      conifer(mask, u * height, (edge(u) + 0.006) * height, size * height, Math.round(u * 7919) + seed);
    }
    inkMask(picture, mask, (u, v, out) => {
      [out[0], out[1], out[2]] = tone;
    });
  }
  return picture.bloom(0.1, 0.008);
}
