/** Computes the colors that the stylesheets give the root, for tests of contrast. It knows as much of CSS as they use. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Red, green and blue from 0 to 255, and the opacity from 0 to 1. */
export type Color = readonly [number, number, number, number];

interface Block {
  selector: string;
  specificity: number;
  declarations: readonly (readonly [string, string])[];
}

/** Returns the outermost blocks of a stylesheet, without at-rules and nested blocks. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = [];
  let depth = 0;
  let selector = '';
  let body = '';
  for (const part of css.replace(/\/\*[^]*?\*\//g, '').split(/([{}])/)) {
    if (part === '{') depth += 1;
    else if (part === '}') {
      depth -= 1;
      if (depth === 0) {
        const declarations = [...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value] as const);
        if (!selector.startsWith('@')) {
          for (const one of selector.split(/,(?![^(]*\))/)) {
            blocks.push({ selector: one.trim(), specificity: (one.replace(/:is/g, '').match(/[.:[]/g) ?? []).length, declarations });
          }
        }
        body = '';
      }
    } else if (depth === 0) selector = part.trim();
    else if (depth === 1) body += part;
  }
  return blocks;
}

const BLOCKS = ['tokens.css', 'appearance.css'].flatMap((file) => blocksOf(readFileSync(join(import.meta.dirname, '../ui', file), 'utf8')));

/** Returns the custom properties of the root, which has these attributes. */
export function rootTokens(attributes: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const root = document.createElement('html');
  for (const [name, value] of Object.entries(attributes)) root.setAttribute(name, value);
  // `:root` is only the root of a document.
  const matches = ({ selector }: Block) => root.matches(selector.replace(':root', 'html'));
  const matching = BLOCKS.filter(matches).toSorted((one, other) => one.specificity - other.specificity);
  return new Map(matching.flatMap(({ declarations }) => declarations));
}

/** Returns the parts of a function's arguments, separated by commas outside of brackets. */
const argumentsOf = (text: string): string[] => text.split(/,(?![^(]*\))/).map((part) => part.trim());

/** Returns a color with its variables and functions computed. */
export function computeColor(tokens: ReadonlyMap<string, string>, text: string): Color {
  const variable = /^var\((--[\w-]+)\)$/.exec(text)?.[1];
  if (variable !== undefined) return computeColor(tokens, tokens.get(variable) ?? '');
  if (text === 'transparent') return [0, 0, 0, 0];
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(text)?.[1];
  if (hex !== undefined) {
    const digits = hex.length === 3 ? [...hex].map((digit) => digit + digit) : [hex.slice(0, 2), hex.slice(2, 4), hex.slice(4)];
    const [red = 0, green = 0, blue = 0] = digits.map((pair) => parseInt(pair, 16));
    return [red, green, blue, 1];
  }
  const channels = /^rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)$/.exec(text);
  if (channels) {
    const [red = 0, green = 0, blue = 0, opacity = 1] = channels.slice(1).map(Number);
    return [red, green, blue, opacity];
  }
  const mix = /^color-mix\(in srgb, (.*)\)$/.exec(text)?.[1];
  const [first, second] = argumentsOf(mix ?? '');
  const part = /^(.*) ([\d.]+)%$/.exec(first ?? '');
  if (!part || second === undefined) throw new Error(`the color ${text} is not understood`);
  const share = Number(part[2]) / 100;
  const [one, other] = [computeColor(tokens, part[1] ?? ''), computeColor(tokens, second)];
  const opacity = one[3] * share + other[3] * (1 - share);
  const channel = (at: 0 | 1 | 2) => (one[at] * one[3] * share + other[at] * other[3] * (1 - share)) / opacity;
  return [channel(0), channel(1), channel(2), opacity];
}

/** Returns the color of a layer on an opaque one, as `#rrggbb`. Browsers blend per channel, in sRGB. */
export function blend(layer: Color, below: Color): Color {
  const channel = (at: 0 | 1 | 2) => layer[at] * layer[3] + below[at] * (1 - layer[3]);
  return [channel(0), channel(1), channel(2), 1];
}

/** Returns an opaque color as `#rrggbb`. */
export const hexOf = ([red, green, blue]: Color): string =>
  `#${[red, green, blue].map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`;
