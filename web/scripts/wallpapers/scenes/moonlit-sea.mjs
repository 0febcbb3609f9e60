/** The open sea at night, with the moon's reflection on it. */
import { light, palette, shine } from '../light.mjs';
import { clamp, fractal, step } from '../noise.mjs';
import { Picture } from '../picture.mjs';
import { stars } from '../sky.mjs';
import { Sea } from '../sea.mjs';

const HORIZON = 0.665;
const MOON = { u: 1.14, v: 0.17, radius: 0.021 };

const SKY = palette([
  [0, '#060c1b'],
  [0.3, '#0c1a31'],
  [0.52, '#15304c'],
  [0.62, '#234662'],
  [HORIZON, '#34586f'],
  [1, '#34586f'],
]);
const MOONLIGHT = light('#dfe9f2');
const HALO = light('#7fa6c9');

function skyAt(u, v, out) {
  SKY(v, out);
  const distance = Math.hypot(u - MOON.u, v - MOON.v);
  shine(out, HALO, 0.15 * Math.exp(-distance / 0.09) + 0.085 * Math.exp(-distance / 0.34));
  return out;
}

export function paint(width) {
  const picture = new Picture(width, (width * 5) / 8);
  picture.paint((u, v, out) => void (v < HORIZON && skyAt(u, v, out)));
  stars(picture, { count: 1500, seed: 4, light: 0.9, visible: (u, v) => step(HORIZON - 0.04, 0.2, v) * step(0.05, 0.3, Math.hypot(u - MOON.u, v - MOON.v)) });
  const sea = new Sea({ seed: 12, wind: 0.3, steepness: 0.1, horizon: HORIZON, zoom: 1.4, eye: 9 });
  const edge = 1 / picture.height;
  picture.paint((u, v, out) => {
    const distance = Math.hypot(u - MOON.u, v - MOON.v);
    if (v < HORIZON) {
      // Long clouds in front, with bright rims where the moon shines through.
      const cloud = clamp(fractal(u * 1.7 + 2.2, v * 8 + 1 + 0.4 * u, 7) * 1.9 - 0.02) * step(0.03, 0.26, v) * step(0.6, 0.4, v);
      const disc = clamp((MOON.radius - distance) / edge + 0.5);
      const face = 0.86 + 0.5 * fractal((u - MOON.u) * 70 + 9, (v - MOON.v) * 70, 4);
      shine(out, MOONLIGHT, disc * 1.05 * face);
      const through = 0.12 * Math.exp(-distance / 0.16) + 0.016;
      for (let channel = 0; channel < 3; channel += 1) out[channel] += (HALO[channel] * through + 0.25 * out[channel] - out[channel]) * cloud * 0.6;
      return;
    }
    sea.reflect(u, v, picture.height, skyAt, { ...MOON, light: MOONLIGHT, strength: 0.042 }, out);
    // In the distance the sea disappears in the haze.
    const haze = Math.exp(-(v - HORIZON) / 0.012);
    const far = skyAt(u, HORIZON - 0.002, [0, 0, 0]);
    for (let channel = 0; channel < 3; channel += 1) out[channel] += (far[channel] - out[channel]) * haze * 0.8;
  });
  return picture.bloom(0.14, 0.012);
}
