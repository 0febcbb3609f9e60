/** Right-to-left texts: every element that shows or edits what people write lets the browser choose its direction. */
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeAll, expect, it } from 'vitest';
import { BoardPage, preloadBoardParts } from '../features/board/BoardPage';
import { BoardsPage } from '../features/boards/BoardsPage';
import { NotesPage } from '../features/notes/NotesPage';
import { TasksPage } from '../features/tasks/TasksPage';
import { TrashPage } from '../features/trash/TrashPage';
import { showActionToast, showToast } from '../platform/toasts';
import { addBoard } from '../testing/boards';
import { NOW, type RealCore, startAccount, startGuest } from '../testing/real-core';
import { Toaster } from '../ui/Toaster';

// Loaded on demand, which takes long in a test that is the first to do so.
beforeAll(async () => {
  await Promise.all([import('../ui/MarkdownText'), import('../features/notes/NoteEditor')]);
}, 60_000);

const BOARD = 'פרויקט';
const LIST = 'היום';
const CARD = 'شراء الخبز';

/** Letters of right-to-left scripts alone. Texts of the app with such a word in them keep the app's direction. */
const IS_RIGHT_TO_LEFT = /^[^A-Za-z]*[\u0590-\u06ff][^A-Za-z]*$/;
/** Paragraphs and headings of a note have `unicode-bidi: plaintext` instead. */
const DIRECTED = '[dir=auto], bdi, .note-text :is(p, h1, h2, h3)';

/** Returns the right-to-left texts in the page, and those outside elements whose direction the browser chooses. */
function rightToLeftTexts(): { all: string[]; undirected: string[] } {
  const all: string[] = [];
  const undirected: string[] = [];
  const add = (element: Element | null, text: string) => {
    if (!IS_RIGHT_TO_LEFT.test(text) || element?.closest('[aria-live], [hidden]')) return;
    all.push(text);
    if (!element?.closest(DIRECTED)) undirected.push(text);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) add(walker.currentNode.parentElement, walker.currentNode.textContent ?? '');
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')) add(field, field.value);
  return { all, undirected };
}

/** Returns the fields for a text without a direction that follows it. */
const undirectedFields = () => [...document.querySelectorAll('textarea:not([dir=auto]), input:is(:not([type]), [type=text], [type=search]):not([dir=auto])')];

async function start() {
  const core = await startGuest();
  const added = await addBoard(core, {
    name: BOARD,
    description: 'תיאור',
    lists: {
      [LIST]: [
        {
          title: CARD,
          labels: ['מאפייה'],
          due_date: NOW.slice(0, 10),
          description: 'من المخبز\n\n- חלב',
          subtasks: ['קמח'],
          comments: ['تم'],
        },
        'מחיקה',
      ],
    },
  });
  await preloadBoardParts();
  return { core, ...added };
}

const PAGES = [
  { path: '/app/b', Component: BoardsPage },
  { path: '/app/b/:boardSlug', Component: BoardPage },
  { path: '/app/tasks', Component: TasksPage },
  { path: '/app/trash', Component: TrashPage },
  { path: '/app/notes/:noteId?', Component: NotesPage },
];

async function show(core: RealCore, address: string) {
  render(<RouterProvider router={createMemoryRouter(PAGES, { initialEntries: [address] })} />);
  await core.settle();
}

it('is chosen for the boards, a board and its fields', async () => {
  const { core, board } = await start();
  await show(core, '/app/b');
  expect(rightToLeftTexts()).toEqual({ all: [BOARD, 'תיאור'], undirected: [] });
  cleanup();
  await show(core, `/app/b/${board.slug}`);
  const { all, undirected } = rightToLeftTexts();
  expect(all).toEqual(expect.arrayContaining([BOARD, LIST, CARD, 'מאפייה']));
  expect(undirected).toEqual([]);
  await userEvent.click(screen.getByRole('heading', { name: LIST }));
  await userEvent.click(screen.getByRole('button', { name: 'Filter cards' }));
  await userEvent.click(screen.getByRole('button', { name: 'Add card' }));
  await userEvent.click(screen.getByRole('button', { name: 'New List' }));
  expect(screen.getAllByRole('textbox').length).toBeGreaterThanOrEqual(3);
  expect(undirectedFields()).toEqual([]);
});

it('is chosen for a card and its form', async () => {
  const { core, board, cards } = await start();
  await show(core, `/app/b/${board.slug}?card=${cards[CARD]}`);
  const dialog = await screen.findByRole('dialog', { name: CARD });
  // The paragraph and the list of the description have directions of their own.
  const item = await screen.findByText('חלב', { selector: 'li' });
  expect(item.parentElement).toHaveAttribute('dir', 'auto');
  expect(screen.getByText('من المخبز')).toHaveAttribute('dir', 'auto');
  const { all, undirected } = rightToLeftTexts();
  expect(all).toEqual(expect.arrayContaining(['קמח', 'تم', 'מאפייה', LIST]));
  expect(undirected).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Edit Details' }));
  await userEvent.click(screen.getByRole('button', { name: `Title: ${CARD}, change` }));
  expect(dialog).toContainElement(screen.getByDisplayValue(CARD));
  expect(rightToLeftTexts().undirected).toEqual([]);
  expect(undirectedFields()).toEqual([]);
});

it('is chosen for tasks, the trash and toasts', async () => {
  const { core, board, cards } = await start();
  core.do({ type: 'open_board', slug: board.slug });
  await core.settle();
  core.do({ type: 'delete_card', card_id: cards['מחיקה'] ?? '' }, { type: 'close_board' });
  await show(core, '/app/tasks');
  // The filters have the board and the label, too.
  expect(rightToLeftTexts()).toEqual({ all: [BOARD, 'מאפייה', CARD, BOARD, LIST, 'מאפייה'], undirected: [] });
  cleanup();
  await show(core, '/app/trash');
  expect(rightToLeftTexts()).toEqual({ all: ['מחיקה'], undirected: [] });
  expect(undirectedFields()).toEqual([]);
  cleanup();
  render(<Toaster position="top-center" duration={null} />);
  showToast('blank', 'שלום', null);
  showActionToast('reminder', 'מחר', 'Open', () => undefined);
  for (const text of ['שלום', 'מחר']) expect((await screen.findByText(text)).closest('[dir=auto]'), text).not.toBeNull();
});

it('is chosen for notes', async () => {
  const id = '01900006-0000-7000-8000-000000000001';
  const document = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'הערה' }] }] });
  const at = `${NOW}:00.000Z`;
  const times = { created_at: at, edited_at: at, pinned_at: null, trashed_at: null };
  const note = { id, document, save_id: id.replace('01900006', '01900007'), ...times, apart: [], version: 1 };
  const core = await startAccount({ 'GET /notes/?since=': { body: { notes: [note], removed: [], version: 1, has_more: false } } });
  await show(core, `/app/notes/${id}`);
  await screen.findByRole('textbox', { name: 'Note' });
  // The row of the list and the paragraph.
  expect(rightToLeftTexts()).toEqual({ all: ['הערה', 'הערה'], undirected: [] });
  expect(undirectedFields()).toEqual([]);
});
