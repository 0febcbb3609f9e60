/** Open water: waves of many lengths, and their reflections. */
import { chance } from '../chance.mjs';
import { clamp, fractal, noise } from './noise.mjs';
import { Picture } from './picture.mjs';

const WAVES = 72;

export class Sea {
  /**
   * `wind` is the direction of the waves in radians, where 0 comes straight toward the camera; `steepness` is the mean
   * slope of the surface (root mean square); `eye` is the camera's height in meters.
   */
  constructor({ seed, wind, steepness, horizon, zoom, eye, longest = 60, shortest = 0.12, aspect = 1.6 }) {
    Object.assign(this, { horizon, zoom, eye, aspect });
    const next = chance(seed);
    this.waves = Array.from({ length: WAVES }, (_, at) => {
      const share = (at + next()) / WAVES;
      const length = longest * (shortest / longest) ** share;
      const angle = wind + (next() + next() + next() - 1.5) * (0.7 + share);
      const k = (2 * Math.PI) / length;
      return { x: k * Math.sin(angle), y: k * Math.cos(angle), k, phase: 2 * Math.PI * next(), slope: steepness * Math.sqrt(2 / WAVES) };
    });
    this.out = [0, 0, 0];
  }

  /**
   * Writes the light reflected by the water at a position: the sky, given by `skyAt`, and one bright disc. Waves
   * smaller than a pixel are modeled as roughness, so that the reflection has a realistic width.
   */
  reflect(u, v, rows, skyAt, disc, out) {
    const { horizon, zoom, eye, aspect } = this;
    const down = Math.max(1e-5, (v - horizon) / zoom);
    const side = (u - aspect / 2) / zoom;
    const far = eye / down;
    const [x, y] = [side * far, far];
    const across = far / (zoom * rows);
    const along = (far * far) / (eye * zoom * rows);
    let [slopeX, slopeY, rough] = [0, 0, 0.00035];
    for (const wave of this.waves) {
      const blur = (wave.x * across) ** 2 + (wave.y * along) ** 2;
      const seen = Math.exp(-blur * 0.35);
      const variance = (wave.slope * wave.slope) / 2;
      rough += variance * (1 - seen * seen);
      if (seen < 0.01) continue;
      const slope = wave.slope * seen * Math.cos(wave.x * x + wave.y * y + wave.phase);
      slopeX += (slope * wave.x) / wave.k;
      slopeY += (slope * wave.y) / wave.k;
    }
    // The directions toward the eye and the light; a facet halfway between them reflects the light.
    const view = norm([-side, -1, down]);
    const normal = norm([-slopeX, -slopeY, 1]);
    const cos = Math.max(0.02, view[0] * normal[0] + view[1] * normal[1] + view[2] * normal[2]);
    const mirrored = [0, 1, 2].map((axis) => 2 * cos * normal[axis] - view[axis]);
    const up = Math.abs(mirrored[2]) + 0.35 * Math.sqrt(rough);
    const ahead = Math.max(0.05, mirrored[1]);
    skyAt(aspect / 2 + zoom * (mirrored[0] / ahead), clamp(horizon - (zoom * up) / ahead, 0, 1), out);
    // Rough water is never seen at a grazing angle.
    const fresnel = 0.02 + 0.98 * (1 - Math.max(cos, 0.55 * Math.sqrt(rough))) ** 5;
    const toDisc = norm([(disc.u - aspect / 2) / zoom, 1, (horizon - disc.v) / zoom]);
    const half = norm([view[0] + toDisc[0], view[1] + toDisc[1], view[2] + toDisc[2]]);
    const missX = -half[0] / half[2] - slopeX;
    const missY = -half[1] / half[2] - slopeY;
    const share = Math.exp(-(missX * missX + missY * missY) / (2 * rough)) / (2 * Math.PI * rough);
    for (let channel = 0; channel < 3; channel += 1) {
      out[channel] = out[channel] * fresnel + DEEP[channel] + disc.light[channel] * disc.strength * share * fresnel;
    }
    return out;
  }
}

/** The light from within the water. */
const DEEP = [0.0012, 0.004, 0.0075];

function norm([x, y, z]) {
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}

/**
 * Adds still water below the horizon, which mirrors the picture above. `calm` is from 0, rippled, to 1, a perfect
 * mirror; `keep` is the reflected share of red, green and blue.
 */
export function mirrorLake(picture, { horizon, calm, keep, seed }) {
  const above = new Picture(picture.width, picture.height);
  above.pixels.set(picture.pixels);
  const line = [0, 0, 0];
  const taps = 7;
  return picture.paint((u, v, out) => {
    const depth = v - horizon;
    if (depth <= 0) return;
    // Ripples look flatter at a distance.
    const far = 1 / (depth + 0.02);
    const breeze = clamp(0.55 + 1.1 * fractal(u * 1.1 * (0.4 + far * 0.02) + seed, far * 0.09 + seed, 3)) * (1 - calm);
    const ripple = noise(u * 9 + seed, far * 3.1) + 0.7 * noise(u * 21, far * 9.3 + seed);
    const bend = ripple * (0.004 + 0.03 * depth) * (0.12 + breeze);
    const blur = depth * (0.1 + 0.5 * breeze) + 0.0012;
    out[0] = out[1] = out[2] = 0;
    for (let tap = 0; tap < taps; tap += 1) {
      const offset = (tap / (taps - 1) - 0.5) * 2 * blur;
      const place = Math.min(horizon - 0.0015, horizon - depth * 0.97 + bend + offset);
      above.sample(u + bend * 0.35, Math.max(0, place), line);
      for (let channel = 0; channel < 3; channel += 1) out[channel] += line[channel] / taps;
    }
    // The steeper the view into the water, the less it reflects.
    const back = 1 - 0.85 * clamp(depth * 1.6);
    for (let channel = 0; channel < 3; channel += 1) out[channel] = out[channel] * keep[channel] * back + DEEP[channel] * 0.6;
  });
}
