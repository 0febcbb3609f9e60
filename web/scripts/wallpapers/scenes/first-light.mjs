/** Snow peaks in the first light of the day, with the valley in the earth's shadow. */
import { light, palette, shine, veil } from '../light.mjs';
import { clamp, fractal, mix, ridged, step } from '../noise.mjs';
import { Picture } from '../picture.mjs';
import { drawLand, HeightMap } from '../terrain.mjs';

const SIZE = 2048;
const RELIEF = 350;

function land() {
  const map = new HeightMap(SIZE, (x, y) => {
    const bend = 0.12 * fractal(x * 4 + 3, y * 4 + 11, 4);
    const peaks = ridged(x * 3.6 + bend + 21.7, y * 3.6 + bend + 5.2, 10, 0.5);
    // The ground rises away from the camera, into the range.
    const range = step(0.12, 0.62, x + 0.08 * fractal(y * 4, 3.3, 3));
    return RELIEF * (0.14 * peaks + range * (0.12 + 0.95 * peaks ** 1.1));
  });
  return map.erode(420_000, { seed: 8, relief: RELIEF, steps: 64 });
}

const SKY = palette([
  [0, '#16233f'],
  [0.2, '#243759'],
  [0.4, '#3f527a'],
  [0.54, '#6a6d94'],
  [0.64, '#9c8299'],
  [0.72, '#b9938f'],
  [1, '#8792ab'],
]);
const SUN = light('#ff9d6e');
const SHADE = light('#3a5180');
const HAZE = light('#5b6b90');
const SNOW = [0.86, 0.88, 0.92];
const ROCK = [0.12, 0.11, 0.115];

export function paint(width) {
  const picture = new Picture(width, (width * 5) / 8);
  picture.paint((u, v, out) => {
    SKY(v, out);
    const wisp = clamp(fractal(u * 1.6 + 3, v * 13 + u * 1.4, 6) * 2.2 - 0.25) * step(0.1, 0.3, v) * step(0.62, 0.42, v);
    shine(out, SUN, 0.07 * wisp);
  });
  const map = land();
  const sunlit = map.sunlit([-0.45, -0.893], 0.2, 0.03);
  const mist = [0, 0, 0];
  drawLand(picture, {
    eye: [60, 1024, 205],
    heading: 0,
    horizon: 0.82,
    zoom: 1.75,
    near: 60,
    far: 1980,
    height: (x, y) => map.at(x, y),
    shade: ({ x, y, height, distance }, out) => {
      const [slopeX, slopeY] = map.slopes(x, y, 0.8 + distance * 0.0009);
      const length = Math.hypot(1, slopeX, slopeY);
      const rough = fractal(x * 0.09, y * 0.09, 5);
      // Snow lies where it is not too steep, and less of it further down.
      const snow = step(1.75, 0.95, Math.hypot(slopeX, slopeY) + 0.5 * rough - step(90, 260, height) * 0.6);
      const facing = clamp((0.45 * slopeX + 0.893 * slopeY + 0.16) / length / 1.02);
      const sun = facing * sunlit(x, y) * step(150, 260, height + 22 * rough) * 1.5;
      const open = 0.5 + 0.5 / length;
      for (let channel = 0; channel < 3; channel += 1) {
        const ground = mix(ROCK[channel], SNOW[channel], snow);
        out[channel] = ground * (SUN[channel] * sun + SHADE[channel] * open * 0.95);
      }
      SKY(mix(0.5, 0.66, step(500, 1900, distance)), mist);
      veil(mist, HAZE, 0.65);
      const haze = 1 - Math.exp(-distance / 3400);
      const low = Math.exp(-Math.max(0, height - 30) / 55) * clamp(0.6 + 0.7 * fractal(x * 0.005, y * 0.005 + 4, 4), 0.1, 1.3);
      const valley = 1 - Math.exp((-distance / 420) * low);
      veil(out, mist, 1 - (1 - haze) * (1 - valley));
    },
  });
  return picture.bloom(0.12, 0.012);
}
