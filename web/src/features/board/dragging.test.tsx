import type { BoardView, Patch } from '@twentyfour/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { boardRecord, cardView, type FakeCore, connectFakeCore } from '../../testing/fake-core';
import { BoardLists } from './BoardLists';

const view: BoardView = {
  board: boardRecord({ id: '1', slug: 'groceries-7f3k', name: 'Groceries' }),
  lists: [
    { id: 'A', name: 'Today', is_collapsed: false, card_ids: ['bread', 'milk', 'eggs', 'jam'] },
    { id: 'B', name: 'Later', is_collapsed: false, card_ids: ['paint'] },
  ],
  cards: ['bread', 'milk', 'eggs', 'jam', 'paint', 'rice'].map((id) => cardView({ id, title: id })),
};

function open(): FakeCore {
  const core = connectFakeCore({ open_slug: 'groceries-7f3k', open_status: 'ready', open_board: view });
  render(<BoardLists isBlocked={false} onOpenCard={vi.fn()} />);
  return core;
}

const titles = (list: string) =>
  [...document.querySelectorAll(`[data-list-id="${list}"] [data-card-id]`)].map((card) => card.getAttribute('aria-label'));
const said = () => screen.getByRole('status').textContent;
const somebodyElse = (core: FakeCore, ...patches: Patch[]) => core.emit(patches);
const lift = (title: string) => {
  screen.getByRole('button', { name: title }).focus();
  return userEvent.keyboard(' ');
};

describe('while a card is dragged by keyboard', () => {
  it('shows and announces its position; the drop is one intent', async () => {
    const core = open();
    await lift('bread');
    expect(said()).toBe('Picked up bread from Today, position 1 of 4.');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    expect(titles('A')).toEqual(['milk', 'eggs', 'bread', 'jam']);
    expect(said()).toBe('bread moved to Today, position 3 of 4.');
    expect(core.intents).toEqual([]);
    await userEvent.keyboard(' ');
    expect(core.intents).toEqual([{ type: 'move_card', card_id: 'bread', list_id: 'A', index: 2 }]);
  });

  it('keeps its sibling when cards above change', async () => {
    const core = open();
    await lift('bread');
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    // Another tab moves rice first and deletes milk: bread still goes before jam.
    somebodyElse(
      core,
      { type: 'card_placed', id: 'rice', from_list_id: null, from_index: null, list_id: 'A', index: 0, card: cardView({ id: 'rice', title: 'rice' }) },
      { type: 'card_removed', id: 'milk', list_id: 'A' },
    );
    expect(titles('A')).toEqual(['rice', 'eggs', 'bread', 'jam']);
    await userEvent.keyboard(' ');
    expect(core.intents).toEqual([{ type: 'move_card', card_id: 'bread', list_id: 'A', index: 2 }]);
  });

  it('stays in place when its sibling is removed', async () => {
    const core = open();
    await lift('bread');
    await userEvent.keyboard('{ArrowDown}');
    expect(titles('A')).toEqual(['milk', 'bread', 'eggs', 'jam']);
    somebodyElse(core, { type: 'card_removed', id: 'eggs', list_id: 'A' });
    expect(titles('A')).toEqual(['milk', 'bread', 'jam']);
  });

  it('cancels when the card is deleted elsewhere', async () => {
    const core = open();
    await lift('bread');
    await userEvent.keyboard('{ArrowDown}');
    somebodyElse(core, { type: 'card_removed', id: 'bread', list_id: 'A' });
    expect(titles('A')).toEqual(['milk', 'eggs', 'jam']);
    await userEvent.keyboard(' ');
    expect(core.intents).toEqual([]);
    // The next drag starts over.
    await lift('milk');
    expect(said()).toBe('Picked up milk from Today, position 1 of 3.');
  });

  it('moves into the list beside it, and Escape brings it back with the focus', async () => {
    const core = open();
    await lift('eggs');
    await userEvent.keyboard('{ArrowRight}');
    expect(titles('A')).toEqual(['bread', 'milk', 'jam']);
    expect(titles('B')).toContain('eggs');
    await userEvent.keyboard('{Escape}');
    expect(titles('A')).toEqual(['bread', 'milk', 'eggs', 'jam']);
    expect(said()).toBe('Canceled moving eggs.');
    expect(screen.getByRole('button', { name: 'eggs' })).toHaveFocus();
    expect(core.intents).toEqual([]);
  });

  it('moves among the matching cards', async () => {
    const core = open();
    somebodyElse(core, {
      type: 'filter_changed',
      filter: { text: 'x', labels: [], priorities: [], due: null },
      matching: JSON.stringify(['bread', 'eggs', 'jam']),
    } as Patch);
    expect(titles('A')).toEqual(['bread', 'eggs', 'jam']);
    await lift('jam');
    await userEvent.keyboard('{ArrowUp} ');
    // Before eggs, the third of all cards.
    expect(core.intents).toEqual([{ type: 'move_card', card_id: 'jam', list_id: 'A', index: 2 }]);
  });
});

describe('a list', () => {
  it('moves by its grip', async () => {
    const core = open();
    screen.getByRole('button', { name: 'Move list Today' }).focus();
    await userEvent.keyboard(' {ArrowRight}');
    expect(said()).toBe('Today moved to position 2 of 2.');
    await userEvent.keyboard(' ');
    expect(core.intents).toEqual([{ type: 'move_list', list_id: 'A', index: 1 }]);
  });

  it('shows its header alone while it is collapsed', () => {
    const core = open();
    somebodyElse(core, { type: 'list_changed', id: 'A', name: 'Today', is_collapsed: true });
    expect(titles('A')).toEqual([]);
    expect(screen.getByRole('button', { name: 'Move list Today' })).toBeVisible();
  });
});

describe('while nothing may be dragged', () => {
  it('Space lifts nothing', async () => {
    connectFakeCore({ open_slug: 'groceries-7f3k', open_status: 'ready', open_board: view });
    render(<BoardLists isBlocked onOpenCard={vi.fn()} />);
    await lift('bread');
    expect(said()).toBe('');
  });
});
