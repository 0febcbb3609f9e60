import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { computeColor, hexOf, rootTokens } from '../testing/css-tokens';
import { contrast } from '../ui/contrast';
import { APPEARANCE } from './appearance';

/** The custom properties that are set for paper. */
const PAPER = [...readFileSync('src/shell/print-page.css', 'utf8').matchAll(/(--[\w-]+): ([^;]+) !important;/g)].map(
  ([, name = '', value = '']) => [name, value] as const,
);

const GROUNDS = ['--global-bg', '--surface', '--glass-bg', '--raised', '--card-bg', '--list-bg', '--sunken'];
const TEXTS = [
  '--global-text-primary',
  '--global-text-secondary',
  '--glass-text-secondary',
  '--photo-text',
  '--photo-text-secondary',
  '--accent-text',
  '--accent-glass',
  '--break',
  '--danger',
  '--warning',
];

describe.each(['light', 'dark'])('a page that is printed in the %s theme', (theme) => {
  it.each(APPEARANCE.accent)('is white with readable texts, with the accent %s', (accent) => {
    const root = rootTokens({ class: theme === 'dark' ? 'dark' : '', ...(accent === 'green' ? {} : { 'data-accent': accent }) });
    const tokens = new Map([...root, ...PAPER]);
    const color = (name: string) => hexOf(computeColor(tokens, `var(${name})`));
    for (const name of GROUNDS) expect(color(name), name).toBe('#ffffff');
    for (const name of TEXTS) expect(contrast(color(name), '#ffffff'), name).toBeGreaterThanOrEqual(4.5);
  });
});
