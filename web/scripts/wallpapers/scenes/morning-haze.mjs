/** The ranges of another valley on a clear morning, pale with haze. */
import { light, palette } from '../light.mjs';
import { paintRidges } from './misty-ridges.mjs';

const SKY = palette([
  [0, '#a9cbe6'],
  [0.25, '#bfdaec'],
  [0.45, '#d5e6ee'],
  [0.58, '#e6edee'],
  [0.66, '#f0ede4'],
  [0.73, '#f7e8d2'],
  [1, '#f7e8d2'],
]);

export const paint = (width) =>
  paintRidges(width, {
    place: [17.6, 2.4],
    seed: 11,
    sun: { u: 0.25, v: 0.62 },
    SKY,
    GLOW: light('#fff0d2'),
    GROUND: light('#7f9fa6'),
    NEAR_MIST: light('#c3d8df'),
    litBy: [0.34, 0.3, 0.22],
  });
