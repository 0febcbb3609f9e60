import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { APPEARANCE } from '../shell/appearance';
import { blend, type Color, computeColor, hexOf, rootTokens } from '../testing/css-tokens';
import { contrast } from './contrast';

/** The color of a list, from its own one. */
const LIST_PANE = /--list-pane-bg: (.*);/.exec(readFileSync(join(import.meta.dirname, 'global.css'), 'utf8'))?.[1] ?? '';

const BLACK: Color = [0, 0, 0, 1];
const WHITE: Color = [255, 255, 255, 1];

const CASES = (['light', 'dark'] as const).flatMap((theme) =>
  (['normal', 'high'] as const).flatMap((level) => APPEARANCE.accent.map((accent) => ({ theme, level, accent }))),
);

/** Returns the colors of a root with these choices. `panes` and `scrims` are over a black and a white picture. */
function colorsOf({ theme, level, accent }: (typeof CASES)[number]) {
  const tokens = rootTokens({
    class: theme === 'dark' ? 'dark' : '',
    ...(accent === 'green' ? {} : { 'data-accent': accent }),
    ...(level === 'high' ? { 'data-contrast': 'high' } : {}),
  });
  const color = (name: string) => computeColor(tokens, `var(${name})`);
  const overlay = color('--overlay');
  const panes = [BLACK, WHITE].map((picture) => hexOf(blend(color('--glass-bg'), blend(overlay, picture))));
  const scrims = ['--scrim-top', '--scrim-clock', '--scrim-foot'].flatMap((name) => {
    const [red, green, blue] = color('--scrim');
    const scrim: Color = [red, green, blue, Number(tokens.get(name))];
    return [BLACK, WHITE].map((picture) => hexOf(blend(scrim, blend(overlay, picture))));
  });
  // Lists whose color is a corner of the color space.
  const lists = ['#000', '#f00', '#0f0', '#00f', '#ff0', '#f0f', '#0ff', '#fff'].map((list) =>
    hexOf(computeColor(tokens, LIST_PANE.replace(/var\(--list-color, .*?\)\)/, list))),
  );
  return { color: (name: string) => hexOf(color(name)), panes, scrims, lists };
}

// A picture's colors are between black and white, so a pane over any picture, the built-in and all others, is between
// the panes over these two.
describe.each(CASES)('the accent $accent in the $theme theme with $level contrast', (choice) => {
  const { color, panes } = colorsOf(choice);
  const grounds = ['--global-bg', '--raised', '--surface', '--card-bg'].map(color);
  const least = (text: string, below: readonly string[]) => Math.min(...below.map((ground) => contrast(text, ground)));

  it('has readable text on the accent', () => {
    expect(least(color('--on-accent'), [color('--accent'), color('--accent-hover')])).toBeGreaterThanOrEqual(4.5);
  });

  it('is readable as text on the page and on panes over any picture', () => {
    expect(least(color('--accent-text'), grounds)).toBeGreaterThanOrEqual(4.5);
    expect(least(color('--accent-glass'), panes)).toBeGreaterThanOrEqual(4.5);
  });

  it('has other readable text on the page and on panes over any picture', () => {
    for (const name of ['--global-text-primary', '--global-text-secondary', '--danger', '--warning']) {
      expect(least(color(name), grounds), name).toBeGreaterThanOrEqual(choice.level === 'high' ? 7 : 4.5);
    }
    for (const name of ['--global-text-primary', '--glass-text-secondary']) {
      expect(least(color(name), panes), name).toBeGreaterThanOrEqual(choice.level === 'high' ? 7 : 4.5);
    }
  });

  it('has focus rings, controls and bars of charts of at least 3:1', () => {
    for (const name of ['--focus-ring', '--control-border', '--accent-control', '--accent-chart']) expect(least(color(name), grounds), name).toBeGreaterThanOrEqual(3);
    // The knob of a switch.
    expect(least(color('--surface'), [color('--accent-control')])).toBeGreaterThanOrEqual(3);
    for (const name of ['--accent-glass', '--control-glass']) expect(least(color(name), panes), name).toBeGreaterThanOrEqual(3);
  });
});

describe.each(CASES.filter(({ accent }) => accent === 'green'))('in the $theme theme with $level contrast', (choice) => {
  it('lists of any color have readable text', () => {
    const { color, lists } = colorsOf(choice);
    for (const text of ['--global-text-primary', '--global-text-secondary']) {
      for (const list of lists) expect(contrast(color(text), list), `${text} on ${list}`).toBeGreaterThanOrEqual(4.5);
    }
  });
});

// Without high contrast, the depth of the scrims depends on the picture (the core's `Scrims`).
it.each(['light', 'dark'] as const)('high contrast has readable text on any picture in the %s theme', (theme) => {
  const { color, scrims } = colorsOf({ theme, level: 'high', accent: 'green' });
  for (const text of ['--photo-text', '--photo-text-secondary']) {
    for (const scrim of scrims) expect(contrast(color(text), scrim), text).toBeGreaterThanOrEqual(7);
  }
});
