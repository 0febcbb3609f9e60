/** Curtains of northern lights over a lake between mountains. */
import { light, palette, shine, veil } from '../light.mjs';
import { clamp, fractal, hash, mix, noise, ridged, step } from '../noise.mjs';
import { Picture } from '../picture.mjs';
import { mirrorLake } from '../sea.mjs';
import { stars } from '../sky.mjs';
import { drawLand, HeightMap } from '../terrain.mjs';

const HORIZON = 0.76;
const LAYERS = 64;
const SKY = palette([
  [0, '#050b18'],
  [0.4, '#081523'],
  [0.65, '#0e2530'],
  [HORIZON, '#183840'],
  [1, '#183840'],
]);
/** From the lower edge of a curtain to its top. */
const GLOW = palette([
  [0, '#2bd98f'],
  [0.28, '#25c48f'],
  [0.5, '#2b8fa0'],
  [0.72, '#5a54b4'],
  [1, '#8a3f9c'],
]);

/** Returns a map of the curtains from above, with the brightness of each ray. */
function curtains() {
  return new HeightMap(2048, (x, y) => {
    const [px, py] = [x * 12, y * 12];
    const [bendX, bendY] = [1.5 * noise(px * 0.33 + 4, py * 0.33), 1.5 * noise(px * 0.33, py * 0.33 + 9)];
    const line = Math.abs(noise(px * 0.2 + bendX * 0.33 + 1.3, py * 0.36 + bendY * 0.4 + 7.7));
    const curtain = Math.exp(-((line / 0.045) ** 2)) + 0.2 * Math.exp(-line / 0.12);
    const ray = 0.55 + 0.6 * noise(px * 5.2 + bendX, py * 2.1) + 0.35 * noise(px * 14, py * 5);
    return curtain * clamp(ray, 0.08, 1.6) * step(-0.45, 0.35, noise(px * 0.3 + 30, py * 0.3 + 3));
  });
}

/** Returns mountains around the lake, whose surface is at height 0. */
function mountains() {
  const relief = 210;
  const map = new HeightMap(2048, (x, y) => {
    const bend = 0.1 * fractal(x * 3 + 44, y * 3 + 4, 4);
    const peaks = ridged(x * 3.9 + bend + 12.6, y * 3.5 + bend + 3.1, 9, 0.48);
    const shore = x * 0.9 + Math.abs(y - 0.47) * 1.15 - 0.5 + 0.1 * fractal(x * 4 + 9, y * 4, 4);
    return relief * (step(-0.05, 0.55, shore) * (0.08 + 0.95 * peaks) - 0.05 * step(0.08, -0.05, shore));
  });
  return map.erode(220_000, { seed: 15, relief });
}

const [NIGHT, ROCK, SNOW] = [light('#0c1f27'), [0.0022, 0.0038, 0.0052], [0.012, 0.032, 0.03]];

export function paint(width) {
  const picture = new Picture(width, (width * 5) / 8);
  picture.paint((u, v, out) => void SKY(v, out));
  stars(picture, { count: 2600, seed: 17, light: 1, visible: (_, v) => step(HORIZON - 0.05, 0.25, v) });
  const plan = curtains();
  const colors = Array.from({ length: LAYERS }, (_, layer) => GLOW(layer / LAYERS, [0, 0, 0]));
  const pixel = 1 / picture.height;
  picture.paint((u, v, out) => {
    const up = (HORIZON - v) / 1.05;
    if (up <= 0) return;
    const side = (u - 0.8) / 1.05;
    // Samples thin layers of air from below upward, which stretches vertical structures into rays.
    const start = hash(Math.round(u / pixel), Math.round(v / pixel), 5);
    for (let layer = 0; layer < LAYERS; layer += 1) {
      const share = (layer + start) / LAYERS;
      const height = 1 + 0.75 * share ** 1.25;
      const reach = height / (up + 0.13);
      const bright = plan.at((0.5 + (side * reach) / 12) * 2048, (0.06 + reach / 12) * 2048);
      if (bright > 0.002) shine(out, colors[layer], bright * Math.exp(-share * 3.4) * step(0, 0.05, share) * 0.06 * step(0, 0.16, up));
    }
  });
  const map = mountains();
  drawLand(picture, {
    eye: [20, 1024, 2.5],
    heading: 0,
    horizon: HORIZON,
    zoom: 1.35,
    near: 60,
    far: 2020,
    height: (x, y) => map.at(x, y),
    shade: ({ x, y, height, distance }, out) => {
      const [slopeX, slopeY] = map.slopes(x, y, 0.8 + distance * 0.0009);
      const length = Math.hypot(1, slopeX, slopeY);
      const rough = fractal(x * 0.08, y * 0.08, 5);
      // Snow reflects the light of the curtains, which are above and to the right.
      const snow = step(1.1, 0.55, Math.hypot(slopeX, slopeY) + 0.5 * rough - step(10, 130, height) * 0.4) * step(2, 40, height + 20 * rough);
      const facing = clamp((0.3 * slopeX - 0.45 * slopeY + 0.75) / length);
      for (let channel = 0; channel < 3; channel += 1) out[channel] = mix(ROCK[channel], SNOW[channel], snow) * (0.25 + 1.1 * facing);
      const haze = 1 - Math.exp(-((distance / 2600) ** 1.5));
      const low = 1 - Math.exp((-distance / 900) * Math.exp(-Math.max(0, height) / 13));
      veil(out, NIGHT, 1 - (1 - haze) * (1 - 0.75 * low));
    },
  });
  mirrorLake(picture, { horizon: HORIZON, calm: 0.75, keep: [0.6, 0.66, 0.7], seed: 3 });
  return picture.bloom(0.25, 0.02);
}
