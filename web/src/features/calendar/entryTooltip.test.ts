import { expect, it } from 'vitest';
import { entryTooltip } from './entryTooltip';

it('names the time of a card that has one, the card and its board', () => {
  const milk = { title: 'Milk', board_name: 'Home', due_date: '2026-11-30T23:45' };
  expect(entryTooltip(milk, '24')).toBe('23:45 · Milk · Home');
  expect(entryTooltip({ ...milk, due_date: '2026-11-30' }, '24')).toBe('Milk · Home');
});
