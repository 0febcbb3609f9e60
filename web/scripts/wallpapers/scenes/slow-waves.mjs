/** Slow waves of light, one in front of the other. */
import { light, palette, shine } from '../light.mjs';
import { clamp, mix, noise, step } from '../noise.mjs';
import { Picture } from '../picture.mjs';

const WAVES = 7;
const BACK = palette([
  [0, '#0b1230'],
  [0.5, '#15204a'],
  [1, '#2a2f6b'],
]);
/** The colors along the crests, from left to right. */
const CRESTS = palette([
  [0, '#1f6f8f'],
  [0.35, '#2f5fa8'],
  [0.65, '#6a53a6'],
  [1, '#b8607f'],
]);
const DEPTHS = palette([
  [0, '#0a1a33'],
  [0.5, '#10173c'],
  [1, '#22143c'],
]);
const RIM = light('#cfd8ff');

/** Returns the height of a wave's crest, from the farthest, 0, to the nearest. */
function crest(wave, u) {
  const base = 0.3 + 0.105 * wave;
  const slow = Math.sin(u * (2.3 + 0.12 * wave) + 1.3 * wave + 0.6) * (0.1 + 0.008 * wave);
  const fast = Math.sin(u * (4.4 - 0.2 * wave) - 2.1 * wave) * 0.035;
  return base + slow + fast + 0.05 * noise(u * 1.2 + wave * 5.3, wave * 3.7) + 0.1 * (0.8 - u) * ((wave % 2) - 0.4);
}

export function paint(width) {
  const picture = new Picture(width, (width * 5) / 8);
  const pixel = 1 / picture.height;
  const [top, deep] = [
    [0, 0, 0],
    [0, 0, 0],
  ];
  return picture
    .paint((u, v, out) => {
      BACK(clamp(v * 0.9 + 0.25 * (u / 1.6 - 0.5)), out);
      for (let wave = 0; wave < WAVES; wave += 1) {
        const edge = crest(wave, u);
        const slope = (crest(wave, u + 0.002) - edge) / 0.002;
        const depth = (v - edge) / Math.hypot(1, slope);
        if (depth < -0.12) continue;
        // Each wave casts a shadow on the one behind.
        const shade = 0.5 * step(-0.11, 0.005, depth) ** 2;
        const cover = clamp(depth / pixel + 0.5);
        for (let channel = 0; channel < 3; channel += 1) out[channel] *= 1 - shade * (1 - cover);
        if (cover === 0) continue;
        const along = clamp(u / 1.6 + 0.05 * (wave - 3) + 0.12 * noise(u * 0.9 + wave, wave));
        CRESTS(along, top);
        DEPTHS(along, deep);
        const near = mix(0.55, 1, wave / (WAVES - 1));
        const fall = Math.exp(-Math.max(0, depth) / (0.075 + 0.03 * clamp(0.5 - slope)));
        // Surfaces facing the light, at the upper right, are brighter.
        const lean = clamp(0.62 + 0.75 * slope, 0.2, 1.3);
        for (let channel = 0; channel < 3; channel += 1) {
          const body = mix(deep[channel], top[channel], fall * lean) * near;
          out[channel] += (body - out[channel]) * cover * 0.94;
        }
        shine(out, RIM, cover * lean * near * (0.16 * Math.exp(-Math.max(0, depth) / 0.0035) + 0.05 * Math.exp(-Math.max(0, depth) / 0.02)));
      }
    })
    .bloom(0.18, 0.015);
}
