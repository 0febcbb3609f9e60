/** Conifers, drawn bough by bough as silhouettes. */
import { chance } from '../chance.mjs';
import { clamp } from './noise.mjs';

/** A mask with the coverage of every pixel. */
export class Mask {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.cover = new Float32Array(width * height);
    this.clear();
  }

  clear() {
    if (this.right >= this.left) {
      for (let y = this.top; y <= this.bottom; y += 1) this.cover.fill(0, y * this.width + this.left, y * this.width + this.right + 1);
    }
    [this.left, this.right, this.top, this.bottom] = [this.width, -1, this.height, -1];
  }

  /** Draws a stroke between two points, in pixels, with changing half width. */
  stroke(x0, y0, x1, y1, from, to) {
    const reach = Math.max(from, to) + 1;
    const left = Math.max(0, Math.floor(Math.min(x0, x1) - reach));
    const right = Math.min(this.width - 1, Math.ceil(Math.max(x0, x1) + reach));
    const top = Math.max(0, Math.floor(Math.min(y0, y1) - reach));
    const bottom = Math.min(this.height - 1, Math.ceil(Math.max(y0, y1) + reach));
    const [dx, dy] = [x1 - x0, y1 - y0];
    const square = dx * dx + dy * dy || 1;
    for (let y = top; y <= bottom; y += 1) {
      for (let x = left; x <= right; x += 1) {
        const t = clamp(((x + 0.5 - x0) * dx + (y + 0.5 - y0) * dy) / square);
        const [px, py] = [x + 0.5 - x0 - t * dx, y + 0.5 - y0 - t * dy];
        const half = from + (to - from) * t;
        // A stroke thinner than a pixel covers it only partly.
        const cover = clamp(half + 0.5 - Math.sqrt(px * px + py * py)) * Math.min(1, 2 * half);
        const at = y * this.width + x;
        if (cover > this.cover[at]) this.cover[at] = cover;
      }
    }
    this.left = Math.min(this.left, left);
    this.right = Math.max(this.right, right);
    this.top = Math.min(this.top, top);
    this.bottom = Math.max(this.bottom, bottom);
  }
}

/** Draws one conifer at (x, y) with the height `size`, all in pixels; each seed gives another tree. */
export function conifer(mask, x, y, size, seed) {
  const next = chance(seed);
  const lean = (next() - 0.5) * 0.03 * size;
  const slim = 0.15 + 0.075 * next();
  mask.stroke(x, y, x + lean, y - size, Math.max(0.35, size * 0.011), Math.min(0.3, size * 0.003));
  // The inside is dense, with gaps only at the edge.
  mask.stroke(x, y - size * 0.07, x + lean, y - size, size * slim * 0.36, 0.15);
  const whorls = Math.round(clamp(size / 2.6, 9, 40));
  const bare = 0.03 + 0.07 * next();
  for (let whorl = 0; whorl < whorls; whorl += 1) {
    const share = (whorl + 0.6 * next()) / whorls;
    const down = 0.015 + share * (0.985 - bare);
    const [px, py] = [x + lean * (1 - down), y - size * (1 - down)];
    for (const side of [-1, 1]) {
      const length = size * slim * share ** 0.8 * (0.6 + 0.55 * next());
      // Lower boughs hang more, and all turn up at their tips.
      const droop = length * (0.16 + 0.5 * share * (0.5 + next()));
      const [mx, my] = [px + side * length * 0.6, py + droop * 0.75];
      const [tx, ty] = [px + side * length, py + droop * 0.86];
      const thick = Math.max(0.3, (size / whorls) * 0.5 * (0.7 + 0.5 * next()) * clamp(0.25 + share * 2.5, 0, 1));
      mask.stroke(px, py, mx, my, thick, thick * 0.75);
      mask.stroke(mx, my, tx, ty, thick * 0.75, 0.22);
      if (size < 45) continue;
      const twigs = Math.round(clamp(length / 5, 2, 9));
      for (let twig = 0; twig < twigs; twig += 1) {
        const t = (twig + next()) / twigs;
        const [bx, by] = [px + side * length * t, py + droop * (t < 0.6 ? t * 1.25 : 0.75 + (t - 0.6) * 0.28)];
        const hang = thick * (0.9 + 1.1 * next()) * (1.15 - 0.6 * t);
        mask.stroke(bx, by, bx + side * hang * 0.45, by + hang, Math.max(0.35, thick * 0.34), 0.2);
      }
    }
  }
}

/** Paints the masked area with the light of `shade(u, v, out)`, and clears the mask. */
export function inkMask(picture, mask, shade) {
  const { width, height, pixels } = picture;
  const out = [0, 0, 0];
  for (let y = mask.top; y <= mask.bottom; y += 1) {
    for (let x = mask.left; x <= mask.right; x += 1) {
      const cover = mask.cover[y * width + x];
      if (cover === 0) continue;
      shade((x + 0.5) / height, (y + 0.5) / height, out);
      const at = 3 * (y * width + x);
      for (let channel = 0; channel < 3; channel += 1) pixels[at + channel] += (out[channel] - pixels[at + channel]) * cover;
    }
  }
  mask.clear();
}
