/** Test support: a small board, opened on its page. */
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { type AddedBoard, addBoard, type BoardSeed } from '../../testing/boards';
import { type CoreOptions, NOW, type RealCore, startGuest } from '../../testing/real-core';
import { BoardPage, preloadBoardParts } from './BoardPage';

/** A board with the cards Bread and Milk in its first list, and a second list without a name or cards. */
export const GROCERIES: BoardSeed = {
  name: 'Groceries',
  color: '#ff9933',
  lists: {
    Today: [{ title: 'Bread', priority: 'high', due_date: `${NOW.slice(0, 10)}T09:00`, labels: ['Bakery'] }, 'Milk'],
    '': [],
  },
};

export interface OpenOptions extends CoreOptions {
  /** Fields to change in the board. */
  seed?: Partial<BoardSeed>;
  /** The title of the card to open by its URL. */
  card?: string;
  /** Changes the state before the page is shown, for example by further intents. */
  prepare?: (core: RealCore, board: AddedBoard) => void | Promise<void>;
}

export interface OpenBoard extends AddedBoard {
  core: RealCore;
  /** The ids of the lists Today and of the one without a name. */
  today: string;
  untitled: string;
  bread: string;
  milk: string;
}

/** Opens the page of a guest's board and, if given, a card of it. */
export async function open({ seed, card, prepare, ...options }: OpenOptions = {}): Promise<OpenBoard> {
  const core = await startGuest(options);
  const added = await addBoard(core, { ...GROCERIES, ...seed });
  await prepare?.(core, added);
  const search = card === undefined ? '' : `?card=${added.cards[card] ?? card}`;
  await preloadBoardParts();
  showBoard(added.board.slug, search);
  await core.settle();
  const { lists, cards } = added;
  return { ...added, core, today: lists.Today ?? '', untitled: lists[''] ?? '', bread: cards.Bread ?? '', milk: cards.Milk ?? '' };
}

/** Shows the page of a board. The user comes from the boards page, so that going back one step too far is noticed. */
export function showBoard(slug: string, search = ''): void {
  const router = createMemoryRouter(
    [
      { path: '/app/b/:boardSlug', Component: BoardPage },
      { path: '/app/b', element: <p>My Boards</p> },
    ],
    { initialEntries: ['/app/b', `/app/b/${slug}${search}`], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
}

/** Returns the titles of the cards of a list of the open board, in the core's order. */
export function titlesIn(core: RealCore, list_id: string): string[] {
  const view = core.state().open_board;
  const titles = new Map(view?.cards.map(({ id, title }) => [id, title]));
  return view?.lists.find(({ id }) => id === list_id)?.card_ids.map((id) => titles.get(id) ?? '') ?? [];
}

/** Returns the names of the lists of the open board, in the core's order. */
export const listNames = (core: RealCore): string[] => core.state().open_board?.lists.map(({ name }) => name) ?? [];

/** Returns a card of the open board; undefined if it is not on it. */
export const cardIn = (core: RealCore, card_id: string) => core.state().open_board?.cards.find(({ id }) => id === card_id);

/** Returns whether the accessible description of a card on the board includes an element in it, such as a badge. */
export function isInDescription(card: HTMLElement, element: HTMLElement): boolean {
  const ids = card.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.some((id) => document.getElementById(id)?.contains(element) === true);
}

const IGNORED_INTENTS = new Set(['open_board', 'close_board', 'open_card', 'close_card', 'save_draft', 'discard_draft', 'load_photos', 'load_pictures', 'set_editing']);

/**
 * Returns the dispatched intents, except for opening and closing the board and its cards, drafts, the
 * field that has the focus, and loading pictures.
 */
export function sentIntents({ intents }: RealCore) {
  return intents.filter(({ type }) => !IGNORED_INTENTS.has(type));
}

/** Returns the drafts by key. */
export const draftsOf = (core: RealCore): Record<string, string> =>
  Object.fromEntries(core.state().drafts.map(({ key, text }) => [key, text]));
