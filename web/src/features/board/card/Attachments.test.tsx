import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Member, Role } from '@twentyfour/core';
import { afterEach, expect, it } from 'vitest';
import { type RealCore, startAccount } from '../../../testing/real-core';
import { type MockResponses, refusal, SERVER_BOARD, SERVER_CARD, serverBoard, userRecord } from '../../../testing/responses';
import { preloadBoardParts } from '../BoardPage';
import { open as openAsGuest, sentIntents, showBoard } from '../testing';

const SLUG = 'groceries-7f3k';
const ME = userRecord().id;
const BEN = '018bcfe5-6800-7000-8000-000000000002';
const PICTURE = '01900005-0000-7000-8000-000000000000';
const DOCUMENT = '01900005-0000-7000-8000-000000000001';
const PATH = `/boards/${SERVER_BOARD}/cards/${SERVER_CARD}/attachments/`;

const member = (user_id: string, first_name: string, role: Role): Member => ({ user_id, first_name, last_name: 'Byron', picture: null, role });

const item = (id: string, name: string, content_type: string, bytes: number, width: number | null) => ({
  id,
  card_id: SERVER_CARD,
  author_id: BEN,
  content: { kind: 'attachment', name, content_type, bytes, width, height: width },
  created_at: '2026-03-01T08:00:00.000Z',
  edited_at: null,
  trashed_at: null,
});

const link = (id: string, hasPreview: boolean) => ({ id, url: `/api/files/${id}`, preview_url: hasPreview ? `/api/previews/${id}` : null });

const LINKS: MockResponses = {
  [`GET /boards/${SERVER_BOARD}/attachments/`]: {
    body: { links: [link(PICTURE, true), link(DOCUMENT, false)], expires_at: '2026-03-03T08:10:00.000Z' },
  },
};

const ITEMS = [item(PICTURE, 'garden.jpg', 'image/jpeg', 482_113, 4_032), item(DOCUMENT, 'plan.pdf', 'application/pdf', 900, null)];

// Printing has to end before the board unmounts.
afterEach((): void => act(() => void window.dispatchEvent(new Event('afterprint'))));

/** Opens Milk, with a picture and a document, on Ben's board on which the user has a role. */
async function open(role: Role, cover_id: string | null = null): Promise<RealCore> {
  const { responses } = serverBoard(SLUG, { Today: ['Milk', 'Bread'] }, { role, members: [member(BEN, 'Ben', 'owner'), member(ME, 'Ada', role)] });
  const { body } = responses[`GET /boards/${SLUG}/changes/`] as { body: { cards: object[]; items: object[] } };
  body.items.push(...ITEMS);
  Object.assign(body.cards[0] ?? {}, { cover_id });
  const core = await startAccount({ ...responses, ...LINKS });
  await preloadBoardParts();
  showBoard(SLUG, `?card=${SERVER_CARD}`);
  await core.settle();
  return core;
}

const list = () => within(screen.getByRole('list', { name: 'Attachments' }));
const file = (name: string, size = 3) => new File(['x'.repeat(size)], name, { type: 'text/plain' });
const attachedNames = ({ intents }: RealCore) => intents.flatMap((intent) => (intent.type === 'upload_attachment' ? intent.name : []));

it('lists the files of a card with links and details', async () => {
  await open('editor');
  const picture = list().getByRole('link', { name: /garden.jpg/ });
  expect(picture).toHaveAttribute('href', `/api/files/${PICTURE}`);
  expect(picture).toHaveAttribute('target', '_blank');
  expect(picture).toHaveTextContent(/471 KB · Ben Byron · /);
  expect(picture.querySelector('img')).toHaveAttribute('src', `/api/previews/${PICTURE}`);
  expect(list().getByRole('link', { name: /plan.pdf/ })).toHaveTextContent('900 bytes');
});

it('is printed with the card', async () => {
  await open('viewer');
  act(() => void window.dispatchEvent(new Event('beforeprint')));
  const printed = document.querySelector<HTMLElement>('body > .print');
  expect(printed).not.toBeNull();
  expect(within(printed!).getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['garden.jpg (471 KB)', 'plan.pdf (900 bytes)']);
});

it('lets a viewer open files, but not add or change any', async () => {
  await open('viewer');
  expect(list().getAllByRole('link')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Attach files' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Options for garden.jpg' })).toBeNull();
});

it('is not shown to guests', async () => {
  await openAsGuest({ card: 'Milk' });
  expect(await screen.findByRole('heading', { name: 'Comments' })).toBeVisible();
  expect(screen.queryByText('Attachments')).toBeNull();
});

it('uploads the chosen files one after another', async () => {
  const core = await open('editor');
  await core.serve({ [`POST ${PATH}`]: null });
  await userEvent.upload(screen.getByLabelText('Files to attach'), [file('a.txt'), file('b.txt')]);
  await core.settle();
  expect(attachedNames(core)).toEqual(['a.txt', 'b.txt']);
  expect(list().getByText(/3 bytes · Uploading…/)).toBeVisible();
  expect(list().getByText(/3 bytes · Waiting to upload/)).toBeVisible();
  const [upload] = core.state().uploads;
  await core.serve({
    [`GET /boards/${SERVER_BOARD}/changes/`]: {
      body: { version: 2, is_complete: false, board: null, lists: [], cards: [], items: [item(upload?.id ?? '', 'a.txt', 'text/plain', 3, null)] },
    },
  });
  await core.respondOnce(`POST ${PATH}`, { body: {} });
  expect(list().getAllByText('a.txt')).toHaveLength(1);
  expect(list().queryByText(/Waiting to upload/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel upload of b.txt' }));
  expect(core.state().uploads).toEqual([]);
  expect(list().queryByText('b.txt')).toBeNull();
});

it('shows why a file was refused, and sends it again', async () => {
  const core = await open('editor');
  await core.serve({ [`POST ${PATH}`]: refusal(409, 'attachment_limit', 'No space left.') });
  await userEvent.upload(screen.getByLabelText('Files to attach'), file('a.txt'));
  await core.settle();
  expect(screen.getByRole('alert')).toHaveTextContent('No space left.');
  await core.serve({ [`POST ${PATH}`]: null });
  await userEvent.click(screen.getByRole('button', { name: 'Upload a.txt again' }));
  expect(list().getByText(/Uploading…/)).toBeVisible();
});

it('attaches files that are dropped or pasted on the dialog', async () => {
  const core = await open('editor');
  await core.serve({ [`POST ${PATH}`]: null });
  const dialog = screen.getByRole('dialog', { name: 'Milk' });
  const dropped = { kind: 'file', webkitGetAsEntry: () => null, getAsFile: () => file('dropped.txt') };
  const folder = { kind: 'file', webkitGetAsEntry: () => ({ isDirectory: true }), getAsFile: () => file('folder') };
  const dataTransfer = { types: ['Files'], items: [dropped, folder] };
  fireEvent.dragOver(dialog, { dataTransfer });
  expect(screen.getByText('Drop files to attach them')).toBeVisible();
  fireEvent.drop(dialog, { dataTransfer });
  expect(screen.queryByText('Drop files to attach them')).toBeNull();
  fireEvent.paste(dialog, { clipboardData: { types: ['Files'], files: [file('pasted.png')] } });
  // A file manager copies the names of the files, too.
  fireEvent.paste(dialog, { clipboardData: { types: ['text/plain', 'Files'], files: [file('copied.txt')] } });
  fireEvent.paste(dialog, { clipboardData: { types: ['text/plain', 'text/html', 'Files'], files: [file('picture-of-text.png')] } });
  expect(attachedNames(core)).toEqual(['dropped.txt', 'pasted.png', 'copied.txt']);
});

it('makes a picture the cover, which the card then shows, and deletes files', async () => {
  const core = await open('editor');
  await userEvent.click(screen.getByRole('button', { name: 'Options for plan.pdf' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Delete']);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(screen.getByRole('button', { name: 'Options for garden.jpg' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Make cover' }));
  expect(sentIntents(core).at(-1)).toEqual({ type: 'edit_card', card_id: SERVER_CARD, edits: [{ field: 'cover', value: PICTURE }] });
  const card = document.querySelector(`[data-card-id="${SERVER_CARD}"]`);
  await waitFor(() => expect(card?.querySelector('img')).toHaveAttribute('src', `/api/previews/${PICTURE}`));
  await userEvent.click(screen.getByRole('button', { name: 'Options for garden.jpg' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(sentIntents(core).at(-1)).toEqual({ type: 'delete_item', item_id: PICTURE });
  expect(card?.querySelector('img')).toBeNull();
});

it('shows the cover and the number of files on the board', async () => {
  await open('viewer', PICTURE);
  const card = document.querySelector<HTMLElement>(`[data-card-id="${SERVER_CARD}"]`);
  expect(card?.querySelector('[aria-label="2 attachments"]')).toHaveTextContent('2');
  const cover = card?.querySelector('img');
  expect(cover).toHaveAttribute('src', `/api/previews/${PICTURE}`);
  if (cover) fireEvent.error(cover);
  expect(card?.querySelector('img')).toBeNull();
});
