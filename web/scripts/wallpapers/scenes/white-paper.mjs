/** Sheets of pale paper in the light of a window. */
import { palette } from '../light.mjs';
import { paintSheets } from './cut-paper.mjs';

const PAPER = palette([
  [0, '#b4d0d3'],
  [0.17, '#c2d9d8'],
  [0.34, '#cfdfda'],
  [0.5, '#dae5dc'],
  [0.64, '#e4e8de'],
  [0.78, '#ece8de'],
  [0.9, '#f3ece3'],
  [1, '#f8f3ec'],
]);

export const paint = (width) => paintSheets(width, { PAPER, tilt: -0.26, shadow: 0.5, fall: 0.2 });
