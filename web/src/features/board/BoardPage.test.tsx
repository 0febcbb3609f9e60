import type { BoardView, CardView, Snapshot } from '@twentyfour/core';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { type FakeCore, startFakeCore } from '../../core/testing';
import { BoardPage } from './BoardPage';
import { dueDateWords } from './dates';

const card = (fields: Partial<CardView> & { id: string }): CardView => ({
  title: fields.id,
  description: '',
  priority: 'low',
  due_date: null,
  labels: [],
  ...fields,
});

const view: BoardView = {
  board: {
    id: '1',
    slug: 'groceries-7f3k',
    name: 'Groceries',
    description: '',
    color: '#ff9933',
    image: null,
    favorite: false,
    trashed_at: null,
  },
  lists: [
    { id: 'A', name: 'Today', card_ids: ['bread', 'milk'] },
    { id: 'B', name: '', card_ids: [] },
  ],
  cards: [
    card({ id: 'bread', title: 'Bread', priority: 'high', due_date: '2026-03-03T09:00', labels: ['Bakery'] }),
    card({ id: 'milk', title: 'Milk' }),
  ],
};

const opened: Partial<Snapshot> = { open_slug: 'groceries-7f3k', open_status: 'ready', open_board: view };

function open(fields: Partial<Snapshot> = opened): FakeCore {
  const core = startFakeCore(fields);
  const router = createMemoryRouter([{ path: '/app/b/:boardSlug', Component: BoardPage }], {
    initialEntries: ['/app/b/groceries-7f3k'],
  });
  render(<RouterProvider router={router} />);
  return core;
}

/** What was asked for since the board was opened. */
const asked = (core: FakeCore) => core.intents.slice(1);

describe('the picture of a board', () => {
  it('is not there where the board has none', () => {
    open();
    expect(screen.queryByTestId('board-picture')).toBeNull();
  });

  it('covers the page where the board has one', () => {
    open({ ...opened, open_board: { ...view, board: { ...view.board, image: '/backgrounds/dusk-2560.webp' } } });
    expect(screen.getByTestId('board-picture').style.backgroundImage).toContain('/backgrounds/dusk-2560.webp');
  });
});

describe('due dates', () => {
  it('are written as people write them', () => {
    expect(dueDateWords('2026-03-03')).toBe('3 Mar 2026');
    expect(dueDateWords('2026-12-24T18:30')).toBe('24 Dec 2026, 18:30');
  });
});

describe('a board', () => {
  it('asks for itself, and leaves when it is left', () => {
    const core = open();
    expect(core.intents).toEqual([{ type: 'open_board', slug: 'groceries-7f3k' }]);
    expect(document.title).toBe('Boards - Groceries');
    expect(screen.getByRole('heading', { level: 1, name: 'Groceries' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Boards /' })).toHaveAttribute('href', '/app/b');
  });

  it('shows a skeleton, then what is so', () => {
    const core = open({ open_slug: 'groceries-7f3k', open_status: 'loading' });
    expect(screen.getByText('Loading the board')).toBeInTheDocument();
    core.say([{ type: 'board_status_changed', slug: 'groceries-7f3k', status: 'not_found' }]);
    expect(screen.getByText('This board does not exist')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to My Boards' })).toBeVisible();
  });

  it('tries again after a failure', async () => {
    const core = open({ open_slug: 'groceries-7f3k', open_status: 'failed' });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(asked(core)).toEqual([{ type: 'open_board', slug: 'groceries-7f3k' }]);
  });

  it('draws its lists and cards', () => {
    open();
    expect(screen.getByRole('heading', { name: 'Untitled list' })).toBeVisible();
    const bread = screen.getByRole('button', { name: 'Bread' });
    expect(bread).toHaveTextContent('High');
    expect(bread).toHaveTextContent('3 Mar 2026, 09:00');
    expect(bread).toHaveTextContent('Bakery');
    expect(bread).toHaveAttribute('data-card-id', 'bread');
  });

  it('adds lists, one after the other, until Escape', async () => {
    const core = open();
    await userEvent.click(screen.getByRole('button', { name: 'New List' }));
    const field = screen.getByRole('textbox', { name: 'List name' });
    expect(field).toHaveFocus();
    await userEvent.keyboard('Next{Enter}Later{Enter}{Escape}');
    expect(asked(core)).toEqual([
      { type: 'add_list', name: 'Next' },
      { type: 'add_list', name: 'Later' },
    ]);
    expect(screen.getByRole('button', { name: 'New List' })).toBeVisible();
  });

  it('adds cards, resets to low priority, stays open, ignores blanks, and closes on Escape without losing the text', async () => {
    const core = open();
    const list = within(screen.getByRole('region', { name: 'Today' }));
    await userEvent.click(list.getByRole('button', { name: 'Add card' }));
    const field = list.getByRole('textbox', { name: 'Card title' });
    expect(field).toHaveFocus();
    await userEvent.selectOptions(list.getByRole('combobox', { name: 'Priority' }), 'medium');
    await userEvent.type(field, 'Jam{Enter}');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
    expect(list.getByRole('combobox', { name: 'Priority' })).toHaveValue('low');
    await userEvent.keyboard('   {Enter}');
    expect(asked(core)).toEqual([{ type: 'add_card', list_id: 'A', title: 'Jam', priority: 'medium' }]);
    await userEvent.keyboard('honey{Escape}');
    await userEvent.click(list.getByRole('button', { name: 'Add card' }));
    expect(list.getByRole('textbox', { name: 'Card title' })).toHaveValue('   honey');
  });

  it('keeps what was typed where a card is refused, and says why', async () => {
    const core = open();
    core.answer = () => ({ code: 'title_too_long', message: 'Shorten the title to at most 500 characters.' });
    const list = within(screen.getByRole('region', { name: 'Today' }));
    await userEvent.click(list.getByRole('button', { name: 'Add card' }));
    await userEvent.keyboard('Jam{Enter}');
    expect(list.getByRole('alert')).toHaveTextContent('Shorten the title');
    expect(list.getByRole('textbox', { name: 'Card title' })).toHaveValue('Jam');
  });

  it('renames and deletes a list', async () => {
    const core = open();
    await userEvent.click(screen.getByRole('button', { name: 'Options of Today' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }));
    await userEvent.keyboard('Tomorrow{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Options of Untitled list' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(asked(core)).toEqual([
      { type: 'edit_list', list_id: 'A', edit: { field: 'name', value: 'Tomorrow' } },
      { type: 'delete_list', list_id: 'B' },
    ]);
  });

  it('opens a card, and saves each changed field', async () => {
    const core = open();
    screen.getByRole('button', { name: 'Milk' }).focus();
    await userEvent.keyboard('{Enter}');
    const dialog = within(screen.getByRole('dialog', { name: 'Milk' }));
    expect(dialog.getByText('No description yet.')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Edit Details' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Description' }), 'Two bottles');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Priority' }), 'completed');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(asked(core)).toEqual([
      { type: 'edit_card', card_id: 'milk', edit: { field: 'description', value: 'Two bottles' } },
      { type: 'edit_card', card_id: 'milk', edit: { field: 'priority', value: 'completed' } },
    ]);
  });

  it('keeps what was typed into a card when Escape closes it', async () => {
    const core = open();
    await userEvent.click(screen.getByRole('button', { name: 'Milk' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit Details' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), ' and honey{Escape}');
    expect(asked(core)).toEqual([{ type: 'edit_card', card_id: 'milk', edit: { field: 'title', value: 'Milk and honey' } }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('saves only what the person changed, not what others changed meanwhile', async () => {
    const core = open();
    await userEvent.click(screen.getByRole('button', { name: 'Milk' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit Details' }));
    core.say([{ type: 'card_changed', card: card({ id: 'milk', title: 'Oat milk', priority: 'high' }) }]);
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Two bottles');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(asked(core)).toEqual([
      { type: 'edit_card', card_id: 'milk', edit: { field: 'description', value: 'Two bottles' } },
    ]);
  });

  it('closes a card that is deleted elsewhere, and opens the next one without its draft', async () => {
    const core = open();
    await userEvent.click(screen.getByRole('button', { name: 'Milk' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit Details' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), ' and honey');
    core.say([{ type: 'card_removed', id: 'milk', list_id: 'A' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    // Were it only hidden, it would come back with the card.
    core.say([
      { type: 'card_placed', id: 'milk', from_list_id: null, from_index: null, list_id: 'A', index: 1, card: card({ id: 'milk', title: 'Milk' }) },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Bread' }));
    expect(screen.getByRole('dialog', { name: 'Bread' })).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
    await userEvent.keyboard('{Escape}');
    expect(asked(core)).toEqual([]);
  });

  it('stays open with the reason where a change is refused', async () => {
    const core = open();
    core.answer = () => ({ code: 'title_required', message: 'Enter a title.' });
    await userEvent.click(screen.getByRole('button', { name: 'Milk' }));
    await userEvent.click(screen.getByRole('button', { name: 'Edit Details' }));
    await userEvent.clear(screen.getByRole('textbox', { name: 'Title' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription('Enter a title.');
  });
});
