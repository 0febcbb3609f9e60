import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startAccount } from '../../../testing/real-core';
import { SERVER_BOARD, SERVER_CARD, serverBoard } from '../../../testing/responses';
import { preloadBoardParts } from '../BoardPage';
import { showBoard } from '../testing';

it('attaches files that are dropped on a card of the board, and ignores those beside', async () => {
  const { responses } = serverBoard('groceries-7f3k', { Today: ['Milk'] });
  const core = await startAccount({ ...responses, [`POST /boards/${SERVER_BOARD}/cards/`]: null });
  await preloadBoardParts();
  showBoard('groceries-7f3k');
  await core.settle();
  const card = screen.getByRole('button', { name: 'Milk' });
  const file = new File(['abc'], 'a.txt');
  const dataTransfer = { types: ['Files'], items: [{ kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file }] };
  fireEvent.dragOver(card, { dataTransfer });
  expect(card).toHaveAttribute('data-file-drop');
  const heading = screen.getByRole('heading', { name: 'Today' });
  fireEvent.dragOver(heading, { dataTransfer });
  expect(card).not.toHaveAttribute('data-file-drop');
  // The browser would show the file otherwise.
  expect(fireEvent.drop(heading, { dataTransfer })).toBe(false);
  expect(core.state().uploads).toEqual([]);
  fireEvent.drop(card, { dataTransfer });
  expect(core.state().uploads.map(({ card_id, name }) => [card_id, name])).toEqual([[SERVER_CARD, 'a.txt']]);
});
