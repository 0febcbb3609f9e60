import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { InboxEntry } from '@twentyfour/core';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { expect, it } from 'vitest';
import { type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { type MockResponses, refusal, SERVER_ERROR } from '../../testing/responses';
import { InboxPage } from './InboxPage';

const id = (number: number) => `0190000a-0000-7000-8000-${String(number).padStart(12, '0')}`;
const BOARD = '01900001-0000-7000-8000-000000000001';
const CARD = '01900003-0000-7000-8000-000000000000';

function entry(number: number, fields: Partial<InboxEntry> = {}): InboxEntry {
  return {
    id: id(number),
    kind: 'mention',
    at: '2026-03-03T07:05:00.000Z',
    is_read: false,
    who: 'Ben Byron',
    board_id: BOARD,
    board_name: 'Groceries',
    board_slug: 'groceries-7f3k',
    card_id: CARD,
    card_title: 'Bread',
    text: '@Ada Byron, white or brown?',
    role: null,
    ...fields,
  };
}

const INVITATION = entry(9, { kind: 'invitation', board_slug: null, card_id: null, card_title: null, text: null, role: 'editor', board_name: 'Garden' });

/** Returns the server's responses for an inbox with these entries. */
function inbox(entries: InboxEntry[], has_more = false): MockResponses {
  const unread = () => entries.filter(({ is_read }) => !is_read).length;
  return {
    'GET /inbox/': () => ({ body: { unread_count: unread(), entries, has_more } }),
    'POST /inbox/read/': () => ({ body: { unread_count: 0 } }),
  };
}

function Place() {
  const { pathname, search } = useLocation();
  return <p>{`at ${pathname}${search}`}</p>;
}

async function open(responses: MockResponses): Promise<RealCore> {
  const core = await startAccount(responses, { path: '/app/inbox' });
  core.do({ type: 'visit', path: '/app/inbox' });
  const routes = [
    { path: '/app/inbox', Component: InboxPage },
    { path: '/app/b/:boardSlug', Component: Place },
  ];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: ['/app/inbox'] })} />);
  await core.settle();
  return core;
}

const texts = () => screen.getAllByRole('listitem').map((row) => row.querySelector('a, p')?.textContent);

it('offers guests an account', async () => {
  await startGuest({ stored: { name: 'Grace' } });
  render(<RouterProvider router={createMemoryRouter([{ path: '/app/inbox', Component: InboxPage }], { initialEntries: ['/app/inbox'] })} />);
  expect(screen.getByRole('heading', { name: 'Your inbox needs an account' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/auth?type=signup');
  expect(screen.queryByText('Loading your inbox')).toBeNull();
});

it('says what happened, by day, the latest first', async () => {
  await open(
    inbox([
      INVITATION,
      entry(8),
      entry(7, { kind: 'assignment', is_read: true, text: null }),
      entry(6, { kind: 'comment', at: '2026-03-02T18:00:00.000Z', text: 'Done' }),
      entry(5, { kind: 'due_date', at: '2026-03-02T17:00:00.000Z', text: '2026-03-04' }),
      entry(4, { kind: 'due_date', at: '2026-03-01T17:00:00.000Z', text: null }),
      entry(3, { kind: 'due_soon', at: '2026-03-01T16:00:00.000Z', text: '2026-03-04' }),
    ]),
  );
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual(['Today', 'Yesterday', 'Sun, 1 Mar']);
  expect(texts()).toEqual([
    'Unread Ben Byron invited you to “Garden”',
    'Unread Ben Byron mentioned you on “Bread”',
    'Ben Byron assigned you to “Bread”',
    'Unread Ben Byron commented on “Bread”',
    'Unread Ben Byron changed the due date of “Bread” to Tomorrow',
    'Unread Ben Byron removed the due date of “Bread”',
    'Unread “Bread” is due soon: Tomorrow',
  ]);
  expect(screen.getByText('@Ada Byron, white or brown?')).toBeVisible();
  expect(screen.getByText('Role: Editor')).toBeVisible();
});

it('opens the card and marks its entry as read', async () => {
  const core = await open(inbox([entry(8), entry(7)]));
  await userEvent.click(screen.getAllByRole('link')[0] as HTMLElement);
  expect(screen.getByText(`at /app/b/groceries-7f3k?card=${CARD}`)).toBeVisible();
  expect(core.state().inbox.entries.map(({ is_read }) => is_read)).toEqual([true, false]);
});

it('marks one entry or all', async () => {
  const core = await open(inbox([entry(8), entry(7)]));
  const [first] = screen.getAllByRole('listitem') as [HTMLElement];
  await userEvent.click(within(first).getByRole('button', { name: 'Mark as read' }));
  expect(within(first).getByRole('button', { name: 'Mark as unread' })).toHaveFocus();
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(core.state().inbox.unread_count).toBe(0);
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('accepts an invitation, and says why it cannot be accepted', async () => {
  const accept = `POST /invitations/${INVITATION.id}/accept/`;
  const core = await open({ ...inbox([INVITATION]), [accept]: refusal(403, 'invitation_invalid', 'The invitation was used.') });
  const button = screen.getByRole('button', { name: 'Accept the invitation to Garden' });
  await userEvent.click(button);
  await core.settle();
  expect(screen.getByRole('alert')).toHaveTextContent('The invitation was used.');
  const board = { id: BOARD, slug: 'garden-7f3k', name: 'Garden', description: '', color: null, image: null, favorite: false, label_colors: [], trashed_at: null, role: 'editor', members: [], columns: [] };
  await core.serve({ [accept]: { body: { board } } });
  await userEvent.click(button);
  await core.settle();
  expect(core.effects.at(-1)).toEqual({ type: 'navigate', path: '/app/b/garden-7f3k', replace: false });
});

it('declines an invitation and moves the focus to the heading', async () => {
  const entries = [INVITATION, entry(8)];
  const decline = `POST /invitations/${INVITATION.id}/decline/`;
  const core = await open({ ...inbox(entries), [decline]: { body: {} } });
  await userEvent.click(screen.getByRole('button', { name: 'Decline the invitation to Garden' }));
  entries.shift();
  await core.settle();
  expect(texts()).toEqual(['Unread Ben Byron mentioned you on “Bread”']);
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('is empty, fails and loads again', async () => {
  const core = await open({ 'GET /inbox/': SERVER_ERROR });
  expect(screen.getByRole('alert')).toHaveTextContent('You’re offline.');
  await core.goLive();
  expect(screen.getByRole('alert')).toHaveTextContent('Couldn’t load your inbox.');
  await core.serve(inbox([]));
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await core.settle();
  expect(screen.getByRole('heading', { name: 'You’re all caught up.' })).toBeVisible();
});

it('loads earlier entries', async () => {
  const core = await open({ ...inbox([entry(8)], true), 'GET /inbox/?before': null });
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier' }));
  expect(screen.getByRole('button', { name: 'Show earlier' })).toHaveAttribute('aria-busy', 'true');
  await core.respondOnce('GET /inbox/?before', SERVER_ERROR);
  expect(screen.getByText('Couldn’t load earlier entries.')).toBeVisible();
  await core.serve({ 'GET /inbox/?before': { body: { unread_count: 1, entries: [entry(7, { is_read: true })], has_more: false } } });
  await userEvent.click(screen.getByRole('button', { name: 'Show earlier' }));
  await core.settle();
  expect(screen.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.queryByRole('button', { name: 'Show earlier' })).toBeNull();
});
