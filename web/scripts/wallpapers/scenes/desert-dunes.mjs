/** Dunes before sunset: one side of every crest is lit, the other is in shadow. */
import { light, palette, shine, veil } from '../light.mjs';
import { clamp, fractal, mix, noise, step } from '../noise.mjs';
import { Picture } from '../picture.mjs';
import { drawLand, HeightMap } from '../terrain.mjs';

const SIZE = 2048;

/**
 * Returns a dune's height from its windward foot at 0 to its leeward foot at 1: a long rise, a crest, and a fall at
 * sand's steepest angle.
 */
function profile(t) {
  const crest = 0.7;
  if (t < crest) return step(0, crest * 1.35, t) / step(0, crest * 1.35, crest);
  const fall = (t - crest) / (1 - crest);
  return (1 - fall) ** 1.35;
}

/** Returns rows of dunes across the wind, each bent and varying along its crest. */
function dunes(x, y, waves, seed) {
  const along = y + 0.25 * noise(x * 2 + seed, y * 2);
  const place = x * waves + 1.25 * fractal(x * 1.1 + seed, along * 1.7, 3, 0.4) + 0.14 * noise(x * 9 + seed, y * 9);
  const number = Math.floor(place);
  const swell = clamp(0.72 + 0.55 * noise(number * 7.3 + seed, along * 2.6), 0.12, 1.2);
  const next = clamp(0.72 + 0.55 * noise((number + 1) * 7.3 + seed, along * 2.6), 0.12, 1.2);
  const t = place - number;
  return profile(t) * mix(swell, next, step(0.8, 1, t));
}

function land(seed) {
  return new HeightMap(SIZE, (x, y) => {
    const rolling = 60 * fractal(x * 2.2 + 4, y * 2.2 + 8, 2);
    return rolling + 79 * dunes(y, x * 0.8, 7.5, seed) + 11 * dunes(y + x * 0.35, x, 23, 31) * step(-0.2, 0.5, noise(x * 6, y * 6 + 3));
  });
}

const COLORS = {
  SKY: palette([
    [0, '#1d2440'],
    [0.22, '#39395c'],
    [0.4, '#65506f'],
    [0.52, '#94697a'],
    [0.6, '#b47b78'],
    [0.68, '#d0977a'],
    [1, '#d0977a'],
  ]),
  SUN: light('#ffad66'),
  SHADE: light('#494a7a'),
  SAND: light('#d69a63'),
};

export const paint = (width) => paintDunes(width, { seed: 3, sun: { u: -0.1, v: 0.58 }, strength: 1.75, ...COLORS });

/** Paints dunes in the colors of a time of day. `strength` is the strength of the sun. */
export function paintDunes(width, { seed, sun, SKY, SUN, SHADE, SAND, strength }) {
  const picture = new Picture(width, (width * 5) / 8);
  picture.paint((u, v, out) => {
    SKY(v, out);
    const distance = Math.hypot((u - sun.u) * 0.7, (v - sun.v) * 1.5);
    shine(out, SUN, 0.3 * Math.exp(-distance / 0.3));
  });
  const map = land(seed);
  const rise = 0.2;
  const sunlit = map.sunlit([0.42, -0.907], rise, 0.012);
  const mist = [0, 0, 0];
  drawLand(picture, {
    eye: [40, 1000, 167],
    heading: 0,
    horizon: 0.57,
    zoom: 1.45,
    near: 34,
    far: 1990,
    height: (x, y) => map.at(x, y),
    shade: ({ x, y, distance, u }, out) => {
      let [slopeX, slopeY] = map.slopes(x, y, 1 + distance * 0.0008);
      // Ripples across the wind, where they are close enough to be visible.
      const ripple = 0.1 * step(280, 80, distance);
      if (ripple > 0) {
        const wave = y * 1.35 + x * 0.33 + 5 * fractal(x * 0.03, y * 0.03, 3);
        slopeY += ripple * Math.cos(wave);
        slopeX += ripple * 0.25 * Math.cos(wave);
      }
      const length = Math.hypot(1, slopeX, slopeY);
      const facing = clamp((-0.42 * slopeX + 0.907 * slopeY + rise) / length);
      const lit = facing * sunlit(x, y) * strength;
      const open = 0.62 + 0.38 / length;
      for (let channel = 0; channel < 3; channel += 1) out[channel] = SAND[channel] * (SUN[channel] * lit + SHADE[channel] * open * 0.66);
      SKY(0.62, mist);
      shine(mist, SUN, 0.25 * Math.exp(-Math.abs(u - sun.u) / 0.4));
      veil(out, mist, 1 - Math.exp(-((distance / 1730) ** 1.4)));
    },
  });
  return picture.bloom(0.1, 0.015);
}
