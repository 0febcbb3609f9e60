/** Mountain ranges with mist in the valleys, before sunrise. */
import { palette, shine, veil, light } from '../light.mjs';
import { clamp, fractal, mix, ridged, step } from '../noise.mjs';
import { Picture } from '../picture.mjs';
import { drawLand, HeightMap } from '../terrain.mjs';

const SIZE = 2048;
const RELIEF = 190;

/** The position selects the terrain. */
function land([across, along], seed) {
  const map = new HeightMap(SIZE, (x, y) => {
    const bend = 0.1 * fractal(x * 3 + 7, y * 3 + 2, 3);
    const range = ridged(x * 5.2 + bend + across, y * 2.9 + bend * 2 + along, 9, 0.48);
    return RELIEF * range * (0.45 + 0.75 * step(-0.7, 0.8, fractal(x * 4 + 40, y * 3 + 9, 3)));
  });
  return map.erode(260_000, { seed, relief: RELIEF });
}

const COLORS = {
  SKY: palette([
    [0, '#0b1a2d'],
    [0.25, '#182f49'],
    [0.45, '#2f4b68'],
    [0.58, '#56718a'],
    [0.66, '#8792a0'],
    [0.73, '#cdaa89'],
    [1, '#cdaa89'],
  ]),
  GLOW: light('#ffcf9a'),
  GROUND: light('#0b1a24'),
  NEAR_MIST: light('#3a586f'),
};

export const paint = (width) =>
  paintRidges(width, { place: [3.3, 8.1], seed: 3, sun: { u: 1.12, v: 0.7 }, litBy: [0.1, 0.085, 0.075], ...COLORS });

/** Paints ranges in the colors of a time of day. `litBy` is the light on slopes that face the sun. */
export function paintRidges(width, { place, seed, sun, SKY, GLOW, GROUND, NEAR_MIST, litBy }) {
  const picture = new Picture(width, (width * 5) / 8);
  picture.paint((u, v, out) => {
    SKY(v, out);
    const distance = Math.hypot((u - sun.u) * 0.8, (v - sun.v) * 1.7);
    shine(out, GLOW, 0.17 * Math.exp(-((distance / 0.22) ** 2)) + 0.09 * Math.exp(-distance / 0.2));
  });
  const map = land(place, seed);
  const eye = [40, 1000, 190];
  const mist = [0, 0, 0];
  drawLand(picture, {
    eye,
    heading: 0.0,
    horizon: 0.66,
    zoom: 1.5,
    near: 90,
    far: 1990,
    height: (x, y) => map.at(x, y),
    shade: ({ x, y, height, distance, u, v }, out) => {
      const [slopeX, slopeY] = map.slopes(x, y, 1 + distance * 0.002);
      // The light comes over the far ranges.
      const lit = clamp((slopeX * -0.75 + slopeY * -0.5 + 0.12) / Math.hypot(1, slopeX, slopeY));
      const open = clamp(0.75 + slopeX * 0.3);
      for (let channel = 0; channel < 3; channel += 1) out[channel] = GROUND[channel] * open + lit * litBy[channel];
      const away = Math.hypot((u - sun.u) * 0.9, (v - sun.v) * 0.9);
      SKY(mix(0.54, 0.7, step(300, 1900, distance)), mist);
      veil(mist, NEAR_MIST, 1 - step(100, 1100, distance));
      shine(mist, GLOW, 0.2 * Math.exp(-((away / 0.42) ** 2)) * step(200, 1500, distance));
      // Haze is everywhere; mist is low and uneven.
      const haze = 1 - Math.exp(-distance / 1700);
      const patch = 0.55 + 0.75 * fractal(x * 0.006 + 3, y * 0.006, 4);
      const low = Math.exp(-Math.max(0, height - 20) / 26) * clamp(patch, 0.05, 1.4);
      const valley = 1 - Math.exp((-Math.max(0, distance - 60) / 330) * low);
      veil(out, mist, 1 - (1 - haze) * (1 - valley));
    },
  });
  return picture;
}
