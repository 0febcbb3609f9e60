/** Wooded ridges after rain, with clouds between them. */
import { chance } from '../../chance.mjs';
import { light, palette, veil } from '../light.mjs';
import { clamp, fractal, mix, noise, ridged, step } from '../noise.mjs';
import { Picture } from '../picture.mjs';
import { conifer, inkMask, Mask } from '../trees.mjs';

const SKY = palette([
  [0, '#22373f'],
  [0.25, '#365058'],
  [0.45, '#577074'],
  [0.6, '#768d91'],
  [1, '#8a9b9b'],
]);
const [DEEP, CLOUD] = [light('#061512'), light('#6f8786')];

/**
 * The ridges from far to near: the position, rise and wavelength of each crest, the height of its trees, and the amount
 * of mist in front.
 */
const RIDGES = [
  { base: 0.53, rise: 0.22, waves: 1.1, tree: 0.011, mist: 0.8, seed: 3 },
  { base: 0.61, rise: 0.19, waves: 1.3, tree: 0.019, mist: 0.6, seed: 14 },
  { base: 0.7, rise: 0.19, waves: 1.0, tree: 0.034, mist: 0.38, seed: 25 },
  { base: 0.81, rise: 0.18, waves: 1.2, tree: 0.062, mist: 0.19, seed: 36 },
  { base: 0.95, rise: 0.2, waves: 0.9, tree: 0.115, mist: 0.07, seed: 49 },
  { base: 1.1, rise: 0.2, waves: 1.2, tree: 0.23, mist: 0, seed: 58 },
];

const crestOf = ({ base, rise, waves, seed }, u) =>
  base - rise * (ridged(u * waves + seed * 3.1, seed, 6, 0.42) - 0.35) - 0.02 * noise(u * 4 + seed, 3);

export function paint(width) {
  const picture = new Picture(width, (width * 5) / 8);
  const { height } = picture;
  picture.paint((u, v, out) => {
    SKY(v + 0.07 * fractal(u * 1.3, v * 3.5 + 2, 4), out);
  });
  const mask = new Mask(width, height);
  const mist = [0, 0, 0];
  for (const ridge of RIDGES) {
    const next = chance(ridge.seed);
    const { tree, mist: veiled, seed } = ridge;
    const tone = (u, v, out, shade) => {
      for (let channel = 0; channel < 3; channel += 1) out[channel] = DEEP[channel] * shade;
      SKY(mix(0.3, 0.58, step(0.2, 0.9, v)), mist);
      veil(out, mist, veiled);
    };
    // The ground first, then its trees from the crest down, each row in front of the one above.
    const depth = 0.055 + tree * 1.5;
    picture.paint((u, v, out) => {
      const below = v - crestOf(ridge, u);
      // Between the trunks it is as dark as the trees, without an edge.
      const cover = step(tree * 0.1, tree * 0.7, below + tree * 0.25 * noise(u / tree, seed));
      if (cover === 0) return;
      const [red, green, blue] = out;
      tone(u, v, out, 1);
      out[0] = mix(red, out[0], cover);
      out[1] = mix(green, out[1], cover);
      out[2] = mix(blue, out[2], cover);
    });
    const trees = [];
    const count = Math.round((1.75 * (depth / tree) * 13) / tree);
    for (let at = 0; at < count; at += 1) {
      const u = next() * 1.75 - 0.075;
      const below = next() ** 1.7 * depth;
      const grown = clamp(0.75 + 0.5 * fractal(u * 5 + seed, below * 9, 3) + 0.45 * (next() - 0.5), 0.25, 1.4);
      trees.push({ u, v: crestOf(ridge, u) + below + tree * 0.35, size: tree * grown * (next() < 0.1 ? 0.55 : 1), shade: 0.5 + 1.6 * next(), seed: at + seed * 977 });
    }
    trees.sort((a, b) => a.v - b.v);
    for (const { u, v, size, shade, seed: kind } of trees) {
      conifer(mask, u * height, v * height, size * height, kind);
      // The tips of the boughs reflect the gray sky, less so near the ground.
      inkMask(picture, mask, (pu, pv, out) => tone(pu, pv, out, shade * (1 + 1.6 * clamp((v - pv) / size) ** 2)));
    }
    // Clouds rise from the valley in front of the next ridge.
    picture.paint((u, v, out) => {
      const below = v - crestOf(ridge, u) - depth * 0.55;
      if (below < -0.06) return;
      const drift = clamp(0.62 + 1.1 * fractal(u * 2.1 + seed, v * 5.5 + seed * 2, 6));
      veil(out, CLOUD, clamp(step(-0.05, 0.16, below) * drift * (0.2 + 0.7 * veiled)));
    });
  }
  return picture;
}
