import { expect, it } from 'vitest';
import { dispatch, mirror } from '../core/client';
import { addBoard } from './boards';
import { startAccount, startGuest } from './real-core';
import { boardResponses } from './responses';

const untouched = { setTimeout, fetch, now: Date.now };

it('shows in the mirror what a guest does', async () => {
  const core = await startGuest({ now: '2026-03-03T08:00' });
  const { board } = await addBoard(core, { name: 'Home', lists: { Today: ['Milk', { title: 'Bread', priority: 'high' }] } });
  expect(mirror.getState().boards).toEqual([board]);
  dispatch({ type: 'open_board', slug: board.slug });
  await core.settle();
  expect(core.intents).toEqual([{ type: 'open_board', slug: board.slug }]);
  expect([...mirror.getState().cards.values()].map(({ title }) => title).toSorted()).toEqual(['Bread', 'Milk']);
  expect(mirror.getState().clock.minute).toBe('2026-03-03T08:00');
});

it('sends what an account does', async () => {
  const core = await startAccount(boardResponses());
  await addBoard(core, { name: 'Home', lists: { Today: ['Milk'] } });
  expect(mirror.getState().sync.unsent).toBe(0);
  expect(core.requests.map(({ path }) => path)).toContain('/boards/create-board/');
});

it('leaves the timers of the page alone', async () => {
  const core = await startGuest();
  core.do({ type: 'start_timer' });
  await new Promise((resolve) => setTimeout(resolve));
  expect(mirror.getState().timer.state).toMatchObject({ minutes: 25, seconds: 0, isActive: true });
  await core.advance(2000);
  expect(mirror.getState().timer.state).toMatchObject({ minutes: 24, seconds: 58 });
});

it('restores the browser after each test', () => {
  expect({ setTimeout, fetch, now: Date.now }).toEqual(untouched);
  expect(dispatch({ type: 'start_timer' })).toBeNull();
});
