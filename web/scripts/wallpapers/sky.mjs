/** The night sky. */
import { chance } from '../chance.mjs';
import { light as colorLight } from './light.mjs';

/** Star colors from cool to hot, with their shares. */
const COLORS = [
  ['#ffc58f', 0.1],
  ['#ffe3c4', 0.2],
  ['#fff6ea', 0.3],
  ['#e4ecff', 0.25],
  ['#b8ceff', 0.15],
].map(([hex, share]) => [colorLight(hex), share]);

/** The width of a star, in heights; less than a pixel would flicker. */
const WIDTH = 0.00042;

/**
 * Scatters stars, with more faint ones than bright ones; `light` is the brightness of the brightest. `visible(u, v)` is
 * how much of a star is visible there, and `likely(u, v)` its probability there.
 */
export function stars(picture, { count, seed, light, visible = () => 1, likely = () => 1, faintest = 0.004, steep = 1.15 }) {
  const { width, height, pixels } = picture;
  const next = chance(seed);
  for (let star = 0; star < count; star += 1) {
    const [u, v] = [(next() * width) / height, next()];
    const strength = Math.min(1, faintest * next() ** (-1 / steep));
    let pick = next();
    const [color] = COLORS.find(([, share]) => (pick -= share) <= 0) ?? COLORS[2];
    const isThere = next() < likely(u, v);
    const power = light * strength * visible(u, v);
    if (!isThere || power < 0.0005) continue;
    // Bright stars look larger, because more of their blur is visible.
    const sigma = Math.max(0.5, WIDTH * (1 + 1.3 * strength ** 0.4) * height);
    const peak = power * Math.max(0.25, ((WIDTH * height) / sigma) ** 2 * 2.2);
    const [x, y] = [u * height - 0.5, v * height - 0.5];
    const reach = Math.ceil(sigma * 3.2);
    for (let row = Math.max(0, Math.round(y) - reach); row <= Math.min(height - 1, Math.round(y) + reach); row += 1) {
      for (let column = Math.max(0, Math.round(x) - reach); column <= Math.min(width - 1, Math.round(x) + reach); column += 1) {
        const glow = peak * Math.exp(-((column - x) ** 2 + (row - y) ** 2) / (2 * sigma * sigma));
        const at = 3 * (row * width + column);
        for (let channel = 0; channel < 3; channel += 1) pixels[at + channel] += color[channel] * glow;
      }
    }
  }
  return picture;
}
