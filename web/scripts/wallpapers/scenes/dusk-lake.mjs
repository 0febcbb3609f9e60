/** A lake after sunset that mirrors the colors of the sky. */
import { light, palette, shine, veil } from '../light.mjs';
import { clamp, fractal, mix, ridged, step } from '../noise.mjs';
import { Picture } from '../picture.mjs';
import { mirrorLake } from '../sea.mjs';
import { drawLand, HeightMap } from '../terrain.mjs';

const SIZE = 2048;
const RELIEF = 175;
const HORIZON = 0.665;

/** Returns a bay of the lake in front, and mountains around it that grow with the distance. */
function land() {
  const map = new HeightMap(SIZE, (x, y) => {
    const bend = 0.1 * fractal(x * 3 + 17, y * 3 + 4, 4);
    const peaks = ridged(x * 4.1 + bend + 2.2, y * 3.3 + bend + 13.4, 9, 0.48);
    const aside = Math.abs(y - 0.5) * 1.9;
    const shore = x * 0.95 + aside * 0.55 - 0.5 + 0.1 * fractal(x * 4, y * 4 + 6, 4);
    return RELIEF * (step(-0.05, 0.5, shore) * (0.1 + 0.95 * peaks) - 0.05 * step(0.08, -0.05, shore));
  });
  return map.erode(220_000, { seed: 5, relief: RELIEF });
}

const SKY = palette([
  [0, '#10152f'],
  [0.2, '#1d2147'],
  [0.36, '#373061'],
  [0.48, '#5f4170'],
  [0.565, '#925674'],
  [0.625, '#c6766d'],
  [HORIZON, '#eba06c'],
  [1, '#eba06c'],
]);
const GLOW = light('#ff9a52');
const GROUND = light('#0c0f1c');

export function paint(width) {
  const picture = new Picture(width, (width * 5) / 8);
  const sun = { u: 0.62, v: HORIZON + 0.03 };
  picture.paint((u, v, out) => {
    SKY(v, out);
    const away = Math.hypot((u - sun.u) * 0.55, (v - sun.v) * 1.5);
    shine(out, GLOW, 0.24 * Math.exp(-((away / 0.2) ** 2)));
    // Far from the sun it is already dusk.
    const side = step(0.25, 1.1, Math.abs(u - sun.u)) * 0.35;
    for (let channel = 0; channel < 3; channel += 1) out[channel] *= 1 - side;
    const cloud = clamp(fractal(u * 1.25 + 6.3, v * 11 - u * 0.6 + 3, 7) * 2.4 - 0.3) * step(0.02, 0.2, v) * step(0.66, 0.5, v);
    const under = step(0.1, 0.55, v);
    shine(out, [0.3 * under + 0.02, 0.085 * under + 0.018, 0.06 * under + 0.03], cloud * 0.5 * (1 - side));
  });
  const map = land();
  const mist = [0, 0, 0];
  drawLand(picture, {
    eye: [20, 1024, 2.5],
    heading: 0,
    horizon: HORIZON,
    zoom: 1.35,
    near: 60,
    far: 2020,
    height: (x, y) => map.at(x, y),
    shade: ({ x, y, height, distance, u, v }, out) => {
      const [slopeX, slopeY] = map.slopes(x, y, 1 + distance * 0.001);
      const length = Math.hypot(1, slopeX, slopeY);
      const open = 0.4 + 0.6 / length;
      const rim = clamp((-0.7 * slopeX + (u < sun.u ? 0.4 : -0.4) * slopeY) / length);
      for (let channel = 0; channel < 3; channel += 1) out[channel] = GROUND[channel] * open * 1.3 + [0.07, 0.03, 0.035][channel] * rim;
      SKY(mix(0.38, 0.54, step(500, 2000, distance)), mist);
      for (let channel = 0; channel < 3; channel += 1) mist[channel] *= 0.8;
      const away = Math.hypot((u - sun.u) * 0.8, v - sun.v);
      shine(mist, GLOW, 0.07 * Math.exp(-((away / 0.3) ** 2)));
      const haze = 1 - Math.exp(-((distance / 2100) ** 1.5));
      const low = 1 - Math.exp((-distance / 1000) * Math.exp(-Math.max(0, height) / 16));
      veil(out, mist, (1 - (1 - haze) * (1 - low * 0.8)) * (1 - 0.35 * step(0.3, 1.1, Math.abs(u - sun.u))));
    },
  });
  mirrorLake(picture, { horizon: HORIZON, calm: 0.6, keep: [0.72, 0.74, 0.8], seed: 21 });
  return picture.bloom(0.12, 0.015);
}
