import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { isComposing, isKey, isShortcutBlocked, isTextField, keyOf } from './keyboard';

const press = (init: KeyboardEventInit & { keyCode?: number }) => new KeyboardEvent('keydown', init);

afterEach(() => document.body.replaceChildren());

/** Adds elements to the page and returns the marked one. */
function put(html: string): Element {
  document.body.innerHTML = html;
  return document.querySelector('[data-it]')!;
}

describe('a key', () => {
  it.each([
    ['an English keyboard', 'f', 'KeyF', 'f'],
    ['Caps Lock', 'F', 'KeyF', 'f'],
    ['Dvorak, where the letter counts and not its place', 'f', 'KeyY', 'f'],
    ['Dvorak, at the place of F', 'u', 'KeyF', 'u'],
    ['AZERTY', 'a', 'KeyQ', 'a'],
    ['Russian', 'а', 'KeyF', 'f'],
    ['Greek', 'φ', 'KeyF', 'f'],
    ['Hebrew', 'כ', 'KeyF', 'f'],
    ['Arabic, where a key writes two characters', 'لا', 'KeyB', 'b'],
    ['Thai, where a key writes a mark', '\u0e31', 'KeyY', 'y'],
    ['Russian, at the place of [', 'х', 'BracketLeft', '['],
    ['German, at the place of [', 'ü', 'BracketLeft', 'ü'],
    ['a slash typed with Shift', '/', 'Digit7', '/'],
    ['a named key', 'Escape', 'Escape', 'Escape'],
    ['a dead key', 'Dead', 'BracketLeft', 'Dead'],
    ['the space bar', ' ', 'Space', ' '],
  ])('is read on %s', (_, key, code, expected) => {
    expect(keyOf(press({ key, code }))).toBe(expected);
  });

  it('is none while an input method composes, also for the last Enter of Safari', () => {
    expect(isComposing(press({ key: 'Enter', isComposing: true }))).toBe(true);
    expect(isComposing(press({ key: 'Enter', keyCode: 229 }))).toBe(true);
    expect(keyOf(press({ key: 'Enter', keyCode: 229 }))).toBeNull();
    expect(isKey(press({ key: 'Escape', isComposing: true }), 'Escape')).toBe(false);
    expect(isKey(press({ key: 'Enter', keyCode: 13 }), 'Enter')).toBe(true);
  });
});

describe('a text field', () => {
  it.each([
    ['<input data-it>', true],
    ['<input type="search" data-it>', true],
    ['<input type="number" data-it>', true],
    ['<input type="checkbox" data-it>', false],
    ['<input type="range" data-it>', false],
    ['<textarea data-it></textarea>', true],
    ['<div contenteditable="true"><p data-it>x</p></div>', true],
    ['<div contenteditable="false" data-it></div>', false],
    ['<select data-it></select>', false],
    ['<button data-it>Press</button>', false],
  ])('%s', (html, expected) => {
    expect(isTextField(put(html))).toBe(expected);
  });
});

describe('a shortcut', () => {
  it.each([
    ['<input data-it>', true],
    ['<select data-it></select>', true],
    ['<div role="menu"></div><button data-it>Press</button>', true],
    ['<div role="dialog"></div><button data-it>Press</button>', true],
    ['<button data-it>Press</button>', false],
  ])('leaves the key to elements that handle it: %s', (html, expected) => {
    const target = put(html);
    let isTaken: boolean | null = null;
    target.addEventListener('keydown', (event) => (isTaken = isShortcutBlocked(event as KeyboardEvent)));
    target.dispatchEvent(press({ key: 'f' }));
    expect(isTaken).toBe(expected);
  });
});

describe('the sources', () => {
  const sources = ['src', 'site'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => ({ name: `${folder}/${file}`, text: readFileSync(`${folder}/${file}`, 'utf8') })),
  );
  const LISTENS = /onKey(Down|Up)=|(addEventListener|listen)\('key(down|up)'/;

  it('use keyOf instead of event.key', () => {
    const own = sources.filter(({ name }) => name !== 'src/ui/keyboard.ts');
    expect(own.some(({ text }) => LISTENS.test(text))).toBe(true);
    const raw = own.filter(({ text }) => /\b(event|e|nativeEvent)\.(key|code|keyCode|which|charCode|isComposing)\b/.test(text));
    expect(raw.map(({ name }) => name)).toEqual([]);
    const bare = own.filter(({ text }) => LISTENS.test(text) && !/from '[./]+(\/ui)?\/keyboard'/.test(text));
    expect(bare.map(({ name }) => name)).toEqual([]);
  });
});
