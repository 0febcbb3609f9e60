import type { CardDetails, Snapshot } from '@twentyfour/core';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cardDetails, cardView, type FakeCore } from '../../../testing/fake-core';
import { sentIntents, draftIntents, open, opened } from '../testing';

const details = (fields: Partial<CardDetails> = {}): CardDetails => cardDetails({ id: 'milk', ...fields });

/** Opens Milk's dialog by its URL, with the given details. */
function openMilk(fields: Partial<CardDetails> = {}, more: Partial<Snapshot> = {}): FakeCore {
  return open({ ...opened, open_card: details(fields), ...more }, 'milk');
}

const edit = () => userEvent.click(screen.getByRole('button', { name: 'Edit Details' }));
const saves = (core: FakeCore) => sentIntents(core).filter(({ type }) => type === 'edit_card');

describe('a card’s dialog', () => {
  it('opens with Enter, updates the URL, and returns focus on Escape', async () => {
    const core = open();
    screen.getByRole('button', { name: 'Milk' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('dialog', { name: 'Milk' })).toBeVisible();
    expect(core.intents.at(-1)).toEqual({ type: 'open_card', card_id: 'milk' });
    core.emit([{ type: 'card_details', details: details() }]);
    expect(screen.getByText('No description')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(core.intents.at(-1)).toEqual({ type: 'close_card' });
    expect(screen.getByRole('button', { name: 'Milk' })).toHaveFocus();
  });

  it('opens by its address', () => {
    openMilk({ description: 'Two *bottles*' });
    const dialog = within(screen.getByRole('dialog', { name: 'Milk' }));
    expect(dialog.getByText('Today')).toBeVisible();
    expect(dialog.getByText(/Two/)).toBeVisible();
  });

  it('shows an error for an unknown card and closes', async () => {
    open(opened, 'gone');
    expect(screen.getByRole('dialog', { name: 'Card not found' })).toHaveTextContent('This card isn’t on this board');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('saves all changed fields in one intent', async () => {
    const core = openMilk();
    await edit();
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus();
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Two');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Priority' }), 'completed');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(saves(core)).toEqual([
      {
        type: 'edit_card',
        card_id: 'milk',
        edits: [
          { field: 'description', value: 'Two' },
          { field: 'priority', value: 'completed' },
        ],
      },
    ]);
    expect(screen.getByRole('button', { name: 'Edit Details' })).toBeVisible();
    expect(draftIntents(core)).toContainEqual({ type: 'discard_draft', key: 'card/milk/description' });
  });

  it('saves nothing without changes', async () => {
    const core = openMilk();
    await edit();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(sentIntents(core)).toEqual([]);
  });

  it('does not overwrite fields changed elsewhere', async () => {
    const core = openMilk();
    await edit();
    core.emit([{ type: 'card_changed', card: cardView({ id: 'milk', title: 'Oat milk', priority: 'high' }) }]);
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(saves(core)).toEqual([{ type: 'edit_card', card_id: 'milk', edits: [{ field: 'description', value: 'x' }] }]);
  });

  it('keeps each letter as a draft, and Escape loses and saves nothing', async () => {
    const core = openMilk();
    await edit();
    await userEvent.type(screen.getByRole('textbox', { name: 'Title' }), '!');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(draftIntents(core)).toEqual([{ type: 'save_draft', key: 'card/milk/title', text: 'Milk!' }]);
    expect(sentIntents(core)).toEqual([]);
  });

  it('restores drafts, also late ones, and saves them to their card', async () => {
    const core = openMilk();
    expect(screen.queryByRole('textbox', { name: 'Title' })).toBeNull();
    core.emit([{ type: 'draft_changed', key: 'card/milk/title', text: 'Oat milk' }]);
    core.emit([{ type: 'draft_changed', key: 'card/bread/title', text: 'Rye' }]);
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Oat milk');
    expect(screen.getByText(/^Unsaved changes/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(sentIntents(core)).toEqual([{ type: 'edit_card', card_id: 'milk', edits: [{ field: 'title', value: 'Oat milk' }] }]);
    expect(draftIntents(core)).toEqual([{ type: 'discard_draft', key: 'card/milk/title' }]);
  });

  it('discards a draft', async () => {
    const core = openMilk({}, { drafts: [{ key: 'card/milk/title', text: 'Oat milk' }] });
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(draftIntents(core)).toEqual([{ type: 'discard_draft', key: 'card/milk/title' }]);
    expect(sentIntents(core)).toEqual([]);
  });

  it('shows the error beside the field and keeps the text', async () => {
    const core = openMilk();
    core.reject = ({ type }) => (type === 'edit_card' ? { code: 'title_required', message: 'Enter a title.' } : null);
    await edit();
    await userEvent.clear(screen.getByRole('textbox', { name: 'Title' }));
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveAccessibleDescription('Enter a title.');
    expect(draftIntents(core).some(({ type }) => type === 'discard_draft')).toBe(false);
  });

  it('closes when the card is deleted elsewhere and stays closed when restored', () => {
    const core = openMilk();
    core.emit([{ type: 'card_removed', id: 'milk', list_id: 'A' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    const card = cardView({ id: 'milk', title: 'Milk' });
    core.emit([{ type: 'card_placed', id: 'milk', from_list_id: null, from_index: null, list_id: 'A', index: 1, card }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('marks the card done, and deletes and archives it', async () => {
    const core = openMilk();
    await userEvent.click(screen.getByRole('button', { name: 'Mark as done' }));
    await userEvent.click(screen.getByRole('button', { name: 'Archive' }));
    expect(sentIntents(core)).toEqual([
      { type: 'edit_card', card_id: 'milk', edits: [{ field: 'completed', value: true }] },
      { type: 'archive_card', card_id: 'milk' },
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('goes back once when opened by a click and deleted, staying on the board', async () => {
    const core = open();
    await userEvent.click(screen.getByRole('button', { name: 'Milk' }));
    core.emit([{ type: 'card_details', details: details() }]);
    // The core removes the card before the page has navigated back.
    core.reject = ({ type }) => {
      if (type === 'delete_card') core.emit([{ type: 'card_removed', id: 'milk', list_id: 'A' }]);
      return null;
    };
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('heading', { level: 1, name: 'Groceries' })).toBeVisible();
    expect(core.intents.some(({ type }) => type === 'close_board')).toBe(false);
  });

  it('moves the card without dragging', async () => {
    const core = openMilk();
    await userEvent.click(screen.getByRole('button', { name: 'Move to…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Move card' }));
    expect(dialog.getByRole('textbox', { name: 'Position' })).toHaveValue('2');
    await userEvent.click(dialog.getByRole('button', { name: 'First' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(sentIntents(core)).toEqual([{ type: 'move_card', card_id: 'milk', list_id: 'A', index: 0 }]);
  });

  it('copies the card’s address', async () => {
    const user = userEvent.setup();
    openMilk();
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await screen.findByRole('button', { name: 'Link copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/app/b/groceries-7f3k?card=milk`);
  });
});

describe('the due date of a card', () => {
  const day = () => screen.getByLabelText('Date');
  const time = () => screen.getByLabelText('Time');

  it('has a day, may have a time, and can be cleared', async () => {
    const core = openMilk({}, { drafts: [{ key: 'card/milk/due_date', text: '2026-03-04' }] });
    expect(day()).toHaveValue('2026-03-04');
    await userEvent.type(time(), '09:30');
    expect(draftIntents(core).at(-1)).toEqual({ type: 'save_draft', key: 'card/milk/due_date', text: '2026-03-04T09:30' });
    await userEvent.click(screen.getByRole('button', { name: 'Clear due date' }));
    expect(day()).toHaveValue('');
    expect(time()).toBeDisabled();
  });
});

describe('the labels of a card', () => {
  it('can be added, picked from the board, removed and colored', async () => {
    const core = openMilk();
    await edit();
    await userEvent.type(screen.getByRole('textbox', { name: 'Labels' }), 'Dairy{Enter}');
    await userEvent.click(screen.getByRole('button', { name: 'Add label Bakery' }));
    const list = within(screen.getByRole('list', { name: 'Card labels' }));
    expect(list.getAllByRole('listitem')).toHaveLength(2);
    await userEvent.click(list.getByRole('button', { name: 'Remove label Dairy' }));
    await userEvent.click(list.getByRole('button', { name: 'Change color of Bakery' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Teal' }));
    expect(sentIntents(core)).toContainEqual({ type: 'set_label_color', label: 'Bakery', color: '#158fad' });
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(saves(core)).toEqual([{ type: 'edit_card', card_id: 'milk', edits: [{ field: 'labels', value: ['Bakery'] }] }]);
  });
});

describe('sub-tasks', () => {
  const subtasks = [
    { id: 's1', title: 'Buy', is_done: true },
    { id: 's2', title: 'Cool', is_done: false },
  ];

  it('show their progress', () => {
    openMilk({ subtasks });
    expect(screen.getByRole('progressbar', { name: 'Sub-tasks done' })).toHaveAttribute('aria-valuetext', '1 of 2');
  });

  it('can be added, completed, moved, renamed and deleted', async () => {
    const core = openMilk({ subtasks });
    const field = screen.getByRole('textbox', { name: 'New sub-task' });
    await userEvent.type(field, 'Pour{Enter}');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
    await userEvent.keyboard('  {Enter}');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cool' }));
    const choose = async (item: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Options for Cool' }));
      await userEvent.click(screen.getByRole('menuitem', { name: item }));
    };
    await choose('Move up');
    await choose('Delete');
    await choose('Rename');
    await userEvent.type(screen.getByRole('textbox', { name: 'Sub-task' }), ' down{Enter}');
    expect(sentIntents(core)).toEqual([
      { type: 'add_subtask', card_id: 'milk', title: 'Pour' },
      { type: 'edit_item', item_id: 's2', edit: { field: 'done', value: true } },
      { type: 'move_subtask', item_id: 's2', index: 0 },
      { type: 'delete_item', item_id: 's2' },
      { type: 'edit_item', item_id: 's2', edit: { field: 'title', value: 'Cool down' } },
    ]);
  });

  it('close their field, and not the dialog, by Escape', async () => {
    const core = openMilk({ subtasks });
    await userEvent.click(screen.getByText('Cool'));
    await userEvent.type(screen.getByRole('textbox', { name: 'Sub-task' }), 'x{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Sub-task' })).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Milk' })).toBeVisible();
    expect(sentIntents(core).some(({ type }) => type === 'edit_item')).toBe(false);
  });
});

describe('comments', () => {
  const comments = [{ id: 'c1', text: 'From the **farm**', created_at: '2026-03-02T10:00:00.000Z', edited_at: null }];

  it('are drafted and sent with Ctrl+Enter', async () => {
    const core = openMilk();
    await userEvent.type(screen.getByRole('textbox', { name: 'New comment' }), 'A{Control>}{Enter}{/Control}');
    expect(core.intents.slice(-3)).toEqual([
      { type: 'save_draft', key: 'card/milk/comment', text: 'A' },
      { type: 'add_comment', card_id: 'milk', text: 'A' },
      { type: 'discard_draft', key: 'card/milk/comment' },
    ]);
    expect(screen.getByRole('textbox', { name: 'New comment' })).toHaveValue('');
  });

  it('are read as Markdown, changed and deleted', async () => {
    const core = openMilk({ comments });
    expect((await screen.findByText('farm')).tagName).toBe('STRONG');
    await userEvent.click(screen.getByRole('button', { name: /^Options for comment from/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const field = screen.getByRole('textbox', { name: 'Comment' });
    await userEvent.clear(field);
    await userEvent.type(field, 'B');
    await userEvent.click(screen.getByRole('button', { name: 'Save comment' }));
    await userEvent.click(screen.getByRole('button', { name: /^Options for comment from/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(sentIntents(core)).toEqual([
      { type: 'edit_item', item_id: 'c1', edit: { field: 'text', value: 'B' } },
      { type: 'delete_item', item_id: 'c1' },
    ]);
  });
});

describe('reminders', () => {
  const dated = { open_board: opened.open_board && { ...opened.open_board, cards: [cardView({ id: 'milk', title: 'Milk', due_date: '2026-03-04' })] } };

  beforeEach(() => {
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: vi.fn(async () => 'granted') });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('need a due date', () => {
    openMilk();
    expect(screen.getByText(/^Add a due date/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add reminder' })).toBeNull();
  });

  it('are chosen from presets or entered, and request notification permission', async () => {
    const core = openMilk({ reminders: [{ id: 'r1', minutes_before: 1440 }] }, dated as Partial<Snapshot>);
    expect(screen.getByText('1 day before')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add reminder' }));
    expect(screen.queryByRole('menuitem', { name: '1 day before' })).toBeNull();
    await userEvent.click(screen.getByRole('menuitem', { name: 'At due time' }));
    expect(Notification.requestPermission).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Add reminder' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Custom…' }));
    await userEvent.clear(screen.getByRole('textbox', { name: 'Time before due' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Time before due' }), '2');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Unit' }), 'hours');
    await userEvent.click(screen.getByRole('button', { name: 'Add' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove reminder 1 day before' }));
    expect(sentIntents(core)).toEqual([
      { type: 'add_reminder', card_id: 'milk', minutes_before: 0 },
      { type: 'add_reminder', card_id: 'milk', minutes_before: 120 },
      { type: 'delete_item', item_id: 'r1' },
    ]);
  });
});

describe('activity', () => {
  it('is loaded when opened and shows who did what', async () => {
    const core = openMilk();
    expect(sentIntents(core)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Activity' }));
    expect(sentIntents(core)).toEqual([{ type: 'load_activity' }]);
    expect(screen.getByText('Loading activity')).toBeInTheDocument();
    const activity = [{ id: '1', at: '2026-03-02T10:00:00.000Z', who: 'Ada', what: 'moved it to Done', is_unsent: true }];
    core.emit([{ type: 'card_details', details: details({ activity_status: 'ready', activity }) }]);
    expect(screen.getByRole('list', { name: 'Activity' })).toHaveTextContent(/Ada moved it to Done.*not synced yet/);
    core.emit([{ type: 'card_details', details: details({ activity_status: 'failed' }) }]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(sentIntents(core)).toHaveLength(2);
  });
});

describe('text of people', () => {
  it('runs no script and opens links in a new tab', async () => {
    openMilk({ description: '<img src=x onerror=alert(1)> [a](https://example.com) [b](javascript:alert(1)) ![c](https://example.com/c.png)' });
    const link = await screen.findByRole('link', { name: 'a' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    const dialog = screen.getByRole('dialog', { name: 'Milk' });
    expect(dialog.querySelector('img')).toBeNull();
    expect(within(dialog).queryByRole('link', { name: 'b' })).toBeNull();
    expect(within(dialog).getByRole('link', { name: 'c' })).toHaveAttribute('href', 'https://example.com/c.png');
  });
});
