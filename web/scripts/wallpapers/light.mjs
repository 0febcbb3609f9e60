/**
 * Colors as light: linear red, green and blue, where 1 is the brightest that a screen shows. Palettes are blended in
 * OKLab, which is perceptually uniform (Björn Ottosson, 2020).
 */
import { clamp } from './noise.mjs';

export const toLinear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
export const fromLinear = (light) => (light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055);

/** Returns the light of a color such as `#ff8800`. */
export const light = (hex) => [1, 3, 5].map((at) => toLinear(parseInt(hex.slice(at, at + 2), 16) / 255));

/** Returns the relative luminance of WCAG 2. */
export const luminance = (red, green, blue) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

function toOklab([red, green, blue]) {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function fromOklab([lightness, a, b]) {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((value) => Math.max(0, value));
}

const STEPS = 2048;

/**
 * Returns a palette from stops such as `[0.4, '#336699']` in ascending order: a function that writes the light at a
 * position into `out`. It interpolates by a monotone cubic, so that the stops do not show as edges.
 */
export function palette(stops) {
  const places = stops.map(([place]) => place);
  const colors = stops.map(([, hex]) => toOklab(light(hex)));
  const table = new Float64Array(3 * (STEPS + 1));
  const [start, end] = [places[0], places.at(-1)];
  const channels = [0, 1, 2].map((channel) => monotone(places, colors.map((color) => color[channel])));
  for (let at = 0; at <= STEPS; at += 1) {
    const place = start + ((end - start) * at) / STEPS;
    table.set(fromOklab(channels.map((channel) => channel(place))), 3 * at);
  }
  return (place, out) => {
    const at = clamp((place - start) / (end - start)) * STEPS;
    const below = Math.min(STEPS - 1, Math.floor(at));
    const t = at - below;
    for (let channel = 0; channel < 3; channel += 1) {
      const value = table[3 * below + channel];
      out[channel] = value + (table[3 * below + 3 + channel] - value) * t;
    }
    return out;
  };
}

/** Returns a smooth interpolation without overshoot (Fritsch and Carlson, 1980). */
export function monotone(xs, ys) {
  const slopes = xs.slice(1).map((x, at) => (ys[at + 1] - ys[at]) / (x - xs[at]));
  const tangents = ys.map((_, at) => {
    if (at === 0) return slopes[0] ?? 0;
    if (at === slopes.length) return slopes[at - 1];
    const [before, after] = [slopes[at - 1], slopes[at]];
    return before * after <= 0 ? 0 : (2 * before * after) / (before + after);
  });
  return (x) => {
    let at = 0;
    while (at < slopes.length - 1 && x > xs[at + 1]) at += 1;
    const width = xs[at + 1] - xs[at];
    const t = clamp((x - xs[at]) / width);
    const [t2, t3] = [t * t, t * t * t];
    return (
      (2 * t3 - 3 * t2 + 1) * ys[at] +
      (t3 - 2 * t2 + t) * width * tangents[at] +
      (3 * t2 - 2 * t3) * ys[at + 1] +
      (t3 - t2) * width * tangents[at + 1]
    );
  };
}

/** Blends light toward other light by a share, in place. */
export function veil(out, other, share) {
  out[0] += (other[0] - out[0]) * share;
  out[1] += (other[1] - out[1]) * share;
  out[2] += (other[2] - out[2]) * share;
  return out;
}

/** Adds other light, times an amount, in place. */
export function shine(out, other, amount) {
  out[0] += other[0] * amount;
  out[1] += other[1] * amount;
  out[2] += other[2] * amount;
  return out;
}
