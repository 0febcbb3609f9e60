import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toast } from 'react-hot-toast';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CommandId } from '../../../shell/commands/commands';
import { preloadDispatcher } from '../../../shell/commands/bindings';
import { availableCommands, runCommand } from '../../../shell/commands/dispatcher';
import { addBoard, type CardSeed } from '../../../testing/boards';
import { startAccount } from '../../../testing/real-core';
import { SERVER_ERROR, serverBoard } from '../../../testing/responses';
import { Toaster } from '../../../ui/Toaster';
import { preloadBoardParts } from '../BoardPage';
import { cardIn, draftsOf, GROCERIES, open, type OpenBoard, type OpenOptions, sentIntents, showBoard, titlesIn } from '../testing';

/** Opens Milk's dialog by its URL; Milk has the given fields. */
function openMilk(fields: Partial<CardSeed> = {}, options: OpenOptions = {}): Promise<OpenBoard> {
  const [bread = 'Bread'] = GROCERIES.lists?.Today ?? [];
  return open({ seed: { lists: { Today: [bread, { title: 'Milk', ...fields }], '': [] } }, card: 'Milk', ...options });
}

const edit = () => userEvent.click(screen.getByRole('button', { name: 'Edit Details' }));
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
/** Returns the intents that edit cards. */
const edits = ({ core }: OpenBoard) => sentIntents(core).filter(({ type }) => type === 'edit_card');
const details = ({ core }: OpenBoard) => core.state().open_card;

describe('a card’s dialog', () => {
  afterEach(() => {
    act(() => toast.remove());
  });

  it('opens with Enter, updates the URL, and returns focus on Escape', async () => {
    const board = await open();
    screen.getByRole('button', { name: 'Milk' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('dialog', { name: 'Milk' })).toBeVisible();
    expect(details(board)?.id).toBe(board.milk);
    expect(screen.getByText('Add a description')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(details(board)).toBeNull();
    expect(screen.getByRole('button', { name: 'Milk' })).toHaveFocus();
  });

  it('opens by its address', async () => {
    await openMilk({ description: 'Two *bottles*' });
    const dialog = within(screen.getByRole('dialog', { name: 'Milk' }));
    expect(dialog.getByText('Today')).toBeVisible();
    expect(await dialog.findByText(/Two/)).toBeVisible();
  });

  it('shows an error for an unknown card and closes', async () => {
    await open({ card: 'gone' });
    expect(screen.getByRole('dialog', { name: 'Card not found' })).toHaveTextContent('This card isn’t on this board');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['archive_card', 'This card is archived'],
    ['delete_card', 'This card is in the trash'],
  ] as const)('opened by its address after %s offers to restore the card, which opens it', async (type, text) => {
    const { core, board, milk } = await open();
    core.do({ type, card_id: milk });
    cleanup();
    showBoard(board.slug, `?card=${milk}`);
    await core.settle();
    const dialog = screen.getByRole('dialog', { name: 'Milk' });
    expect(dialog).toHaveTextContent(`${text}It was in Groceries / Today.`);
    expect(within(dialog).getByRole('link', { name: 'Go to trash' })).toHaveAttribute('href', '/app/trash');
    const restore = within(dialog).getByRole('button', { name: 'Restore' });
    await waitFor(() => expect(restore).toHaveFocus());
    await userEvent.click(restore);
    expect(cardIn(core, milk)).toBeDefined();
    expect(await screen.findByText('Add a description')).toBeVisible();
  });

  it('opened by its address on another board does not offer to restore the card', async () => {
    const { core, board } = await open();
    cleanup();
    const { board: work, cards } = await addBoard(core, { name: 'Work', lists: { Desk: ['Lamp'] } });
    core.do({ type: 'open_board', slug: work.slug });
    await core.settle();
    core.do({ type: 'delete_card', card_id: cards.Lamp ?? '' }, { type: 'close_board' });
    showBoard(board.slug, `?card=${cards.Lamp}`);
    await core.settle();
    expect(screen.getByRole('dialog', { name: 'Card not found' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Restore' })).toBeNull();
  });

  it('saves the description with Save', async () => {
    const board = await openMilk();
    await edit();
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveFocus();
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Two');
    expect(draftsOf(board.core)).toEqual({ [`card/${board.milk}/description`]: 'Two', [`card/${board.milk}/description/base`]: '' });
    await save();
    expect(edits(board)).toEqual([
      { type: 'edit_card', card_id: board.milk, edits: [{ field: 'description', value: 'Two' }], description_base: '' },
    ]);
    expect(details(board)?.description).toBe('Two');
    expect(screen.getByRole('button', { name: 'Edit Details' })).toHaveFocus();
    expect(draftsOf(board.core)).toEqual({});
  });

  it('edits the description by a click on it, but not on a link in it', async () => {
    await openMilk({ description: 'Two bottles [here](https://example.com)' });
    // The parser is loaded with the first text.
    await userEvent.click(await screen.findByRole('link', { name: 'here' }, { timeout: 10_000 }));
    expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull();
    await userEvent.click(screen.getByText(/Two bottles/));
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByRole('button', { name: 'Edit Details' })).toHaveFocus();
  });

  it('saves nothing without changes', async () => {
    const { core } = await openMilk();
    await edit();
    await save();
    expect(sentIntents(core)).toEqual([]);
  });

  it('does not overwrite fields changed elsewhere', async () => {
    const board = await openMilk();
    await edit();
    const elsewhere = [{ field: 'title', value: 'Oat milk' }, { field: 'priority', value: 'high' }] as const;
    board.core.do({ type: 'edit_card', card_id: board.milk, edits: [...elsewhere] });
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'x');
    await save();
    expect(edits(board)).toEqual([
      { type: 'edit_card', card_id: board.milk, edits: [{ field: 'description', value: 'x' }], description_base: '' },
    ]);
    expect(cardIn(board.core, board.milk)).toMatchObject({ title: 'Oat milk', priority: 'high', has_description: true });
  });

  it('merges a description with what somebody else has saved meanwhile', async () => {
    const board = await openMilk();
    const editDescription = (value: string) => board.core.do({ type: 'edit_card', card_id: board.milk, edits: [{ field: 'description', value }] });
    editDescription('One');
    await edit();
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), '{End}{Enter}{Enter}Two');
    editDescription('Zero\n\nOne');
    expect(screen.getByText('Somebody changed this while you were editing. Saving keeps their changes too. Their text:')).toBeVisible();
    await save();
    expect(edits(board).at(-1)).toMatchObject({ description_base: 'One' });
    expect(details(board)?.description).toBe('Zero\n\nOne\n\nTwo');
    expect(draftsOf(board.core)).toEqual({});
  });

  it('keeps each letter of the description as a draft, and Escape loses and saves nothing', async () => {
    const { core, milk } = await openMilk();
    await edit();
    await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), '!');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(draftsOf(core)).toEqual({ [`card/${milk}/description`]: '!', [`card/${milk}/description/base`]: '' });
    expect(cardIn(core, milk)?.has_description).toBe(false);
  });

  it('restores drafts of the description, also late ones, and saves them to their card', async () => {
    const board = await openMilk();
    const { core, bread, milk } = board;
    expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull();
    core.do({ type: 'save_draft', key: `card/${milk}/description`, text: 'Two' });
    core.do({ type: 'save_draft', key: `card/${bread}/description`, text: 'Rye' });
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveValue('Two');
    expect(screen.getByText(/^Unsaved changes/)).toBeVisible();
    await save();
    expect(edits(board)).toHaveLength(1);
    expect([cardIn(core, milk)?.has_description, cardIn(core, bread)?.has_description]).toEqual([true, false]);
    expect(draftsOf(core)).toEqual({ [`card/${bread}/description`]: 'Rye' });
  });

  it('discards a draft of the description', async () => {
    const { core, milk } = await openMilk({}, {
      prepare: (started, { cards }) => started.do({ type: 'save_draft', key: `card/${cards.Milk}/description`, text: 'Two' }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(draftsOf(core)).toEqual({});
    expect(cardIn(core, milk)?.has_description).toBe(false);
  });

  it('shows the error beside the description and keeps the text', async () => {
    const { core, milk } = await openMilk();
    await edit();
    const text = 'x'.repeat(50_001);
    await userEvent.click(screen.getByRole('textbox', { name: 'Description' }));
    await userEvent.paste(text);
    await save();
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveAccessibleDescription(/^Shorten the/);
    expect(draftsOf(core)[`card/${milk}/description`]).toBe(text);
    expect(cardIn(core, milk)).toMatchObject({ title: 'Milk', has_description: false });
  });

  it('closes when the card is deleted elsewhere and stays closed when restored', async () => {
    const { core, board, milk } = await openMilk();
    core.do({ type: 'delete_card', card_id: milk });
    expect(screen.queryByRole('dialog')).toBeNull();
    core.do({ type: 'restore_card', board_id: board.id, card_id: milk });
    expect(screen.getByRole('button', { name: 'Milk' })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says that the card was removed elsewhere, and runs no shortcuts with what is still typed', async () => {
    const page = document.body.appendChild(document.createElement('main'));
    page.id = 'content';
    page.tabIndex = -1;
    onTestFinished(() => page.remove());
    const { core, today, bread, milk } = await openMilk();
    render(<Toaster position="bottom-left" duration={5000} />);
    const comment = 'New comment';
    await userEvent.type(screen.getByRole('textbox', { name: comment }), 'please ');
    core.do({ type: 'archive_card', card_id: milk });
    await userEvent.keyboard('ec{Enter}{Delete}');
    await waitFor(() => expect(page).toHaveFocus());
    expect(screen.getByText('The card you had open was deleted, archived or moved to another board.')).toBeInTheDocument();
    await userEvent.keyboard('ec{Enter}{Delete} ');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(titlesIn(core, today)).toEqual(['Bread']);
    expect(cardIn(core, bread)?.priority).toBe('high');
    expect(Object.values(draftsOf(core))).toEqual(['please ']);
  });

  it('says nothing about a card that the user deletes, and returns the focus to the next one', async () => {
    await openMilk();
    render(<Toaster position="bottom-left" duration={5000} />);
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Bread' })).toHaveFocus());
    expect(screen.queryByText(/^The card you had open/)).toBeNull();
  });

  it('is what commands of the palette change', async () => {
    const { core, today, bread, milk } = await openMilk();
    const run = (id: CommandId) => act(() => runCommand(id));
    const dueDate = screen.getByRole('button', { name: 'Add due date' });
    expect(availableCommands()).toEqual(expect.arrayContaining(['card_rename', 'card_complete', 'card_due_date', 'card_move', 'card_copy', 'card_delete']));
    expect(availableCommands()).toEqual(expect.not.arrayContaining(['open_card', 'select_card', 'add_card']));
    run('card_rename');
    expect(screen.getByRole('textbox', { name: 'Title' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByText('Milk', { selector: '[role=dialog] button span' }).parentElement).toHaveFocus());
    run('card_complete');
    expect([cardIn(core, milk)?.priority, cardIn(core, bread)?.priority]).toEqual(['completed', 'high']);
    run('card_due_date');
    expect(screen.getByRole('dialog', { name: 'Due date' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(dueDate).toHaveFocus());
    run('card_move');
    expect(screen.getByRole('dialog', { name: 'Move card' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.querySelectorAll('[role=dialog]')).toHaveLength(1));
    run('card_delete');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Bread' })).toHaveFocus());
    expect(titlesIn(core, today)).toEqual(['Bread']);
  });

  it('takes the keys of the card’s commands, which its buttons name', async () => {
    const { core, today, milk } = await openMilk();
    await act(preloadDispatcher);
    const keysOf = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-keyshortcuts');
    const names = ['Mark as done', 'Title: Milk, change', 'Priority: Low, change', 'Add due date', 'Add labels', 'Move to…', 'Archive', 'Delete'];
    expect(names.map(keysOf)).toEqual(['c', 'F2', 'p', 'd', 'l', 'm', 'e', null]);
    await userEvent.keyboard('c');
    expect(cardIn(core, milk)?.priority).toBe('completed');
    await userEvent.keyboard('d');
    expect(screen.getByRole('dialog', { name: 'Due date' })).toBeVisible();
    // A picker, a dialog over it and a field have the keys for themselves, and nothing deletes the card by one.
    await userEvent.keyboard('e{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Due date' })).toBeNull());
    await userEvent.keyboard('{Delete}{Backspace}m');
    expect(screen.getByRole('dialog', { name: 'Move card' })).toBeVisible();
    screen.getByRole('button', { name: 'First' }).focus();
    await userEvent.keyboard('e{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Move card' })).toBeNull());
    await userEvent.type(screen.getByRole('textbox', { name: 'New comment' }), 'e');
    expect(titlesIn(core, today)).toEqual(['Bread', 'Milk']);
    screen.getByRole('button', { name: 'Copy link' }).focus();
    await userEvent.keyboard('e');
    expect(titlesIn(core, today)).toEqual(['Bread']);
  });

  it('marks the card done, and deletes and archives it', async () => {
    const { core, today, milk } = await openMilk();
    await userEvent.click(screen.getByRole('button', { name: 'Mark as done' }));
    expect(cardIn(core, milk)?.priority).toBe('completed');
    await userEvent.click(screen.getByRole('button', { name: 'Archive' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(titlesIn(core, today)).toEqual(['Bread']);
    core.do({ type: 'load_trash' });
    expect(core.state().trash.entries).toMatchObject([{ id: milk, is_archived: true }]);
  });

  it('goes back once when opened by a click and deleted, staying on the board', async () => {
    const { core, milk } = await open();
    await userEvent.click(screen.getByRole('button', { name: 'Milk' }));
    // The core removes the card before the page has navigated back.
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(cardIn(core, milk)).toBeUndefined();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('heading', { level: 1, name: 'Groceries' })).toBeVisible();
    expect(core.state().open_status).toBe('ready');
  });

  it('moves the card without dragging', async () => {
    const { core, today } = await openMilk();
    await userEvent.click(screen.getByRole('button', { name: 'Move to…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Move card' }));
    expect(dialog.getByRole('textbox', { name: 'Position (1–2)' })).toHaveValue('2');
    await userEvent.click(dialog.getByRole('button', { name: 'First' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(titlesIn(core, today)).toEqual(['Milk', 'Bread']);
  });

  it('copies the card’s address', async () => {
    const user = userEvent.setup();
    const { board, milk } = await openMilk();
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await screen.findByRole('button', { name: 'Link copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${location.origin}/app/b/${board.slug}?card=${milk}`);
  });
});

describe('the title of a card', () => {
  const title = () => screen.getByRole('textbox', { name: 'Title' });
  const button = (text = 'Milk') => screen.getByRole('button', { name: `Title: ${text}, change` });
  const begin = () => userEvent.click(button());

  it('becomes a field by Enter, and Enter saves it', async () => {
    const board = await openMilk();
    button().focus();
    await userEvent.keyboard('{Enter}');
    expect(title()).toHaveFocus();
    expect(title()).toHaveValue('Milk');
    await userEvent.keyboard('shake');
    expect(draftsOf(board.core)).toEqual({ [`card/${board.milk}/title`]: 'Milkshake' });
    expect(edits(board)).toEqual([]);
    await userEvent.keyboard('{Enter}');
    expect(edits(board)).toEqual([{ type: 'edit_card', card_id: board.milk, edits: [{ field: 'title', value: 'Milkshake' }] }]);
    expect(screen.getByRole('dialog', { name: 'Milkshake' })).toBeVisible();
    await waitFor(() => expect(button('Milkshake')).toHaveFocus());
    expect(draftsOf(board.core)).toEqual({});
    board.core.do({ type: 'undo', change_id: null });
    expect(button()).toBeVisible();
  });

  it('is saved when the focus leaves it, once, and the focus goes on', async () => {
    const board = await openMilk();
    await begin();
    await userEvent.type(title(), '!');
    await userEvent.click(screen.getByRole('textbox', { name: 'New comment' }));
    expect(edits(board)).toEqual([{ type: 'edit_card', card_id: board.milk, edits: [{ field: 'title', value: 'Milk!' }] }]);
    expect(button('Milk!')).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'New comment' })).toHaveFocus();
  });

  it('is restored by Escape, which does not close the dialog', async () => {
    const board = await openMilk();
    await begin();
    await userEvent.type(title(), '!{Escape}');
    expect(screen.getByRole('dialog', { name: 'Milk' })).toBeVisible();
    expect(edits(board)).toEqual([]);
    expect(draftsOf(board.core)).toEqual({});
    await waitFor(() => expect(button()).toHaveFocus());
  });

  it('is restored with an error if it is empty', async () => {
    const board = await openMilk();
    await begin();
    await userEvent.clear(title());
    await userEvent.tab();
    expect(screen.getByRole('alert')).toHaveTextContent('Enter a title.');
    expect(button()).toHaveAccessibleDescription('Enter a title.');
    expect(cardIn(board.core, board.milk)?.title).toBe('Milk');
    expect(draftsOf(board.core)).toEqual({});
    await begin();
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.type(title(), '!{Enter}');
    expect(button('Milk!')).toBeVisible();
  });

  it('stays a field with an error if it is too long', async () => {
    const board = await openMilk();
    await begin();
    await userEvent.click(title());
    await userEvent.paste('x'.repeat(500));
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent(/^Shorten the/);
    expect(title()).toBeInvalid();
    expect(title()).toHaveFocus();
    expect(cardIn(board.core, board.milk)?.title).toBe('Milk');
  });

  it('has one line, also after pasting several', async () => {
    const board = await openMilk();
    await begin();
    await userEvent.click(title());
    await userEvent.paste(' and\n\n bread');
    await userEvent.keyboard('{Enter}');
    expect(cardIn(board.core, board.milk)?.title).toBe('Milk and bread');
  });

  it('opens with its draft, also a late one, without taking the focus', async () => {
    const board = await openMilk();
    board.core.do({ type: 'save_draft', key: `card/${board.milk}/title`, text: 'Oat milk' });
    expect(title()).toHaveValue('Oat milk');
    expect(title()).not.toHaveFocus();
    await userEvent.type(title(), '{Enter}');
    expect(button('Oat milk')).toBeVisible();
    expect(draftsOf(board.core)).toEqual({});
  });

  it('offers the title that somebody else has saved meanwhile', async () => {
    const board = await openMilk();
    await begin();
    await userEvent.type(title(), '!');
    board.core.do({ type: 'edit_card', card_id: board.milk, edits: [{ field: 'title', value: 'Oat milk' }] });
    expect(screen.getByText('Somebody changed this while you were editing. Saving replaces their text:')).toBeVisible();
    expect(screen.getAllByText('Oat milk', { selector: 'p' })[0]).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Use their text' }));
    expect(title()).toHaveValue('Oat milk');
    expect(screen.queryByRole('button', { name: 'Use their text' })).toBeNull();
    expect(draftsOf(board.core)).toEqual({});
    expect(edits(board)).toEqual([]);
  });
});

/** Returns the button of a field by its name and value. */
const fieldButton = (name: string, value: string) => screen.getByRole('button', { name: `${name}: ${value}, change` });
const pick = (name: string, value: string) => userEvent.click(fieldButton(name, value));

describe('the due date of a card', () => {
  const day = () => screen.getByLabelText('Date');
  const time = () => screen.getByLabelText('Time');
  const set = () => userEvent.click(screen.getByRole('button', { name: 'Set' }));

  it('is set by a click, may have a time, and can be removed', async () => {
    const board = await openMilk();
    await userEvent.click(screen.getByRole('button', { name: 'Add due date' }));
    expect(time()).toBeDisabled();
    fireEvent.change(day(), { target: { value: '2027-03-04' } });
    fireEvent.change(time(), { target: { value: '09:30' } });
    expect(edits(board)).toEqual([]);
    await set();
    expect(edits(board)).toEqual([{ type: 'edit_card', card_id: board.milk, edits: [{ field: 'due_date', value: '2027-03-04T09:30' }] }]);
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Due date' })).toBeNull());
    const changed = screen.getByRole('button', { name: /^Due date: .*9:30.*, change$/ });
    await waitFor(() => expect(changed).toHaveFocus());
    await userEvent.click(changed);
    await userEvent.click(screen.getByRole('button', { name: 'No due date' }));
    expect(cardIn(board.core, board.milk)?.due_date).toBeNull();
    expect(screen.getByRole('button', { name: 'Add due date' })).toBeVisible();
    board.core.do({ type: 'undo', change_id: null });
    expect(cardIn(board.core, board.milk)?.due_date).toBe('2027-03-04T09:30');
  });

  it('says that it is overdue', async () => {
    await openMilk({ due_date: '2026-01-01' });
    expect(screen.getByRole('button', { name: /^Due date: .*1 Jan.*, overdue, change$/ })).toBeVisible();
  });
});

describe('the priority of a card', () => {
  it('is changed by keyboard', async () => {
    const board = await openMilk();
    fieldButton('Priority', 'Low').focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(edits(board)).toEqual([{ type: 'edit_card', card_id: board.milk, edits: [{ field: 'priority', value: 'medium' }] }]);
    await waitFor(() => expect(fieldButton('Priority', 'Medium')).toHaveFocus());
  });

  it('closes its picker, and not the dialog, by Escape', async () => {
    const board = await openMilk();
    await pick('Priority', 'Low');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Milk' })).toBeVisible();
    expect(edits(board)).toEqual([]);
  });
});

describe('the labels of a card', () => {
  it('can be added, picked from the board, removed and colored', async () => {
    const { core, milk } = await openMilk();
    await userEvent.click(screen.getByRole('button', { name: 'Add labels' }));
    await userEvent.keyboard('Dairy{Enter}');
    await userEvent.click(screen.getByRole('option', { name: 'Bakery' }));
    expect(cardIn(core, milk)?.labels).toEqual(['Dairy', 'Bakery']);
    await userEvent.click(screen.getByRole('option', { name: 'Dairy' }));
    expect(cardIn(core, milk)?.labels).toEqual(['Bakery']);
    await userEvent.keyboard('{Escape}');
    const list = within(screen.getByRole('list', { name: 'Card labels' }));
    expect(list.getAllByRole('listitem')).toHaveLength(1);
    expect(fieldButton('Labels', 'Bakery')).toBeVisible();
    await userEvent.click(list.getByRole('button', { name: 'Change color of Bakery' }));
    await userEvent.click(screen.getByRole('radio', { name: 'Teal' }));
    expect(core.state().open_board?.board.label_colors).toEqual([{ label: 'Bakery', color: '#158fad' }]);
  });

  it('show in their picker why one was not added', async () => {
    const { core, milk } = await openMilk({ labels: Array.from({ length: 50 }, (_, index) => `Label ${index}`) });
    await userEvent.click(screen.getByRole('button', { name: /^Labels: Label 0, Label 1, .*, change$/ }));
    await userEvent.keyboard('Dairy{Enter}');
    expect(screen.getByRole('alert')).toHaveTextContent('A card can have up to 50 labels.');
    const shown = () => within(screen.getByRole('list', { name: 'Card labels', hidden: true })).getAllByTitle(/^Label /);
    expect(shown()).toHaveLength(11);
    await userEvent.keyboard('{Escape}');
    await userEvent.click(screen.getByRole('button', { name: '39 more' }));
    expect(shown()).toHaveLength(50);
    expect(cardIn(core, milk)?.labels).not.toContain('Dairy');
  });
});

describe('sub-tasks', () => {
  const subtasks = [{ title: 'Buy', isDone: true }, 'Cool'];

  it('show their progress', async () => {
    await openMilk({ subtasks });
    expect(screen.getByRole('progressbar', { name: 'Sub-tasks done' })).toHaveAttribute('aria-valuetext', '1 of 2');
  });

  it('can be added, completed, moved, renamed and deleted', async () => {
    const board = await openMilk({ subtasks });
    const shown = () => details(board)?.subtasks.map(({ title, is_done }) => (is_done ? `${title} ✓` : title));
    const field = screen.getByRole('textbox', { name: 'New sub-task' });
    await userEvent.type(field, 'Pour{Enter}');
    expect(field).toHaveFocus();
    expect(field).toHaveValue('');
    await userEvent.keyboard('  {Enter}');
    expect(shown()).toEqual(['Buy ✓', 'Cool', 'Pour']);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Cool' }));
    expect(shown()).toEqual(['Buy ✓', 'Cool ✓', 'Pour']);
    const choose = async (title: string, item: string) => {
      await userEvent.click(screen.getByRole('button', { name: `Options for ${title}` }));
      await userEvent.click(screen.getByRole('menuitem', { name: item }));
    };
    await choose('Cool', 'Move up');
    expect(shown()).toEqual(['Cool ✓', 'Buy ✓', 'Pour']);
    await choose('Buy', 'Delete');
    await choose('Cool', 'Rename');
    await userEvent.type(screen.getByRole('textbox', { name: 'Sub-task' }), ' down{Enter}');
    expect(shown()).toEqual(['Cool down ✓', 'Pour']);
  });

  it('close their field, and not the dialog, by Escape', async () => {
    const board = await openMilk({ subtasks });
    await userEvent.click(screen.getByText('Cool'));
    await userEvent.type(screen.getByRole('textbox', { name: 'Sub-task' }), 'x{Escape}');
    expect(screen.queryByRole('textbox', { name: 'Sub-task' })).toBeNull();
    expect(screen.getByRole('dialog', { name: 'Milk' })).toBeVisible();
    expect(details(board)?.subtasks.map(({ title }) => title)).toEqual(['Buy', 'Cool']);
  });
});

describe('comments', () => {
  it('are drafted and sent with Ctrl+Enter', async () => {
    const board = await openMilk();
    await userEvent.type(screen.getByRole('textbox', { name: 'New comment' }), 'A');
    expect(draftsOf(board.core)).toEqual({ [`card/${board.milk}/comment`]: 'A' });
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    expect(details(board)?.comments.map(({ text }) => text)).toEqual(['A']);
    expect(draftsOf(board.core)).toEqual({});
    expect(screen.getByRole('textbox', { name: 'New comment' })).toHaveValue('');
  });

  it('are read as Markdown, changed and deleted', async () => {
    const board = await openMilk({ comments: ['From the **farm**'] });
    expect((await screen.findByText('farm')).tagName).toBe('STRONG');
    await userEvent.click(screen.getByRole('button', { name: /^Options for comment from/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const field = screen.getByRole('textbox', { name: 'Comment' });
    await userEvent.clear(field);
    await userEvent.type(field, 'B');
    await userEvent.click(screen.getByRole('button', { name: 'Save comment' }));
    expect(details(board)?.comments.map(({ text }) => text)).toEqual(['B']);
    await userEvent.click(screen.getByRole('button', { name: /^Options for comment from/ }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(details(board)?.comments).toEqual([]);
  });
});

describe('reminders', () => {
  beforeEach(() => {
    vi.stubGlobal('Notification', { permission: 'default', requestPermission: vi.fn(async () => 'granted') });
  });
  afterEach(() => vi.unstubAllGlobals());

  it('need a due date', async () => {
    const { core, milk } = await openMilk({ due_date: '2026-03-04', reminders: [1440] });
    expect(screen.getByRole('button', { name: 'Add reminder' })).toBeVisible();
    core.do({ type: 'edit_card', card_id: milk, edits: [{ field: 'due_date', value: null }] });
    expect(screen.getByText(/^Add a due date/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add reminder' })).toBeNull();
  });

  it('are chosen from presets or entered, and request notification permission', async () => {
    const board = await openMilk({ due_date: '2026-03-04', reminders: [1440] });
    const minutes = () => details(board)?.reminders.map(({ minutes_before }) => minutes_before);
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
    expect(minutes()?.toSorted((one, other) => one - other)).toEqual([0, 120, 1440]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove reminder 1 day before' }));
    expect(minutes()?.toSorted((one, other) => one - other)).toEqual([0, 120]);
  });
});

describe('activity', () => {
  it('says to a viewer that there are no comments', async () => {
    const { responses, cards: { Milk = '' } } = serverBoard('groceries-7f3k', { Today: ['Milk'] }, { role: 'viewer' });
    const core = await startAccount(responses);
    await preloadBoardParts();
    showBoard('groceries-7f3k', `?card=${Milk}`);
    await core.settle();
    expect(await screen.findByText('No comments yet')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'New comment' })).toBeNull();
  });

  it('is loaded when opened and shows who did what', async () => {
    const { responses, cards: { Milk = '' } } = serverBoard('groceries-7f3k', { Today: ['Milk'], Done: [] });
    const core = await startAccount({ ...responses, 'POST /boards/': null });
    showBoard('groceries-7f3k', `?card=${Milk}`);
    await core.settle();
    expect(sentIntents(core)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Show activity' }));
    expect(sentIntents(core)).toEqual([{ type: 'load_activity' }]);
    expect(localStorage.getItem('cardActivity')).toBe('shown');
    expect(screen.getByText('Loading activity')).toBeInTheDocument();
    await core.settle();
    const path = `GET /boards/${core.state().boards[0]?.id}/cards/${Milk}/activity/`;
    await core.respondOnce(path, SERVER_ERROR);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await core.settle();
    const list_id = core.state().open_board?.lists[1]?.id ?? '';
    const change = { type: 'move_card', card_id: Milk, list_id, rank: '8000000180' };
    const moved = { id: '01900004-0000-7000-8000-000000000001', at: '2026-03-02T10:00:00.000Z', who: 'Ada', change };
    await core.respondOnce(path, { body: { activity: [moved] } });
    expect(screen.getByRole('list', { name: 'Activity' })).toHaveTextContent(/^Ada moved it to (?!.*not synced yet)/);
    core.do({ type: 'edit_card', card_id: Milk, edits: [{ field: 'priority', value: 'high' }] });
    const last = within(screen.getByRole('list', { name: 'Activity' })).getAllByRole('listitem').at(-1);
    expect(last).toHaveTextContent(/^You .*not synced yet$/);
  });
});

describe('user text', () => {
  it('runs no script and opens links in a new tab', async () => {
    await openMilk({ description: '<img src=x onerror=alert(1)> [a](https://example.com) [b](javascript:alert(1)) ![c](https://example.com/c.png)' });
    const link = await screen.findByRole('link', { name: 'a' });
    expect(link).toHaveAttribute('target', '_blank');
    expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    const dialog = screen.getByRole('dialog', { name: 'Milk' });
    expect(dialog.querySelector('img')).toBeNull();
    expect(within(dialog).queryByRole('link', { name: 'b' })).toBeNull();
    expect(within(dialog).getByRole('link', { name: 'c' })).toHaveAttribute('href', 'https://example.com/c.png');
  });
});
