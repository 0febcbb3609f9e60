/**
 * A picture in linear light: three numbers per pixel, without an upper bound until it is finished. Scenes use the
 * picture's height as the unit, so that it looks the same at every size: `u` goes from 0 at the left to the aspect
 * ratio at the right, `v` from 0 at the top to 1 at the bottom.
 */
import { clamp, hash } from './noise.mjs';
import { luminance } from './light.mjs';

export class Picture {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.pixels = new Float32Array(width * height * 3);
  }

  /** Calls `shade(u, v, out)` for the center of every pixel; `out` contains its current light. */
  paint(shade) {
    const { width, height, pixels } = this;
    const out = [0, 0, 0];
    for (let y = 0, at = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1, at += 3) {
        out[0] = pixels[at];
        out[1] = pixels[at + 1];
        out[2] = pixels[at + 2];
        shade((x + 0.5) / height, (y + 0.5) / height, out);
        pixels[at] = out[0];
        pixels[at + 1] = out[1];
        pixels[at + 2] = out[2];
      }
    }
    return this;
  }

  /** Interpolates the light between pixels; coordinates outside are clamped to the edges. */
  sample(u, v, out) {
    const { width, height, pixels } = this;
    const x = clamp(u * height - 0.5, 0, width - 1.001);
    const y = clamp(v * height - 0.5, 0, height - 1.001);
    const [left, top] = [Math.floor(x), Math.floor(y)];
    const [dx, dy] = [x - left, y - top];
    const at = 3 * (top * width + left);
    const below = at + 3 * width;
    for (let channel = 0; channel < 3; channel += 1) {
      const upper = pixels[at + channel] * (1 - dx) + pixels[at + 3 + channel] * dx;
      const lower = pixels[below + channel] * (1 - dx) + pixels[below + 3 + channel] * dx;
      out[channel] = upper * (1 - dy) + lower * dy;
    }
    return out;
  }

  /** Returns the picture scaled down, averaging pixels. Its width must be a multiple of the new one. */
  reduced(width) {
    const factor = this.width / width;
    if (!Number.isInteger(factor)) throw new Error(`The width ${this.width} is not a multiple of ${width}.`);
    if (factor === 1) return this;
    const small = new Picture(width, this.height / factor);
    for (let y = 0; y < this.height; y += 1) {
      const row = Math.floor(y / factor) * width;
      for (let x = 0; x < this.width; x += 1) {
        const at = 3 * (y * this.width + x);
        const to = 3 * (row + Math.floor(x / factor));
        for (let channel = 0; channel < 3; channel += 1) small.pixels[to + channel] += this.pixels[at + channel];
      }
    }
    for (let at = 0; at < small.pixels.length; at += 1) small.pixels[at] /= factor * factor;
    return small;
  }

  /** Returns the picture with a Gaussian blur of this radius, in heights, approximated by three box blurs. */
  blurred(radius) {
    const blurred = new Picture(this.width, this.height);
    blurred.pixels.set(this.pixels);
    const half = Math.max(1, Math.round(radius * this.height));
    const line = new Float64Array(Math.max(this.width, this.height));
    for (let round = 0; round < 3; round += 1) {
      for (let y = 0; y < this.height; y += 1) smoothLine(blurred.pixels, line, 3 * y * this.width, 3, this.width, half);
      for (let x = 0; x < this.width; x += 1) smoothLine(blurred.pixels, line, 3 * x, 3 * this.width, this.height, half);
    }
    return blurred;
  }

  /** Adds a bloom: bright areas spill over their edges, as in lenses and eyes. */
  bloom(share, radius) {
    const glow = this.reduced(this.width / 4).blurred(radius);
    const out = [0, 0, 0];
    return this.paint((u, v, pixel) => {
      glow.sample(u, v, out);
      for (let channel = 0; channel < 3; channel += 1) pixel[channel] += (out[channel] - pixel[channel]) * share;
    });
  }

  /** Adds a vignette, and compresses the highlights instead of clipping them, keeping their hue. */
  finish(vignette = 0.15) {
    const aspect = this.width / this.height;
    return this.paint((u, v, out) => {
      const distance = ((u - aspect / 2) ** 2 + (v - 0.5) ** 2) / (aspect ** 2 / 4 + 0.25);
      const shade = 1 - vignette * distance;
      const peak = Math.max(out[0], out[1], out[2]) * shade;
      const share = peak > SHOULDER ? (shade * roundedOff(peak)) / peak : shade;
      // Extreme highlights also turn toward white.
      const white = peak > 1 ? 1 - 1 / peak ** 0.6 : 0;
      const level = luminance(out[0], out[1], out[2]) * share;
      for (let channel = 0; channel < 3; channel += 1) {
        const value = out[channel] * share;
        out[channel] = Math.max(0, value + (Math.min(1, level * 1.3) - value) * white);
      }
    });
  }

  /** Returns random grain for a pixel, from -1 to 1 and mostly near 0. */
  static grain(x, y) {
    return hash(x, y, 91) + hash(x, y, 92) - 1;
  }
}

const SHOULDER = 0.7;
const roundedOff = (value) => SHOULDER + (1 - SHOULDER) * (1 - Math.exp(-(value - SHOULDER) / (1 - SHOULDER)));

/** Applies a box blur over `half` neighbors on both sides along a line of pixels, for each channel. */
function smoothLine(pixels, line, start, stride, length, half) {
  const weight = 1 / (2 * half + 1);
  for (let channel = 0; channel < 3; channel += 1) {
    const first = start + channel;
    for (let at = 0; at < length; at += 1) line[at] = pixels[first + at * stride];
    let sum = line[0] * half;
    for (let at = 0; at <= half; at += 1) sum += line[Math.min(at, length - 1)];
    for (let at = 0; at < length; at += 1) {
      pixels[first + at * stride] = sum * weight;
      sum += line[Math.min(at + half + 1, length - 1)] - line[Math.max(at - half, 0)];
    }
  }
}
