/** White gypsum dunes under a high sun. */
import { light, palette } from '../light.mjs';
import { paintDunes } from './desert-dunes.mjs';

const SKY = palette([
  [0, '#8fbfe3'],
  [0.22, '#a9cfea'],
  [0.4, '#c4deee'],
  [0.52, '#dbe8ee'],
  [0.6, '#eaeeec'],
  [0.68, '#f3efe6'],
  [1, '#f3efe6'],
]);

export const paint = (width) =>
  paintDunes(width, {
    seed: 19,
    sun: { u: -0.1, v: 0.5 },
    SKY,
    SUN: light('#fff3e0'),
    SHADE: light('#b9cbe0'),
    SAND: light('#f6f1ea'),
    strength: 1.2,
  });
