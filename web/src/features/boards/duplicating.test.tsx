import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { addBoard } from '../../testing/boards';
import { type RealCore, startGuest } from '../../testing/real-core';
import { BoardsPage } from './BoardsPage';

/** Opens the page of a guest with a board of two cards. */
async function open(): Promise<RealCore> {
  const core = await startGuest();
  await addBoard(core, { name: 'Thesis', lists: { Chapters: ['One', 'Two'] } });
  render(
    <MemoryRouter>
      <BoardsPage />
    </MemoryRouter>,
  );
  return core;
}

const choose = async (board: string, item: string) => {
  await userEvent.click(screen.getByRole('button', { name: `Options for ${board}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: item }));
};

const links = () => screen.queryAllByRole('link').filter((link) => link.closest('[data-board-id]')).map(({ textContent }) => textContent);

/** Returns the number of cards of a board. */
async function countCards(core: RealCore, name: string): Promise<number | undefined> {
  core.do({ type: 'open_board', slug: core.state().boards.find((board) => board.name === name)?.slug ?? '' });
  await core.settle();
  return core.state().open_board?.cards.length;
}

it('a board is duplicated with its cards or without', async () => {
  const core = await open();
  await choose('Thesis', 'Duplicate');
  const dialog = within(await screen.findByRole('dialog', { name: 'Duplicate board' }));
  const field = dialog.getByRole('textbox', { name: 'Board Name' });
  expect(field).toHaveFocus();
  expect(field).toHaveValue('Thesis (copy)');
  await userEvent.clear(field);
  await userEvent.click(dialog.getByRole('button', { name: 'Duplicate' }));
  expect(field).toHaveAccessibleDescription('Enter a name.');
  await userEvent.type(field, 'With{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await choose('Thesis', 'Duplicate');
  const again = within(await screen.findByRole('dialog', { name: 'Duplicate board' }));
  await userEvent.click(again.getByRole('checkbox', { name: 'Include cards' }));
  await userEvent.clear(again.getByRole('textbox'));
  await userEvent.type(again.getByRole('textbox'), 'Without{Enter}');
  expect(links()).toEqual(['Thesis', 'With', 'Without']);
  expect([await countCards(core, 'With'), await countCards(core, 'Without')]).toEqual([2, 0]);
});

it('a template is saved, listed under Templates only, and used for a new board', async () => {
  const core = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Templates' }));
  expect(screen.getByText('No templates')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'All' }));
  await choose('Thesis', 'Save as template');
  const dialog = within(await screen.findByRole('dialog', { name: 'Save as template' }));
  const name = dialog.getByRole('textbox', { name: 'Template name' });
  await userEvent.clear(name);
  await userEvent.type(name, 'Paper');
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(links()).toEqual(['Thesis']);
  await userEvent.click(screen.getByRole('button', { name: 'Templates' }));
  expect(links()).toEqual(['Paper']);
  await userEvent.click(screen.getByRole('button', { name: 'Add Board' }));
  await userEvent.click(within(screen.getByRole('dialog', { name: 'Add New Board' })).getByRole('button', { name: 'Paper' }));
  const use = within(await screen.findByRole('dialog', { name: 'New board from template' }));
  expect(use.getByRole('textbox', { name: 'Board Name' })).toHaveValue('Paper');
  expect(use.queryByRole('checkbox')).toBeNull();
  await userEvent.clear(use.getByRole('textbox'));
  await userEvent.type(use.getByRole('textbox'), 'Plan');
  await userEvent.click(use.getByRole('button', { name: 'Add Board' }));
  expect(links()).toEqual(['Plan', 'Thesis']);
  expect(await countCards(core, 'Plan')).toBe(2);
});
