import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { addBoard } from '../../testing/boards';
import { type RealCore, startAccount } from '../../testing/real-core';
import { NETWORK_ERROR, serverBoard } from '../../testing/responses';
import { preloadBoardParts } from './BoardPage';
import { listNames, open, showBoard, titlesIn } from './testing';

const HOUSE = { name: 'House', lists: { Rooms: ['Kitchen'], Later: [] } };

const openWithHouse = () => open({ prepare: async (started) => void (await addBoard(started, HOUSE)) });

const choose = async (name: string, item: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Options for ${name}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: item }));
};

const lastToast = (core: RealCore) => core.effects.findLast((effect) => effect.type === 'toast');

const select = (name: string) => screen.getByRole<HTMLSelectElement>('combobox', { name });

/** Opens the board House, and returns its lists with their cards. */
async function houseLists(core: RealCore): Promise<[string, string[]][]> {
  const slug = core.state().boards.find(({ name }) => name === 'House')?.slug ?? '';
  core.do({ type: 'open_board', slug });
  await core.settle();
  return (core.state().open_board?.lists ?? []).map(({ id, name }) => [name, titlesIn(core, id)]);
}

describe('a card', () => {
  it('moves to a list of another board, and back by Undo', async () => {
    const { core, today } = await openWithHouse();
    await choose('Bread', 'Move to…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move card' }));
    expect(select('List')).toHaveFocus();
    expect(Array.from(select('Board').options, ({ text }) => text)).toEqual(['Groceries', 'House']);
    expect(select('Board')).toHaveDisplayValue('Groceries');
    await userEvent.selectOptions(select('Board'), 'House');
    expect(select('List')).toHaveDisplayValue('Rooms');
    expect(select('List')).not.toHaveFocus();
    expect(dialog.getByRole('textbox', { name: 'Position (1–2)' })).toHaveValue('2');
    await userEvent.click(dialog.getByRole('button', { name: 'First' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(titlesIn(core, today)).toEqual(['Milk']);
    expect(lastToast(core)).toMatchObject({ message: '1 card moved to House', undo: expect.any(String) });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Milk' })).toHaveFocus());
    core.do({ type: 'undo', change_id: null });
    expect(titlesIn(core, today)).toEqual(['Bread', 'Milk']);
    core.do({ type: 'redo' });
    expect(await houseLists(core)).toEqual([['Rooms', ['Bread', 'Kitchen']], ['Later', []]]);
  });

  it('moves to another board from its dialog, which then closes', async () => {
    const { core, today } = await open({ card: 'Milk', prepare: async (started) => void (await addBoard(started, HOUSE)) });
    await userEvent.click(screen.getByRole('button', { name: 'Move to…' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Move card' }));
    await userEvent.selectOptions(select('Board'), 'House');
    await userEvent.selectOptions(select('List'), 'Later');
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(screen.queryByText('This card isn’t on this board')).toBeNull();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(lastToast(core)).toMatchObject({ message: '1 card moved to House' });
    expect(titlesIn(core, today)).toEqual(['Bread']);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Bread' })).toHaveFocus());
    expect(await houseLists(core)).toEqual([['Rooms', ['Kitchen']], ['Later', ['Milk']]]);
  });

  it('is not offered other boards if there is none', async () => {
    await open();
    await choose('Milk', 'Move to…');
    await screen.findByRole('dialog', { name: 'Move card' });
    expect(screen.queryByRole('combobox', { name: 'Board' })).toBeNull();
  });

  it('cannot move to a board without lists', async () => {
    await open({ prepare: async (started) => void (await addBoard(started, { name: 'Empty' })) });
    await choose('Milk', 'Move to…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move card' }));
    await userEvent.selectOptions(select('Board'), 'Empty');
    expect(dialog.getByText('This board has no lists yet. Choose another one.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Move' })).toBeNull();
  });
});

describe('selected cards', () => {
  it('move to another board by the picker, in their order', async () => {
    const { core, today } = await openWithHouse();
    screen.getByRole('button', { name: 'Bread' }).focus();
    await userEvent.keyboard('x{ArrowDown}xm');
    const picker = within(await screen.findByRole('dialog', { name: 'Move to list' }));
    expect(picker.getByRole('combobox', { name: 'Find a list' })).toHaveFocus();
    expect(select('Board')).toHaveDisplayValue('Groceries');
    await userEvent.selectOptions(select('Board'), 'House');
    expect(select('Board')).toHaveFocus();
    expect(picker.getAllByRole('option').flatMap(({ ariaLabel }) => ariaLabel ?? [])).toEqual(['Rooms', 'Later']);
    await userEvent.click(picker.getByRole('radio', { name: 'Top' }));
    await userEvent.click(picker.getByRole('option', { name: 'Rooms' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(titlesIn(core, today)).toEqual([]);
    expect(lastToast(core)).toMatchObject({ message: '2 cards moved to House' });
    expect(screen.queryByRole('region', { name: 'Selected cards' })).toBeNull();
    core.do({ type: 'undo', change_id: null });
    expect(titlesIn(core, today)).toEqual(['Bread', 'Milk']);
    core.do({ type: 'redo' });
    expect(await houseLists(core)).toEqual([['Rooms', ['Bread', 'Milk', 'Kitchen']], ['Later', []]]);
  });
});

describe('a list', () => {
  it('moves to another board with its cards', async () => {
    const { core } = await openWithHouse();
    await choose('Today', 'Move to…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move list' }));
    expect(dialog.getByRole('combobox', { name: 'Board' })).toHaveFocus();
    expect(dialog.getByRole('textbox', { name: 'Position (1–2)' })).toHaveValue('1');
    await userEvent.selectOptions(select('Board'), 'House');
    expect(dialog.getByRole('textbox', { name: 'Position (1–3)' })).toHaveValue('3');
    await userEvent.click(dialog.getByRole('button', { name: 'First' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(listNames(core)).toEqual(['']);
    expect(lastToast(core)).toMatchObject({ message: 'List moved to House', undo: expect.any(String) });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Options for Untitled list' })).toHaveFocus());
    expect(await houseLists(core)).toEqual([['Today', ['Bread', 'Milk']], ['Rooms', ['Kitchen']], ['Later', []]]);
  });

  it('sends all its cards to a list of another board', async () => {
    const { core, today } = await openWithHouse();
    await choose('Today', 'Move all cards to…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move all cards' }));
    await userEvent.selectOptions(select('Board'), 'House');
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect(titlesIn(core, today)).toEqual([]);
    expect(await houseLists(core)).toEqual([['Rooms', ['Kitchen', 'Bread', 'Milk']], ['Later', []]]);
  });
});

describe('the boards to choose from', () => {
  const SLUG = 'groceries-7f3k';
  const others = { viewer: 'Ben’s board', owner: 'House' };

  /** Opens the board of an account that has two others, of which it may only view one. */
  async function openShared() {
    const { responses } = serverBoard(SLUG, { Today: ['Milk'] });
    const list = responses['GET /boards/get-boards/'] as { body: object[] };
    const [own] = list.body;
    const boards = Object.entries(others).map(([role, name], index) => ({ ...own, id: `01900001-0000-7000-8000-00000000000${index + 2}`, slug: `other-${index}`, name, role }));
    const core = await startAccount({ ...responses, 'GET /boards/get-boards/': { body: [own, ...boards] } });
    await preloadBoardParts();
    showBoard(SLUG);
    await core.settle();
    return core;
  }

  it('are those on which the user may edit', async () => {
    await openShared();
    await choose('Milk', 'Move to…');
    await screen.findByRole('dialog', { name: 'Move card' });
    await waitFor(() => expect(Array.from(select('Board').options, ({ text }) => text)).toEqual(['Groceries', 'House']));
  });

  it('can be unreachable offline, which is said, and can be tried again', async () => {
    const core = await openShared();
    await choose('Milk', 'Move to…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move card' }));
    await core.settle();
    await core.serve({ '/boards/other-1/changes/': NETWORK_ERROR });
    await userEvent.selectOptions(select('Board'), 'House');
    await core.settle();
    expect(await dialog.findByRole('alert')).toHaveTextContent('Couldn’t load this board');
    expect(select('Board')).toHaveAccessibleDescription('You’re offline. Only boards on this device are available.');
    const { responses } = serverBoard('other-1', { Rooms: ['Kitchen'] });
    const records = (responses['GET /boards/other-1/changes/'] as { body: { board: object } }).body;
    await core.serve({ '/boards/other-1/changes/': { body: { ...records, board: { ...records.board, id: '01900001-0000-7000-8000-000000000003' } } } });
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    await core.settle();
    expect(select('List')).toHaveDisplayValue('Rooms');
  });
});
