/** An island with pines on a lake, in fog that hides the shores. */
import { chance } from '../../chance.mjs';
import { light, palette, shine, veil } from '../light.mjs';
import { clamp, fractal, noise, step } from '../noise.mjs';
import { Picture } from '../picture.mjs';
import { mirrorLake } from '../sea.mjs';
import { conifer, inkMask, Mask } from '../trees.mjs';

const HORIZON = 0.7;
const FOG = palette([
  [0, '#33424f'],
  [0.3, '#445562'],
  [0.55, '#5f717c'],
  [0.68, '#7b878d'],
  [0.74, '#888f92'],
  [1, '#888f92'],
]);
const SUN = light('#ffeacc');
const INK = light('#0d1519');

/** The far shores, almost hidden by the fog, and their trees. */
const SHORES = [
  { from: -0.1, to: 1.7, tree: 0.05, fog: 0.87, seed: 5, high: 0.016 },
  { from: -0.1, to: 0.5, tree: 0.075, fog: 0.7, seed: 6, high: 0.014 },
];

export function paint(width) {
  const picture = new Picture(width, (width * 5) / 8);
  const { height } = picture;
  const glow = (u, v) => 0.1 * Math.exp(-((Math.hypot((u - 0.4) * 0.62, v - 0.64) / 0.24) ** 2)) + 0.07 * Math.exp(-Math.hypot((u - 0.4) * 0.8, v - 0.64) / 0.2);
  const fogAt = (u, v, out) => {
    FOG(clamp(v + 0.05 * fractal(u * 0.9 + 4, v * 3.1, 4)), out);
    return shine(out, SUN, glow(u, v));
  };
  picture.paint((u, v, out) => void fogAt(u, v, out));
  const mask = new Mask(width, height);
  const fog = [0, 0, 0];
  const ink = (share, low) => (u, v, out) => {
    for (let channel = 0; channel < 3; channel += 1) out[channel] = INK[channel];
    // The fog is thickest on the water.
    fogAt(u, v, fog);
    veil(out, fog, clamp(share + (1 - share) * low * Math.exp(-(HORIZON - v) / 0.022)));
  };
  for (const { from, to, tree, fog: share, seed, high } of SHORES) {
    const next = chance(seed);
    for (let u = from; u < to; u += tree * (0.06 + 0.2 * next())) {
      const fade = clamp((to - u) / 0.25) * clamp((u - from + 0.02) / 0.1);
      const size = tree * (0.45 + 0.75 * next()) * (0.75 + 0.5 * noise(u * 5, seed)) * (0.35 + 0.65 * fade);
      const ground = HORIZON - high * fade * (0.6 + 0.4 * noise(u * 4, seed + 2));
      conifer(mask, u * height, ground * height, size * height, Math.round(u * 9973) + seed);
      mask.stroke(u * height, ground * height, u * height, HORIZON * height, tree * 0.16 * fade * height, tree * 0.22 * fade * height);
    }
    inkMask(picture, mask, ink(share, 0.55));
  }
  // The island: a low rock, with its trees highest in the middle.
  const [middle, half] = [1.29, 0.16];
  const next = chance(31);
  const rock = (u) => 0.017 * clamp(1 - Math.abs((u - middle) / half) ** 2.6) * (1 + 0.35 * fractal(u * 22, 1.5, 4));
  for (let at = 0; at < 34; at += 1) {
    const away = (next() + next() + next()) / 1.5 - 1;
    const u = middle + away * half * 0.95;
    const size = (0.05 + 0.105 * next()) * (1 - 0.62 * Math.abs(away)) + 0.012;
    conifer(mask, u * height, (HORIZON - rock(u) * 0.8) * height, size * height, 400 + at);
  }
  for (let u = middle - half; u < middle + half; u += 0.5 / height) {
    const top = rock(u);
    if (top > 0) mask.stroke(u * height, (HORIZON - top) * height, u * height, (HORIZON + 0.002) * height, 0.5, 0.5);
  }
  inkMask(picture, mask, ink(0.13, 0.42));
  mirrorLake(picture, { horizon: HORIZON, calm: 0.9, keep: [0.86, 0.88, 0.9], seed: 8 });
  // The water's edge is hidden in the fog too.
  picture.paint((u, v, out) => {
    const drift = clamp(0.5 + 0.9 * fractal(u * 2.3 + 5, v * 16, 5));
    fogAt(u, v, fog);
    veil(out, fog, 0.5 * drift * Math.exp(-(((v - HORIZON - 0.004) / 0.02) ** 2)) + 0.12 * step(0.3, 0, Math.abs(v - HORIZON)) * drift);
  });
  return picture.bloom(0.1, 0.01);
}
