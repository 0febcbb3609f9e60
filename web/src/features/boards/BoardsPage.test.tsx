import type { Board } from '@twentyfour/core';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { connectFakeCore } from '../../testing/fake-core';
import { BoardsPage } from './BoardsPage';

const thesis: Board = {
  id: '1',
  slug: 'thesis-7f3k',
  name: 'Thesis',
  description: 'Until May',
  color: '#4073ff',
  image: null,
  favorite: false,
  label_colors: [],
  trashed_at: null,
};

const open = () =>
  render(
    <MemoryRouter>
      <BoardsPage />
    </MemoryRouter>,
  );

describe('My Boards', () => {
  it('loads on mount and shows a skeleton until data arrives', () => {
    const core = connectFakeCore({ boards_status: 'loading' });
    open();
    expect(core.intents).toEqual([{ type: 'load_boards' }]);
    expect(screen.getByRole('status')).toHaveTextContent('Loading your boards');
    expect(document.title).toBe('My Boards');
  });

  it('shows cached boards while reloading', () => {
    connectFakeCore({ boards_status: 'loading', boards: [thesis] });
    open();
    expect(screen.getByRole('link', { name: 'Thesis' })).toHaveAttribute('href', '/app/b/thesis-7f3k');
    expect(screen.getByText('Until May')).toBeVisible();
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('has the three sentences of the empty state', () => {
    connectFakeCore({ boards_status: 'ready' });
    open();
    for (const sentence of [
      'No Boards Found',
      'Click Add Board to create a new board.',
      'Boards are used to track projects and tasks.',
    ]) {
      expect(screen.getByText(sentence)).toBeVisible();
    }
  });

  it('offers three templates', async () => {
    const core = connectFakeCore({ boards_status: 'ready' });
    open();
    const templates = within(screen.getByRole('region', { name: 'Or start from a template' }));
    expect(templates.getAllByRole('button').map((button) => button.textContent)).toEqual([
      'Week planOne list per day',
      'ProjectFrom ideas to done',
      'Personal kanbanTo do, doing, done',
    ]);
    for (const name of [/^Week plan/, /^Project/, /^Personal kanban/]) {
      await userEvent.click(templates.getByRole('button', { name }));
    }
    expect(core.intents.slice(1)).toEqual([
      { type: 'add_board_from_template', template: 'week_plan' },
      { type: 'add_board_from_template', template: 'project' },
      { type: 'add_board_from_template', template: 'personal_kanban' },
    ]);
  });

  it('shows a template error, and hides templates when boards exist', async () => {
    const core = connectFakeCore({ boards_status: 'ready' });
    const { unmount } = open();
    core.reject = () => ({ code: 'plan_limit', message: 'Basic has 5 boards.' });
    await userEvent.click(screen.getByRole('button', { name: /^Project/ }));
    expect(screen.getByRole('alert')).toHaveTextContent('Basic has 5 boards.');
    unmount();
    connectFakeCore({ boards_status: 'ready', boards: [thesis] });
    open();
    expect(screen.queryByRole('region', { name: 'Or start from a template' })).toBeNull();
  });

  it('shows a load error and retries', async () => {
    const core = connectFakeCore({ boards_status: 'failed' });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(core.intents).toEqual([{ type: 'load_boards' }, { type: 'load_boards' }]);
  });

  it('adds a board and shows name errors in the field', async () => {
    const core = connectFakeCore({ boards_status: 'ready' });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Add Board' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add New Board' }));
    const field = dialog.getByRole('textbox', { name: 'Board Name' });
    expect(field).toHaveFocus();
    core.reject = () => ({ code: 'name_required', message: 'Enter a name.' });
    await userEvent.click(dialog.getByRole('button', { name: 'Add Board' }));
    expect(field).toHaveAccessibleDescription('Enter a name.');
    core.reject = () => null;
    await userEvent.type(field, 'Groceries{Enter}');
    expect(core.intents).toContainEqual({ type: 'add_board', name: 'Groceries' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps the name of a board that has not been added', async () => {
    const core = connectFakeCore({ boards_status: 'ready', drafts: [{ key: 'boards/name', text: 'Gro' }] });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Add Board' }));
    const field = screen.getByRole('textbox', { name: 'Board Name' });
    expect(field).toHaveValue('Gro');
    await userEvent.type(field, 'c');
    expect(core.intents.at(-1)).toEqual({ type: 'save_draft', key: 'boards/name', text: 'Groc' });
    await userEvent.keyboard('{Enter}');
    expect(core.intents.slice(-2)).toEqual([
      { type: 'add_board', name: 'Groc' },
      { type: 'discard_draft', key: 'boards/name' },
    ]);
  });

  it('shows the board limit before the click', async () => {
    const limits = { boards: 'Basic has 5 boards.', backgrounds: null, pictures: null, heatmap: null, labels: null };
    const core = connectFakeCore({ boards_status: 'ready', boards: [thesis], limits });
    open();
    expect(screen.getByText('Basic has 5 boards.')).toBeVisible();
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/app/settings?section=subscription');
    await userEvent.click(screen.getByRole('button', { name: 'Add Board' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Add New Board' }));
    expect(dialog.getByText('Basic has 5 boards.')).toBeVisible();
    expect(dialog.queryByRole('textbox')).toBeNull();
    core.emit([{ type: 'limits', limits: { ...limits, boards: null } }]);
    expect(dialog.getByRole('textbox', { name: 'Board Name' })).toBeVisible();
  });

  it('links to the plans at the board limit and keeps the name', async () => {
    const core = connectFakeCore({ boards_status: 'ready' });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Add Board' }));
    const field = screen.getByRole('textbox', { name: 'Board Name' });
    core.reject = ({ type }) => (type === 'add_board' ? { code: 'plan_limit', message: 'Basic has 5 boards.' } : null);
    await userEvent.type(field, 'Groceries{Enter}');
    expect(field).toHaveValue('Groceries');
    expect(field).toHaveAccessibleDescription('Basic has 5 boards.');
    expect(core.intents).not.toContainEqual({ type: 'discard_draft', key: 'boards/name' });
    expect(screen.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/app/settings?section=subscription');
    await userEvent.type(field, '!');
    expect(screen.queryByRole('link', { name: 'See plans' })).toBeNull();
  });

  it('favours and deletes from the menu', async () => {
    const core = connectFakeCore({ boards_status: 'ready', boards: [thesis, { ...thesis, id: '2', name: 'Home', favorite: true }] });
    open();
    const choose = async (board: string, item: string) => {
      await userEvent.click(screen.getByRole('button', { name: `Options for ${board}` }));
      await userEvent.click(screen.getByRole('menuitem', { name: item }));
    };
    await choose('Thesis', 'Favorite');
    await choose('Home', 'Unfavorite');
    await choose('Thesis', 'Delete');
    expect(screen.getByRole('button', { name: 'Options for Home' })).toHaveFocus();
    expect(core.intents.slice(1)).toEqual([
      { type: 'edit_board', board_id: '1', edits: [{ field: 'favorite', value: true }] },
      { type: 'edit_board', board_id: '2', edits: [{ field: 'favorite', value: false }] },
      { type: 'delete_board', board_id: '1' },
    ]);
  });

  it('edits from the menu', async () => {
    const core = connectFakeCore({ boards_status: 'ready', boards: [thesis] });
    open();
    await userEvent.click(screen.getByRole('button', { name: 'Options for Thesis' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Edit Board' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'Board Name' }), ' 2{Enter}');
    expect(core.intents).toContainEqual({ type: 'edit_board', board_id: '1', edits: [{ field: 'name', value: 'Thesis 2' }] });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('links to the trash', () => {
    connectFakeCore({ boards_status: 'ready' });
    open();
    expect(screen.getByRole('link', { name: 'Trash' })).toHaveAttribute('href', '/app/trash');
  });
});
