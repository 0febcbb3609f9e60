import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import type { Recurrence } from '@twentyfour/core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { mirror } from '../../core/client';
import { vibrate } from '../../platform/haptics';
import { showToast } from '../../platform/toasts';
import { stubTouchScreen, touch, type TouchType } from '../../testing/touch';
import { cardIn, open, sentIntents } from './testing';

vi.mock('../../platform/haptics', () => ({ vibrate: vi.fn() }));
vi.mock('../../platform/toasts', async (load) => ({ ...(await load<object>()), showToast: vi.fn() }));

beforeEach(stubTouchScreen);

const WEEKLY: Recurrence = {
  every: 1, unit: 'weeks', weekdays: [], from_completion: false, until: null, remaining: null, day_of_month: null,
};

/** Opens the board and waits until its gestures are loaded. */
async function openOnPhone() {
  const board = await open();
  await import('./cardGestures');
  await board.core.settle();
  // Adding the board has shown a toast, too.
  vi.mocked(showToast).mockClear();
  vi.mocked(vibrate).mockClear();
  return board;
}

const card = (name: string) => screen.getByRole('button', { name });
const rowOf = (name: string) => card(name).closest<HTMLElement>('[data-drag-type]');

describe('a swipe to the right', () => {
  it('marks the card as done, with a mark behind it, and offers to undo', async () => {
    const { core, milk } = await openOnPhone();
    touch(card('Milk'), 'touchstart', [0, 0]);
    expect(touch(card('Milk'), 'touchmove', [20, 2])).toBe(false);
    expect(rowOf('Milk')).toHaveAttribute('data-swipe', 'near');
    expect(rowOf('Milk')?.querySelector('[data-swipe-mark]')).toHaveClass('icon-done');
    touch(card('Milk'), 'touchmove', [100, 4]);
    expect(rowOf('Milk')).toHaveAttribute('data-swipe', 'far');
    expect(sentIntents(core)).toEqual([]);
    touch(card('Milk'), 'touchend');
    expect(cardIn(core, milk)?.priority).toBe('completed');
    expect(showToast).toHaveBeenCalledExactlyOnceWith('blank', 'Card marked as done', expect.any(Function), 'Card marked as done');
    expect(vibrate).toHaveBeenCalledExactlyOnceWith('complete');
    await waitFor(() => expect(rowOf('Milk')).not.toHaveAttribute('data-swipe'));
    expect(rowOf('Milk')?.querySelector('[data-swipe-mark]')).toBeNull();
    vi.mocked(showToast).mock.calls[0]?.[2]?.();
    expect(cardIn(core, milk)?.priority).toBe('low');
  });

  it('undoes the whole step of a recurring card, with its next occurrence', async () => {
    const { core, bread, today } = await openOnPhone();
    const cards = () => mirror.getState().lists.get(today)?.card_ids.length;
    const before = cards();
    act(() => core.do({ type: 'edit_card', card_id: bread, edits: [{ field: 'recurrence', value: WEEKLY }] }));
    touch(card('Bread'), 'touchstart', [0, 0]);
    touch(card('Bread'), 'touchmove', [100, 0]);
    touch(card('Bread'), 'touchend');
    expect(cardIn(core, bread)?.priority).toBe('completed');
    expect(cards()).toBe((before ?? 0) + 1);
    act(() => vi.mocked(showToast).mock.calls[0]?.[2]?.());
    expect(cardIn(core, bread)?.priority).toBe('high');
    expect(cards()).toBe(before);
  });

  it('undoes its own card after another one was marked as done', async () => {
    const { core, bread, milk } = await openOnPhone();
    touch(card('Milk'), 'touchstart', [0, 0]);
    touch(card('Milk'), 'touchmove', [100, 0]);
    touch(card('Milk'), 'touchend');
    act(() => core.do({ type: 'edit_card', card_id: bread, edits: [{ field: 'completed', value: true }] }));
    act(() => vi.mocked(showToast).mock.calls[0]?.[2]?.());
    expect(cardIn(core, milk)?.priority).toBe('low');
    expect(cardIn(core, bread)?.priority).toBe('completed');
    expect(showToast).toHaveBeenCalledOnce();
    act(() => vi.mocked(showToast).mock.calls[0]?.[2]?.());
    expect(showToast).toHaveBeenLastCalledWith('error', 'There’s nothing to undo or redo.', null);
  });

  it('marks a card that is done as not done', async () => {
    const { core, bread } = await openOnPhone();
    core.do({ type: 'edit_card', card_id: bread, edits: [{ field: 'completed', value: true }] });
    touch(card('Bread'), 'touchstart', [0, 0]);
    touch(card('Bread'), 'touchmove', [100, 0]);
    expect(rowOf('Bread')?.querySelector('[data-swipe-mark]')).toHaveClass('icon-not-done');
    touch(card('Bread'), 'touchend');
    expect(cardIn(core, bread)?.priority).toBe('high');
    expect(showToast).toHaveBeenCalledExactlyOnceWith('blank', 'Card marked as not done', expect.any(Function), 'Card marked as not done');
    expect(vibrate).not.toHaveBeenCalled();
  });

  it.each<[string, TouchType, [number, number][]]>([
    ['is released too early', 'touchend', [[40, 0]]],
    ['goes back', 'touchend', [[100, 0], [30, 0]]],
    ['is canceled by the system', 'touchcancel', [[100, 0]]],
  ])('changes nothing if it %s', async (_, end, points) => {
    const { core } = await openOnPhone();
    touch(card('Milk'), 'touchstart', [0, 0]);
    for (const point of points) touch(card('Milk'), 'touchmove', point);
    touch(card('Milk'), end);
    expect(sentIntents(core)).toEqual([]);
    expect(rowOf('Milk')).toHaveAttribute('data-swipe', 'released');
  });

  it('leaves a movement down to the browser, whatever follows', async () => {
    const { core } = await openOnPhone();
    touch(card('Milk'), 'touchstart', [0, 0]);
    expect(touch(card('Milk'), 'touchmove', [4, 20])).toBe(true);
    expect(touch(card('Milk'), 'touchmove', [200, 0])).toBe(true);
    touch(card('Milk'), 'touchend');
    expect(rowOf('Milk')).not.toHaveAttribute('data-swipe');
    expect(sentIntents(core)).toEqual([]);
  });

  it('is not one with two fingers', async () => {
    const { core } = await openOnPhone();
    touch(card('Milk'), 'touchstart', [0, 0]);
    touch(card('Milk'), 'touchmove', [100, 0]);
    touch(card('Milk'), 'touchstart', [100, 0], [50, 50]);
    touch(card('Milk'), 'touchend');
    expect(sentIntents(core)).toEqual([]);
  });
});

it('shows a dot for each list below them', async () => {
  const { core } = await openOnPhone();
  const dots = () => document.querySelectorAll('[data-list-dot]').length;
  const before = mirror.getState().list_ids.length;
  expect(dots()).toBe(before);
  act(() => core.do({ type: 'add_list', name: 'Next' }));
  await waitFor(() => expect(dots()).toBe(before + 1));
});

describe('a swipe to the left', () => {
  it('opens the menu of the card, with a mark behind it', async () => {
    const { core } = await openOnPhone();
    touch(card('Milk'), 'touchstart', [100, 0]);
    expect(touch(card('Milk'), 'touchmove', [80, 2])).toBe(false);
    expect(rowOf('Milk')?.querySelector('[data-swipe-mark="left"]')).toHaveClass('icon-ellipsis');
    // Back over the start is no swipe to the right.
    touch(card('Milk'), 'touchmove', [200, 2]);
    expect(rowOf('Milk')).toHaveAttribute('data-swipe', 'near');
    touch(card('Milk'), 'touchmove', [5, 4]);
    expect(rowOf('Milk')).toHaveAttribute('data-swipe', 'far');
    touch(card('Milk'), 'touchend');
    expect(await screen.findByRole('menuitem', { name: 'Archive' })).toBeVisible();
    expect(sentIntents(core)).toEqual([]);
  });
});

describe('a long press', () => {
  const finger = (clientX: number) => ({ isPrimary: true, pointerId: 1, pointerType: 'touch', button: 0, buttons: 1, clientX, clientY: 0 });
  const lift = async () => {
    fireEvent.pointerDown(card('Milk'), finger(0));
    await waitFor(() => expect(document.querySelector('[data-drag-overlay]')).not.toBeNull());
  };

  it('opens the card’s menu when it is released in place', async () => {
    const { core, milk } = await openOnPhone();
    await lift();
    expect(screen.queryByRole('menu')).toBeNull();
    fireEvent.pointerMove(document.body, finger(3));
    fireEvent.pointerUp(document.body, finger(3));
    expect(await screen.findByRole('menuitem', { name: 'Mark as done' })).toBeVisible();
    expect(document.querySelector('[data-drag-overlay]')).toBeNull();
    // The browser may report the press as a click, too.
    fireEvent.click(card('Milk'));
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Mark as done' }));
    expect(cardIn(core, milk)?.priority).toBe('completed');
  });

  it('opens no menu after the finger has moved, even if it comes back', async () => {
    await openOnPhone();
    await lift();
    fireEvent.pointerMove(document.body, finger(40));
    fireEvent.pointerMove(document.body, finger(0));
    fireEvent.pointerUp(document.body, finger(0));
    await waitFor(() => expect(document.querySelector('[data-drag-overlay]')).toBeNull());
    expect(screen.queryByRole('menu')).toBeNull();
  });

  it('opens no menu if the system cancels it', async () => {
    await openOnPhone();
    await lift();
    fireEvent.pointerCancel(document.body, finger(0));
    await waitFor(() => expect(document.querySelector('[data-drag-overlay]')).toBeNull());
    expect(screen.queryByRole('menu')).toBeNull();
  });
});
