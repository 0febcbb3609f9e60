import type { CardFilter, Id } from '@twentyfour/core';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { addBoard } from '../../testing/boards';
import { startGuest } from '../../testing/real-core';
import { BoardLists } from './BoardLists';
import { listNames, titlesIn } from './testing';

async function open({ isBlocked = false } = {}) {
  const core = await startGuest();
  const { board, lists, cards } = await addBoard(core, {
    name: 'Groceries',
    lists: { Today: ['bread', 'milk', 'eggs', 'jam'], Later: ['paint'] },
  });
  core.do({ type: 'open_board', slug: board.slug });
  await core.settle();
  render(<BoardLists isBlocked={isBlocked} onOpenCard={vi.fn()} />);
  // dnd-kit adds the live region in the next frame.
  await screen.findByRole('status');
  const id = (title: string) => cards[title] ?? '';
  return { core, id, today: lists.Today ?? '', later: lists.Later ?? '' };
}

const titles = (list: Id) =>
  [...document.querySelectorAll(`[data-list-id="${list}"] [data-card-id]`)].map((card) => card.getAttribute('aria-label'));
const announces = (text: string) => waitFor(() => expect(screen.getByRole('status')).toHaveTextContent(text));
const pickUp = (title: string) => {
  screen.getByRole('button', { name: title }).focus();
  return userEvent.keyboard(' ');
};

describe('while a card is dragged by keyboard', () => {
  it('shows and announces its position; the drop is one intent', async () => {
    const { core, id, today } = await open();
    await pickUp('bread');
    await announces('Picked up bread from Today, position 1 of 4.');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(titles(today)).toEqual(['milk', 'eggs', 'bread', 'jam']);
    await announces('bread moved to Today, position 3 of 4.');
    expect(core.intents).toEqual([]);
    await userEvent.keyboard(' ');
    expect(core.intents).toEqual([{ type: 'drop_card', card_id: id('bread'), list_id: today, before: id('jam') }]);
    expect(titlesIn(core, today)).toEqual(['milk', 'eggs', 'bread', 'jam']);
    expect(titles(today)).toEqual(['milk', 'eggs', 'bread', 'jam']);
  });

  it('does not become a toggle button', async () => {
    await open();
    const card = screen.getByRole('button', { name: 'bread' });
    await pickUp('bread');
    await announces('Picked up bread from Today, position 1 of 4.');
    expect(card).not.toHaveAttribute('aria-pressed');
    await userEvent.keyboard(' ');
    await announces('bread dropped in Today, position 1 of 4.');
    expect(card).not.toHaveAttribute('aria-pressed');
    expect(card).not.toHaveAttribute('aria-disabled');
  });

  it('keeps its sibling when cards above change', async () => {
    const { core, id, today } = await open();
    await pickUp('bread');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    // Another tab adds rice, moves it first and deletes milk: bread still goes before jam.
    core.do({ type: 'add_card', list_id: today, title: 'rice', priority: 'low' });
    const rice = core.state().open_board?.lists[0]?.card_ids.at(-1) ?? '';
    core.do({ type: 'move_card', card_id: rice, list_id: today, index: 0 }, { type: 'delete_card', card_id: id('milk') });
    expect(titles(today)).toEqual(['rice', 'eggs', 'bread', 'jam']);
    await userEvent.keyboard(' ');
    expect(core.intents).toEqual([{ type: 'drop_card', card_id: id('bread'), list_id: today, before: id('jam') }]);
    expect(titlesIn(core, today)).toEqual(['rice', 'eggs', 'bread', 'jam']);
  });

  it('stays in place when its sibling is removed', async () => {
    const { core, id, today } = await open();
    await pickUp('bread');
    await userEvent.keyboard('{ArrowDown}');
    expect(titles(today)).toEqual(['milk', 'bread', 'eggs', 'jam']);
    core.do({ type: 'delete_card', card_id: id('eggs') });
    expect(titles(today)).toEqual(['milk', 'bread', 'jam']);
  });

  it('cancels when the card is deleted elsewhere', async () => {
    const { core, id, today } = await open();
    await pickUp('bread');
    await userEvent.keyboard('{ArrowDown}');
    core.do({ type: 'delete_card', card_id: id('bread') });
    expect(titles(today)).toEqual(['milk', 'eggs', 'jam']);
    await waitFor(() => expect(screen.getByRole('button', { name: 'milk' })).toHaveFocus());
    // The next drag starts over.
    await userEvent.keyboard(' ');
    await announces('Picked up milk from Today, position 1 of 3.');
    await userEvent.keyboard(' ');
    expect(core.intents).toEqual([]);
  });

  it('moves into the list beside it, and Escape brings it back with the focus', async () => {
    const { core, today, later } = await open();
    await pickUp('eggs');
    await userEvent.keyboard('{ArrowRight}');
    expect(titles(today)).toEqual(['bread', 'milk', 'jam']);
    expect(titles(later)).toContain('eggs');
    await userEvent.keyboard('{Escape}');
    expect(titles(today)).toEqual(['bread', 'milk', 'eggs', 'jam']);
    await announces('Canceled moving eggs.');
    expect(screen.getByRole('button', { name: 'eggs' })).toHaveFocus();
    expect(core.intents).toEqual([]);
  });

  it('moves among the matching cards', async () => {
    const { core, id, today } = await open();
    for (const card of ['bread', 'eggs', 'jam']) {
      core.do({ type: 'edit_card', card_id: id(card), edits: [{ field: 'labels', value: ['breakfast'] }] });
    }
    const filter: CardFilter = { text: '', labels: ['breakfast'], priorities: [], due: null };
    core.do({ type: 'set_filter', filter });
    expect(titles(today)).toEqual(['bread', 'eggs', 'jam']);
    await pickUp('jam');
    await userEvent.keyboard('{ArrowUp} ');
    // Before eggs, the third of all cards.
    expect(core.intents).toEqual([{ type: 'drop_card', card_id: id('jam'), list_id: today, before: id('eggs') }]);
    expect(titlesIn(core, today)).toEqual(['bread', 'milk', 'jam', 'eggs']);
    expect(titles(today)).toEqual(['bread', 'jam', 'eggs']);
  });
});

describe('a press with the mouse', () => {
  const mouse = (x: number, buttons: number) => ({ isPrimary: true, pointerType: 'mouse', button: 0, buttons, clientX: x, clientY: 0 });

  it('picks up once the mouse has moved; Escape cancels without reaching the page', async () => {
    await open();
    const onKeyDown = vi.fn();
    document.addEventListener('keydown', onKeyDown);
    fireEvent.pointerDown(screen.getByRole('button', { name: 'bread' }), mouse(0, 1));
    fireEvent.pointerMove(document.body, mouse(4, 1));
    await Promise.resolve();
    expect(document.querySelector('[data-drag-overlay]')).toBeNull();
    fireEvent.pointerMove(document.body, mouse(6, 1));
    await waitFor(() => expect(document.querySelector('[data-drag-overlay]')).not.toBeNull());
    fireEvent.keyDown(document.body, { key: 'Escape', code: 'Escape' });
    await announces('Canceled moving bread.');
    expect(document.querySelector('[data-drag-overlay]')).toBeNull();
    expect(onKeyDown).not.toHaveBeenCalled();
    document.removeEventListener('keydown', onKeyDown);
    fireEvent.pointerUp(document.body, mouse(6, 0));
  });

  it('ends when the mouse was released outside the window', async () => {
    await open();
    fireEvent.pointerDown(screen.getByRole('button', { name: 'bread' }), mouse(0, 1));
    fireEvent.pointerMove(document.body, mouse(2, 0));
    fireEvent.pointerMove(document.body, mouse(100, 0));
    await Promise.resolve();
    expect(document.querySelector('[data-drag-overlay]')).toBeNull();
  });
});

describe('a list', () => {
  it('moves by its grip', async () => {
    const { core, today } = await open();
    screen.getByRole('button', { name: 'Move list Today' }).focus();
    await userEvent.keyboard(' {ArrowRight}');
    await announces('Today moved to position 2 of 2.');
    await userEvent.keyboard(' ');
    expect(core.intents).toEqual([{ type: 'move_list', list_id: today, index: 1 }]);
    expect(listNames(core)).toEqual(['Later', 'Today']);
  });

  it('shows its header alone while it is collapsed', async () => {
    const { core, today } = await open();
    core.do({ type: 'edit_list', list_id: today, edit: { field: 'collapsed', value: true } });
    expect(titles(today)).toEqual([]);
    expect(screen.getByRole('button', { name: 'Move list Today' })).toBeVisible();
  });
});

describe('while nothing may be dragged', () => {
  it('Space picks up nothing', async () => {
    await open({ isBlocked: true });
    await pickUp('bread');
    await userEvent.keyboard('{ArrowDown} ');
    expect(screen.queryByText(/^Picked up/)).toBeNull();
  });
});
