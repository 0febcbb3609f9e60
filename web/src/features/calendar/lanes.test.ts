import { expect, it } from 'vitest';
import { assignLanes } from './lanes';

it('places what overlaps in lanes beside each other', () => {
  const spans = [
    { from: 0, to: 30 },
    { from: 60, to: 120 },
    { from: 90, to: 100 },
    { from: 110, to: 150 },
    { from: 150, to: 160 },
  ];
  expect(assignLanes(spans)).toEqual([
    { index: 0, count: 1, from: 0, to: 30 },
    { index: 0, count: 2, from: 60, to: 150 },
    { index: 1, count: 2, from: 60, to: 150 },
    { index: 1, count: 2, from: 60, to: 150 },
    { index: 0, count: 1, from: 150, to: 160 },
  ]);
});
