/** Stacked sheets of paper with a valley cut into them. */
import { palette } from '../light.mjs';
import { clamp, fractal, noise, step } from '../noise.mjs';
import { Picture } from '../picture.mjs';

const SHEETS = 9;
const COLORS = palette([
  [0, '#0d1a2b'],
  [0.17, '#12283c'],
  [0.34, '#17394c'],
  [0.5, '#1f4f5c'],
  [0.64, '#326a6c'],
  [0.78, '#6c8a7b'],
  [0.9, '#b5a383'],
  [1, '#d9c29a'],
]);

/** Returns the height of the land from which the sheets are cut: a long valley through the middle. */
function landAt(u, v, tilt) {
  const bend = 0.16 * noise(u * 1.6 + 2, v * 1.6 + 5);
  const valley = Math.abs(v - 0.47 + tilt * (u - 0.8) + bend) * 1.5;
  return valley + 0.2 * noise(u * 1.9 + 11.2, v * 2.2 + 3.4) + 0.085 * noise(u * 4.3 + 1, v * 4.3 + 9) - 0.05;
}

const edgeOf = (sheet) => 0.13 + 0.098 * sheet + 0.012 * Math.sin(sheet * 2.3);

export const paint = (width) => paintSheets(width, { PAPER: COLORS, tilt: 0.2, shadow: 1, fall: 0.42 });

/**
 * Paints sheets in the colors of a palette, from the lowest to the highest. `tilt` is the slope of the valley, and
 * `fall` how fast the lamp's light decreases.
 */
export function paintSheets(width, { PAPER, tilt, shadow, fall }) {
  const land = (u, v) => landAt(u, v, tilt);
  const picture = new Picture(width, (width * 5) / 8);
  const pixel = 1 / picture.height;
  return picture.paint((u, v, out) => {
    const here = land(u, v);
    const [slopeX, slopeY] = [(land(u + 0.002, v) - here) / 0.002, (land(u, v + 0.002) - here) / 0.002];
    const slope = Math.max(0.25, Math.hypot(slopeX, slopeY));
    const near = land(u - 0.007, v - 0.011);
    const far = land(u - 0.016, v - 0.027);
    // The topmost sheet, or a blend where an edge crosses the pixel.
    let level = 0;
    let [shade, rim] = [0, 0];
    for (let sheet = 0; sheet < SHEETS; sheet += 1) {
      const edge = edgeOf(sheet);
      const way = (here - edge) / slope;
      const cover = clamp(way / pixel + 0.5);
      level += cover;
      // A sheet above casts a dark shadow close to its edge, and a faint one further away.
      const open = 1 - cover;
      shade = Math.max(shade, open * (0.42 * step(-0.012, 0.011, (near - edge) / slope) + 0.22 * step(-0.03, 0.026, (far - edge) / slope)));
      // The sheet's own edge is lit where it faces the light.
      const facing = clamp((0.55 * slopeX + 0.83 * slopeY) / slope);
      rim += cover * step(0.0026, 0.0004, way) * (0.05 + 0.16 * facing);
    }
    PAPER(level / SHEETS, out);
    const fibre = 1 + 0.035 * fractal(u * 260, v * 260, 3) + 0.03 * noise(u * 90 + 4, v * 30);
    const lamp = 1.16 - fall * Math.hypot(u - 0.35, v + 0.1);
    for (let channel = 0; channel < 3; channel += 1) out[channel] = out[channel] * fibre * lamp * (1 - shadow * shade) + rim * out[channel];
  });
}
