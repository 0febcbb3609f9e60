import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { expect, it, vi } from 'vitest';
import * as download from '../../platform/download';
import { addBoard } from '../../testing/boards';
import { fakeFormats, stubFormatsWorker } from '../../testing/formats';
import { type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { serverBoard } from '../../testing/responses';
import { BoardsPage } from './BoardsPage';

/** Opens the dialog from the menu of a board. */
async function open(core: RealCore, board: string): Promise<ReturnType<typeof within>> {
  render(<BoardsPage />, { wrapper: MemoryRouter });
  await core.settle();
  await userEvent.click(screen.getByRole('button', { name: `Options for ${board}` }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Export' }));
  return within(await screen.findByRole('dialog', { name: `Export ${board}` }));
}

it('downloads a board of the device as a file, with its unsent changes', async () => {
  const core = await startGuest();
  stubFormatsWorker();
  const downloadText = vi.spyOn(download, 'downloadText').mockReturnValue();
  const { board } = await addBoard(core, { name: 'Thesis', lists: { Chapters: ['Method'] } });
  const dialog = await open(core, 'Thesis');
  await waitFor(() => expect(dialog.getByRole('button', { name: /^JSON/ })).toHaveFocus());
  await userEvent.click(dialog.getByRole('button', { name: /^Markdown/ }));
  expect(await dialog.findByText(`Downloaded ${board.slug}.md`)).toBeVisible();
  expect(downloadText).toHaveBeenCalledWith(`${board.slug}.md`, 'text/markdown', expect.stringContaining('Method'));
});

it('loads a board that this device does not have yet, and says if that failed', async () => {
  const { responses } = serverBoard('groceries-7f3k', { Today: ['Milk'] });
  const core = await startAccount({ ...responses, 'GET /boards/groceries-7f3k/changes/': { status: 0 } });
  stubFormatsWorker();
  const downloadText = vi.spyOn(download, 'downloadText').mockReturnValue();
  const dialog = await open(core, 'Groceries');
  await core.settle();
  expect(dialog.getByRole('button', { name: /^JSON/ })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(dialog.getByRole('button', { name: /^JSON/ }));
  expect(downloadText).not.toHaveBeenCalled();
  expect(dialog.getByRole('alert')).toBeVisible();
  await core.serve(responses);
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
  await core.settle();
  await userEvent.click(dialog.getByRole('button', { name: /^JSON/ }));
  expect(await dialog.findByText('Downloaded groceries-7f3k.json')).toBeVisible();
  expect(downloadText).toHaveBeenCalledWith('groceries-7f3k.json', 'application/json', expect.stringContaining('Milk'));
});

it('says if a board is not stored on this device', async () => {
  const core = await startGuest();
  stubFormatsWorker(() => Promise.resolve(fakeFormats(() => ({ error: { code: 'empty', line: null } }))));
  await addBoard(core, { name: 'Thesis' });
  const dialog = await open(core, 'Thesis');
  await userEvent.click(dialog.getByRole('button', { name: /^CSV/ }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('This board isn’t stored on this device.');
});
