import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { cardView } from '../../testing/fake-core';
import { sentIntents, draftIntents, open, opened, view } from './testing';

const filter = { text: '', labels: [], priorities: [], due: null };

describe('the side panel', () => {
  const openPanel = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Board settings' }));
    return within(screen.getByRole('dialog'));
  };

  it('has a menu of two entries and returns to it by the arrow', async () => {
    open();
    const panel = await openPanel();
    expect(within(panel.getByRole('navigation')).getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Edit Board',
      'Edit Background',
    ]);
    await userEvent.click(panel.getByRole('button', { name: 'Edit Board' }));
    expect(screen.getByRole('dialog', { name: 'Edit Board' })).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: 'Back' }));
    await userEvent.click(panel.getByRole('button', { name: 'Edit Background' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await openPanel();
    expect(screen.getByRole('dialog', { name: 'Board settings' })).toBeVisible();
  });

  it('saves name, description and color', async () => {
    const core = open();
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Edit Board' }));
    await userEvent.click(panel.getByRole('radio', { name: 'None' }));
    await userEvent.click(panel.getByRole('button', { name: 'Save' }));
    expect(sentIntents(core).filter(({ type }) => type === 'edit_board')).toEqual([
      { type: 'edit_board', board_id: '1', edits: [{ field: 'color', value: 'transparent' }] },
    ]);
  });

  it('shows a picture as soon as it is picked, and keeps it when it is saved', async () => {
    const core = open();
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Edit Background' }));
    expect(screen.queryByTestId('board-picture')).toBeNull();
    await userEvent.click(panel.getByRole('radio', { name: 'Dusk over a lake' }));
    expect(screen.getByTestId('board-picture').querySelector('img')).toHaveAttribute('src', '/backgrounds/dusk-2560.webp');
    expect(sentIntents(core)).toEqual([]);
    await userEvent.click(panel.getByRole('button', { name: 'Save' }));
    expect(sentIntents(core)).toEqual([
      { type: 'edit_board', board_id: '1', edits: [{ field: 'image', value: '/backgrounds/dusk-2560.webp' }] },
    ]);
  });

  it('shows a wallpaper in small until all of it is there', async () => {
    open();
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Edit Background' }));
    await userEvent.click(panel.getByRole('radio', { name: 'Misty ridges' }));
    const shown = screen.getByTestId('board-picture');
    expect(shown.querySelector('img')).toHaveAttribute('src', '/wallpapers/misty-ridges-2560.webp');
    expect(shown.innerHTML).toContain('data:image/webp;base64,');
  });

  it('forgets a picture that was only looked at', async () => {
    open();
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Edit Background' }));
    await userEvent.click(panel.getByRole('radio', { name: 'Dusk over a lake' }));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByTestId('board-picture')).toBeNull());
  });

  it('removes the picture with Default and saves at once', async () => {
    const board = { ...view.board, image: '/backgrounds/dawn-2560.webp' };
    const core = open({ ...opened, open_board: { ...view, board } });
    const panel = await openPanel();
    await userEvent.click(panel.getByRole('button', { name: 'Edit Background' }));
    await userEvent.click(panel.getByRole('button', { name: 'Default' }));
    expect(sentIntents(core)).toEqual([{ type: 'edit_board', board_id: '1', edits: [{ field: 'image', value: null }] }]);
  });
});

describe('the filter', () => {
  it('opens with / and f, but not while typing', async () => {
    open();
    await userEvent.click(screen.getByRole('button', { name: 'New List' }));
    await userEvent.keyboard('f/');
    expect(screen.queryByRole('search')).toBeNull();
    await userEvent.keyboard('{Escape}');
    fireEvent.keyDown(document.body, { key: 'f' });
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Filter by text' })).toHaveFocus());
  });

  it('filters cards by text, label, priority and due date', async () => {
    const core = open();
    await userEvent.click(screen.getByRole('button', { name: 'Filter cards' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Filter by text' }), 'b');
    expect(sentIntents(core)).toEqual([{ type: 'set_filter', filter: { ...filter, text: 'b' } }]);
    core.emit([{ type: 'filter_changed', filter: { ...filter, text: 'b' }, matching: '["bread"]' }]);
    await userEvent.click(screen.getByRole('button', { name: /^Labels/ }));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Bakery' }));
    expect(sentIntents(core).at(-1)).toEqual({ type: 'set_filter', filter: { ...filter, text: 'b', labels: ['Bakery'] } });
    await userEvent.keyboard('{Escape}');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Due date' }), 'today');
    expect(sentIntents(core).at(-1)).toEqual({ type: 'set_filter', filter: { ...filter, text: 'b', due: 'today' } });
  });

  it('shows the cards that fit and how many they are, and all again by Clear', async () => {
    const core = open();
    core.emit([{ type: 'filter_changed', filter: { ...filter, priorities: ['high'] }, matching: '["bread"]' }]);
    expect(screen.getByRole('search')).toHaveTextContent('1 of 2 cards');
    expect(screen.queryByRole('button', { name: 'Milk' })).toBeNull();
    core.emit([{ type: 'card_matched', id: 'milk', fits: true }]);
    expect(screen.getByRole('button', { name: 'Milk' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(sentIntents(core)).toEqual([{ type: 'set_filter', filter: null }]);
  });
});

describe('a list', () => {
  const choose = async (list: string, item: string) => {
    await userEvent.click(screen.getByRole('button', { name: `Options for ${list}` }));
    await userEvent.click(screen.getByRole('menuitem', { name: item }));
  };

  it('collapses to name and card count, still accepts drops, and expands', async () => {
    const core = open();
    await choose('Today', 'Collapse');
    core.emit([{ type: 'list_changed', id: 'A', name: 'Today', is_collapsed: true }]);
    const list = screen.getByRole('region', { name: 'Today' });
    expect(list).toHaveTextContent('2 cards');
    expect(list).toHaveAttribute('data-drag-accepts', 'card');
    expect(screen.queryByRole('button', { name: 'Milk' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Expand Today' }));
    expect(sentIntents(core)).toEqual([
      { type: 'edit_list', list_id: 'A', edit: { field: 'collapsed', value: true } },
      { type: 'edit_list', list_id: 'A', edit: { field: 'collapsed', value: false } },
    ]);
  });

  it('moves to a position without dragging', async () => {
    const core = open();
    await choose('Today', 'Move to…');
    const dialog = within(screen.getByRole('dialog', { name: 'Move list' }));
    const field = dialog.getByRole('textbox', { name: 'Position' });
    await userEvent.clear(field);
    await userEvent.type(field, '3{Enter}');
    expect(field).toHaveAccessibleDescription('Enter a position from 1 to 2.');
    await userEvent.click(dialog.getByRole('button', { name: 'Last' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(sentIntents(core)).toEqual([{ type: 'move_list', list_id: 'A', index: 1 }]);
  });

  it('keeps drafts of a new card and a new list', async () => {
    const core = open({ ...opened, drafts: [{ key: 'list/A/card', text: 'Jam' }] });
    await userEvent.click(within(screen.getByRole('region', { name: 'Today' })).getByRole('button', { name: 'Add card' }));
    expect(screen.getByRole('textbox', { name: 'Card title' })).toHaveValue('Jam');
    await userEvent.click(screen.getByRole('button', { name: 'New List' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'List name' }), 'L');
    expect(draftIntents(core)).toEqual([{ type: 'save_draft', key: 'board/1/list', text: 'L' }]);
  });
});

describe('a card on its board', () => {
  it('has a menu to open, move, complete, archive and delete it that returns focus', async () => {
    const core = open();
    const choose = async (item: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Options for Milk' }));
      await userEvent.click(screen.getByRole('menuitem', { name: item }));
    };
    await choose('Mark as done');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Options for Milk' })).toHaveFocus());
    await choose('Archive');
    await choose('Delete');
    await choose('Move to…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move card' }));
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'List' }), 'Untitled list');
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(sentIntents(core)).toEqual([
      { type: 'edit_card', card_id: 'milk', edits: [{ field: 'completed', value: true }] },
      { type: 'archive_card', card_id: 'milk' },
      { type: 'delete_card', card_id: 'milk' },
      { type: 'move_card', card_id: 'milk', list_id: 'B', index: 0 },
    ]);
    await choose('Open');
    expect(await screen.findByRole('dialog', { name: 'Milk' })).toBeVisible();
  });

  it('shows its contents, also for screen readers', () => {
    const milk = cardView({ id: 'milk', title: 'Milk', has_description: true, subtasks: 3, subtasks_done: 1, comments: 2, reminders: 1 });
    open({ ...opened, open_board: { ...view, cards: [milk] } });
    const card = screen.getByRole('button', { name: 'Milk' });
    for (const words of ['Has a description', '1 of 3 sub-tasks done', '2 comments', '1 reminder']) {
      expect(card).toHaveTextContent(words);
    }
  });

  it('updates overdue and due today every minute', () => {
    const core = open();
    const due = () => screen.getByRole('button', { name: 'Bread' }).querySelector('[data-due]')?.getAttribute('data-due');
    const at = (minute: string) => core.emit([{ type: 'clock', clock: { time: '', greeting: '', date: '', shows_date: false, minute } }]);
    expect(due()).toBe('today');
    at('2026-03-03T09:01');
    expect(due()).toBe('overdue');
    at('2026-03-02T23:59');
    expect(due()).toBe('later');
  });
});
