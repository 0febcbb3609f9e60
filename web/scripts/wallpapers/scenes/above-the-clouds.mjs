/** Summits above a sea of clouds, at sunrise. */
import { light, palette, shine, veil } from '../light.mjs';
import { clamp, fractal, mix, noise, ridged, step } from '../noise.mjs';
import { Picture } from '../picture.mjs';
import { drawLand, HeightMap } from '../terrain.mjs';

const SIZE = 2048;
const RELIEF = 230;

function summits([across, along]) {
  const map = new HeightMap(SIZE, (x, y) => {
    const bend = 0.1 * fractal(x * 4 + 1, y * 4 + 6, 4);
    const peaks = ridged(x * 4.4 + bend + across, y * 3.4 + bend + along, 9, 0.48);
    return RELIEF * peaks * step(-0.25, 0.75, noise(x * 3.1 + 3, y * 4.2 + 8)) * (0.7 + 0.55 * x);
  });
  return map.erode(160_000, { seed: 6, relief: RELIEF });
}

/** Returns the top of the clouds: rounded heaps on long swells. */
function clouds() {
  return new HeightMap(SIZE, (x, y) => {
    const bend = 0.25 * fractal(x * 7, y * 7 + 3, 3);
    let [heaps, weight, scale] = [0, 1, 11];
    for (let octave = 0; octave < 5; octave += 1) {
      heaps += weight * (1 - Math.abs(noise(x * scale + bend + octave * 7, y * scale + bend * 0.5)) * 1.6);
      weight *= 0.46;
      scale *= 2.1;
    }
    return 62 + 34 * fractal(x * 4 + 9, y * 5 + 2, 3) + 11 * heaps;
  });
}

const COLORS = {
  SKY: palette([
    [0, '#10203d'],
    [0.22, '#1b365b'],
    [0.42, '#375378'],
    [0.55, '#56688a'],
    [0.64, '#8f8695'],
    [0.715, '#cfa083'],
    [1, '#cfa083'],
  ]),
  GLOW: light('#ffc487'),
  SUN: light('#ffb27a'),
  SHADE: light('#3d5078'),
  ROCK: light('#161b27'),
};

export const paint = (width) =>
  paintClouds(width, { sun: { u: 0.3, v: 0.705 }, peaks: [31.2, 2.9], glow: 1, all: 0.2, ...COLORS });

/**
 * Paints clouds and summits in the colors of a time of day. `peaks` is the position of the summits, `glow` the strength
 * of the light around the sun, and `all` how much light reaches clouds far from it.
 */
export function paintClouds(width, { sun, SKY, GLOW, SUN, SHADE, ROCK, peaks, glow, all }) {
  const picture = new Picture(width, (width * 5) / 8);
  picture.paint((u, v, out) => {
    SKY(v, out);
    const away = Math.hypot((u - sun.u) * 0.75, (v - sun.v) * 1.6);
    shine(out, GLOW, glow * (0.34 * Math.exp(-((away / 0.11) ** 2)) + 0.12 * Math.exp(-away / 0.16)));
    const wisp = clamp(fractal(u * 1.1 + 8, v * 15 + u, 7) * 2 - 0.35) * step(0.04, 0.2, v) * step(0.55, 0.36, v);
    shine(out, GLOW, 0.06 * wisp);
  });
  const land = summits(peaks);
  const sea = clouds();
  const mist = [0, 0, 0];
  drawLand(picture, {
    eye: [30, 1024, 178],
    heading: 0,
    horizon: 0.71,
    zoom: 1.5,
    near: 70,
    far: 2010,
    height: (x, y) => Math.max(land.at(x, y), sea.at(x, y)),
    shade: ({ x, y, distance, u, v }, out) => {
      const away = Math.hypot((u - sun.u) * 0.8, (v - sun.v) * 0.8);
      const towards = Math.exp(-((away / 0.4) ** 2));
      const [cx, cy] = sea.slopes(x, y, 3 + distance * 0.002);
      // Subsurface scattering: light leaves clouds in all directions, most of it toward the sun.
      const facing = clamp((-0.8 * cx + 0.45 * cy + 0.42) / Math.hypot(1, cx, cy));
      const hollow = clamp((sea.at(x, y) - 45) / 50);
      for (let channel = 0; channel < 3; channel += 1) {
        out[channel] = SHADE[channel] * (0.45 + 0.55 * hollow) + SUN[channel] * facing ** 1.4 * (all + 0.5 * towards) * (0.35 + 0.65 * hollow);
      }
      const above = land.at(x, y) - sea.at(x, y);
      if (above > -4) {
        const [lx, ly] = land.slopes(x, y, 1 + distance * 0.0012);
        const length = Math.hypot(1, lx, ly);
        const lit = clamp((-0.8 * lx + 0.5 * ly) / length);
        const rock = [0, 1, 2].map((channel) => ROCK[channel] * (0.5 + 0.5 / length) + SUN[channel] * lit * 0.2);
        veil(out, rock, step(-3, 22, above + 9 * fractal(x * 0.05, y * 0.05, 4)));
      }
      SKY(mix(0.55, 0.7, step(300, 1900, distance)), mist);
      shine(mist, GLOW, 0.3 * towards * step(300, 1700, distance));
      veil(out, mist, (1 - Math.exp(-((distance / 1500) ** 1.6))));
    },
  });
  return picture.bloom(0.2, 0.02);
}
