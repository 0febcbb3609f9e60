/** Test support: a small board, opened on its page. */
import type { BoardView, Snapshot } from '@twentyfour/core';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { boardRecord, cardView, type FakeCore, snapshot, connectFakeCore } from '../../testing/fake-core';
import { BoardPage } from './BoardPage';

export const view: BoardView = {
  board: boardRecord({ id: '1', slug: 'groceries-7f3k', name: 'Groceries', color: '#ff9933' }),
  lists: [
    { id: 'A', name: 'Today', is_collapsed: false, card_ids: ['bread', 'milk'] },
    { id: 'B', name: '', is_collapsed: false, card_ids: [] },
  ],
  cards: [
    cardView({ id: 'bread', title: 'Bread', priority: 'high', due_date: '2026-03-03T09:00', labels: ['Bakery'] }),
    cardView({ id: 'milk', title: 'Milk' }),
  ],
};

export const opened: Partial<Snapshot> = {
  clock: { ...snapshot().clock, minute: '2026-03-03T08:00' },
  open_slug: 'groceries-7f3k',
  open_status: 'ready',
  open_board: view,
};

/** Opens the board's page and, if given, a card, with the given fields of the snapshot. */
export function open(fields: Partial<Snapshot> = opened, card_id: string | null = null): FakeCore {
  const core = connectFakeCore(fields);
  const router = createMemoryRouter(
    [
      { path: '/app/b/:boardSlug', Component: BoardPage },
      { path: '/app/b', element: <p>My Boards</p> },
    ],
    // The user came from the boards page, so that going back one step too far is noticed.
    { initialEntries: ['/app/b', `/app/b/groceries-7f3k${card_id === null ? '' : `?card=${card_id}`}`], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
  return core;
}

const IGNORED_INTENTS = new Set(['open_board', 'close_board', 'open_card', 'close_card', 'save_draft', 'discard_draft', 'load_photos', 'load_pictures']);

/**
 * Returns the dispatched intents, except for opening and closing the board and its cards, drafts, and loading pictures.
 */
export function sentIntents({ intents }: FakeCore) {
  return intents.filter(({ type }) => !IGNORED_INTENTS.has(type));
}

/** Returns the intents that save and discard drafts. */
export function draftIntents({ intents }: FakeCore) {
  return intents.filter(({ type }) => type === 'save_draft' || type === 'discard_draft');
}
