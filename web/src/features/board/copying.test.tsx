import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { addBoard } from '../../testing/boards';
import { cardIn, listNames, open, titlesIn } from './testing';

const choose = async (name: string, item: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Options for ${name}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: item }));
};

describe('copying a card', () => {
  it('puts the copy after the original by default', async () => {
    const { core, today } = await open();
    await choose('Bread', 'Copy…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy card' }));
    expect(dialog.getByRole('combobox', { name: 'Board' })).toHaveFocus();
    expect(dialog.getByRole('combobox', { name: 'List' })).toHaveDisplayValue('Today');
    expect(dialog.getByRole('textbox', { name: 'Position (1–3)' })).toHaveValue('2');
    await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(titlesIn(core, today)).toEqual(['Bread', 'Bread', 'Milk']);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(core.state().prepared_board).toBeNull();
    const copy = core.state().open_board?.lists[0]?.card_ids[1] ?? '';
    expect(cardIn(core, copy)).toMatchObject({ priority: 'high', labels: ['Bakery'] });
    await waitFor(() => expect(screen.getAllByRole('button', { name: 'Options for Bread' })[0]).toHaveFocus());
  });

  it('copies to a list of another board', async () => {
    const { core } = await open({
      prepare: async (started) => void (await addBoard(started, { name: 'House', lists: { Rooms: ['Kitchen'], Later: [] } })),
    });
    await choose('Milk', 'Copy…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy card' }));
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Board' }), 'House');
    expect(dialog.getByRole('combobox', { name: 'Board' })).toHaveFocus();
    const field = dialog.getByRole('textbox', { name: 'Position (1–2)' });
    expect(field).toHaveValue('2');
    await userEvent.clear(field);
    await userEvent.type(field, '5{Enter}');
    expect(field).toHaveAccessibleDescription('Enter a position from 1 to 2.');
    await userEvent.click(dialog.getByRole('button', { name: 'First' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const house = core.state().boards.find(({ name }) => name === 'House');
    core.do({ type: 'open_board', slug: house?.slug ?? '' });
    expect(titlesIn(core, core.state().open_board?.lists[0]?.id ?? '')).toEqual(['Milk', 'Kitchen']);
  });

  it('says that a board has no lists', async () => {
    await open({ prepare: async (started) => void (await addBoard(started, { name: 'Empty' })) });
    await choose('Milk', 'Copy…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy card' }));
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: 'Board' }), 'Empty');
    expect(dialog.getByText('This board has no lists yet. Choose another one.')).toBeVisible();
    expect(dialog.queryByRole('button', { name: 'Copy' })).toBeNull();
  });
});

describe('the cards of a list', () => {
  it('are copied with it', async () => {
    const { core } = await open();
    await choose('Today', 'Copy…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy list' }));
    expect(dialog.getByRole('combobox', { name: 'Board' })).toHaveFocus();
    expect(dialog.getByRole('textbox', { name: 'Position (1–3)' })).toHaveValue('2');
    expect(dialog.queryByRole('combobox', { name: 'List' })).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Last' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Copy' }));
    expect(listNames(core)).toEqual(['Today', '', 'Today']);
    expect(titlesIn(core, core.state().open_board?.lists[2]?.id ?? '')).toEqual(['Bread', 'Milk']);
  });

  it('are moved to another list, in order, as one step', async () => {
    const { core, today, untitled } = await open({ seed: { lists: { Today: ['Bread', 'Milk'], '': ['Jam'] } } });
    await choose('Today', 'Move all cards to…');
    const dialog = within(await screen.findByRole('dialog', { name: 'Move all cards' }));
    expect(dialog.getByRole('combobox', { name: 'List' })).toHaveDisplayValue('Untitled list');
    expect(dialog.getByRole('textbox', { name: 'Position (1–2)' })).toHaveValue('2');
    await userEvent.click(dialog.getByRole('button', { name: 'First' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Move' }));
    expect([titlesIn(core, today), titlesIn(core, untitled)]).toEqual([[], ['Bread', 'Milk', 'Jam']]);
    core.do({ type: 'undo', change_id: null });
    expect([titlesIn(core, today), titlesIn(core, untitled)]).toEqual([['Bread', 'Milk'], ['Jam']]);
  });

  it('cannot be moved from an empty list', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Options for Untitled list' }));
    expect(screen.getByRole('menuitem', { name: 'Move to…' })).toBeVisible();
    expect(screen.queryByRole('menuitem', { name: 'Move all cards to…' })).toBeNull();
  });
});

it('a template says what it is', async () => {
  await open({
    prepare: (started, { board }) => started.do({ type: 'edit_board', board_id: board.id, edits: [{ field: 'template', value: true }] }),
  });
  expect(screen.getByText('Template')).toBeVisible();
});
