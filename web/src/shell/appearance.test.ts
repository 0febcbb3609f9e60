import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startGuest } from '../testing/real-core';
import { applyAppearance, chooseAppearance, parseAppearance, syncAppearance, withChoice } from './appearance';

const root = document.documentElement;

/** What the device asks for: parts of the media queries that match. */
let wishes: string[] = [];
const listeners = new Set<() => void>();

beforeEach(() => {
  wishes = [];
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return wishes.some((wish) => query.includes(wish));
    },
    addEventListener: (_: 'change', call: () => void) => listeners.add(call),
    removeEventListener: (_: 'change', call: () => void) => listeners.delete(call),
  }));
});

afterEach(() => {
  vi.unstubAllGlobals();
  applyAppearance('');
  localStorage.clear();
  listeners.clear();
});

describe('the stored text', () => {
  it('has the choices, and the defaults for what is missing, unknown or invalid', () => {
    const defaults = { accent: 'green', text_size: 'default', contrast: 'system', motion: 'system', transparency: 'system', density: 'comfortable' };
    for (const text of ['', '{', '[]', 'null', '{"accent":"gold","motion":1,"later":true}']) expect(parseAppearance(text), text).toEqual(defaults);
    expect(parseAppearance('{"accent":"pink","density":"compact","motion":7}')).toEqual({ ...defaults, accent: 'pink', density: 'compact' });
  });

  it('keeps what this version does not know, and no defaults', () => {
    expect(withChoice('{"later":[1],"accent":"gold"}', 'contrast', 'high')).toBe('{"later":[1],"accent":"gold","contrast":"high"}');
    expect(withChoice('{"contrast":"high"}', 'contrast', 'system')).toBe('');
    expect(withChoice('broken', 'accent', 'teal')).toBe('{"accent":"teal"}');
  });
});

it('follows the choice, and the device where nothing is chosen', async () => {
  await startGuest();
  const stop = syncAppearance();
  expect({ ...root.dataset }).toEqual({});
  wishes = ['prefers-contrast: more', 'prefers-reduced-motion'];
  for (const call of listeners) call();
  expect({ ...root.dataset }).toEqual({ contrast: 'high', motion: 'reduced' });
  expect(chooseAppearance('motion', 'full')).toBeNull();
  chooseAppearance('transparency', 'reduced');
  chooseAppearance('accent', 'violet');
  expect({ ...root.dataset }).toEqual({ contrast: 'high', transparency: 'reduced', accent: 'violet' });
  stop();
  expect(listeners.size).toBe(0);
});

it.each([
  '',
  '{',
  '{"accent":"violet","text_size":"larger","density":"compact"}',
  '{"contrast":"high","motion":"reduced","transparency":"reduced"}',
  '{"contrast":"normal","motion":"full","transparency":"full"}',
])('the first paint sets the same attributes: %s', (appearance) => {
  const script = readFileSync(join(import.meta.dirname, '../boot/first-paint.js'), 'utf8');
  for (wishes of [[], ['prefers-contrast', 'prefers-reduced']]) {
    applyAppearance(appearance);
    const expected = { ...root.dataset };
    applyAppearance('');
    localStorage.setItem('preferences', JSON.stringify({ appearance }));
    // oxlint-disable-next-line no-implied-eval, no-new-func -- It is a classic script.
    new Function(script)();
    expect({ ...root.dataset }).toEqual(expected);
  }
});
