/** Test support: a small board, opened in its page. */
import type { BoardView, Snapshot } from '@twentyfour/core';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { boardRecord, cardView, type FakeCore, snapshot, connectFakeCore } from '../../core/testing';
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

/** Opens the board's page, and on it the card that is named. Everything else is as `fields` says. */
export function open(fields: Partial<Snapshot> = opened, card_id: string | null = null): FakeCore {
  const core = connectFakeCore(fields);
  const router = createMemoryRouter(
    [
      { path: '/app/b/:boardSlug', Component: BoardPage },
      { path: '/app/b', element: <p>My Boards</p> },
    ],
    // The person comes from their boards, where one step too far back would lead.
    { initialEntries: ['/app/b', `/app/b/groceries-7f3k${card_id === null ? '' : `?card=${card_id}`}`], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
  return core;
}

const IGNORED_INTENTS = new Set(['open_board', 'close_board', 'open_card', 'close_card', 'save_draft', 'discard_draft', 'load_photos', 'load_pictures']);

/** What was asked for, but for opening and leaving the board and its cards, for drafts, and for pictures to choose from. */
export function sentIntents({ intents }: FakeCore) {
  return intents.filter(({ type }) => !IGNORED_INTENTS.has(type));
}

/** Which drafts were kept and forgotten. */
export function draftIntents({ intents }: FakeCore) {
  return intents.filter(({ type }) => type === 'save_draft' || type === 'discard_draft');
}
