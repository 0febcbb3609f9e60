/** A sea of clouds at noon, with the summits of other mountains. */
import { light, palette } from '../light.mjs';
import { paintClouds } from './above-the-clouds.mjs';

const SKY = palette([
  [0, '#7fb4e4'],
  [0.22, '#97c4ea'],
  [0.42, '#b4d5ef'],
  [0.55, '#cde2f2'],
  [0.64, '#e0ecf3'],
  [0.715, '#eff3f3'],
  [1, '#eff3f3'],
]);

export const paint = (width) =>
  paintClouds(width, {
    sun: { u: 1.3, v: 0.3 },
    SKY,
    GLOW: light('#fff6e4'),
    SUN: light('#fff4e2'),
    SHADE: light('#c2d6ea'),
    ROCK: light('#5f7489'),
    peaks: [7.7, 12.3],
    glow: 0.4,
    all: 0.5,
  });
