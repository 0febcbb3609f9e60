import { expect, it } from 'vitest';
import { toolbarPosition } from './toolbarPosition';

const area = { top: 100, bottom: 500, left: 50, right: 650 };
const size = { width: 400, height: 44 };
const selection = (top: number, bottom: number, left = 300, right = 340) => ({ top, bottom, left, right });

it.each([
  ['above the selection', selection(300, 320), { left: 120, top: 248 }],
  ['below a selection in the first line', selection(110, 130), { left: 120, top: 138 }],
  ['at the top of the area if the selection fills it', selection(20, 900), { left: 120, top: 108 }],
  ['within the left edge', selection(300, 320, 60, 80), { left: 58, top: 248 }],
  ['within the right edge', selection(300, 320, 600, 640), { left: 242, top: 248 }],
])('is %s', (_where, box, position) => {
  expect(toolbarPosition(box, area, size)).toEqual(position);
});

it('is hidden while the selection is scrolled out of view', () => {
  expect(toolbarPosition(selection(20, 40), area, size)).toBeNull();
  expect(toolbarPosition(selection(520, 540), area, size)).toBeNull();
});
