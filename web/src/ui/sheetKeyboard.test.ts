import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepAboveKeyboard } from './sheetKeyboard';

let viewport: EventTarget & { height: number; offsetTop: number; scale: number };
let sheet: HTMLElement;

/** Shows a part of the page of 800 px, as the on-screen keyboard and zooming do. */
function show(part: Partial<Pick<VisualViewport, 'height' | 'offsetTop' | 'scale'>>): void {
  Object.assign(viewport, part);
  viewport.dispatchEvent(new Event('resize'));
}

beforeEach(() => {
  viewport = Object.assign(new EventTarget(), { height: 800, offsetTop: 0, scale: 1 });
  vi.stubGlobal('visualViewport', viewport);
  vi.stubGlobal('innerHeight', 800);
  sheet = document.body.appendChild(document.createElement('div'));
  keepAboveKeyboard(sheet);
});

afterEach(() => {
  sheet.remove();
  vi.unstubAllGlobals();
});

it('moves above the part that the keyboard covers, and back', () => {
  expect(sheet.style.marginBottom).toBe('');
  show({ height: 500 });
  expect([sheet.style.marginBottom, sheet.style.maxHeight]).toEqual(['300px', 'calc(92dvh - 300px)']);
  show({ offsetTop: 100 });
  expect([sheet.style.marginBottom, sheet.style.maxHeight]).toEqual(['200px', 'calc(92dvh - 300px)']);
  show({ offsetTop: 300 });
  expect([sheet.style.marginBottom, sheet.style.maxHeight]).toEqual(['', 'calc(92dvh - 300px)']);
  show({ height: 800, offsetTop: 0 });
  expect([sheet.style.marginBottom, sheet.style.maxHeight]).toEqual(['', '']);
});

it('shows the field that has opened the keyboard', () => {
  const field = sheet.appendChild(document.createElement('input'));
  const scroll = vi.spyOn(field, 'scrollIntoView');
  show({ height: 500 });
  expect(scroll).not.toHaveBeenCalled();
  show({ height: 800 });
  field.focus();
  show({ height: 500 });
  show({ offsetTop: 100 });
  expect(scroll).toHaveBeenCalledOnce();
});

it('stays where it is on a zoomed page', () => {
  show({ height: 400, scale: 2 });
  expect(sheet.style.marginBottom).toBe('');
});

it('is left alone once it is removed', () => {
  sheet.remove();
  show({ height: 500 });
  expect(sheet.style.marginBottom).toBe('');
});
