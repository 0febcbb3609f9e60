import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { startAccount, startLoggedOut } from '../../testing/real-core';
import { type MockResponses, NETWORK_ERROR, refusal } from '../../testing/responses';
import { AuthPage } from './AuthPage';
import { JoinPage } from './JoinPage';

const ACCEPT = 'POST /invitations/abc/accept/';
const BOARD = {
  id: '01900001-0000-7000-8000-000000000001',
  slug: 'garden-7f3k',
  name: 'Garden',
  description: '',
  color: null,
  image: null,
  favorite: false,
  label_colors: [],
  trashed_at: null,
  role: 'editor',
  members: [],
  columns: [],
};

function show(path: string): void {
  const router = createMemoryRouter(
    [
      { path: '/join/:code', Component: JoinPage },
      { path: '/auth', Component: AuthPage },
      { path: '/app/b', element: <p>My Boards</p> },
    ],
    { initialEntries: [path] },
  );
  render(<RouterProvider router={router} />);
}

async function open(responses: MockResponses) {
  const core = await startAccount(responses, { path: '/join/abc' });
  core.do({ type: 'visit', path: '/join/abc' });
  show('/join/abc');
  await core.settle();
  return core;
}

describe('the page of an invitation', () => {
  it('accepts the invitation and opens the board', async () => {
    const core = await open({ [ACCEPT]: null });
    expect(screen.getByRole('status')).toHaveTextContent('Joining the board…');
    await core.respondOnce(ACCEPT, { body: { board: BOARD } });
    expect(core.effects.at(-1)).toEqual({ type: 'navigate', path: '/app/b/garden-7f3k', replace: true });
    expect(core.requests.filter(({ path }) => path.includes('/invitations/'))).toHaveLength(1);
  });

  it('shows why an invitation is not valid, with a way on', async () => {
    await open({ [ACCEPT]: refusal(403, 'invitation_invalid', 'The invitation was used.') });
    expect(screen.getByRole('heading', { name: 'Couldn’t join the board' })).toBeVisible();
    expect(screen.getByText('The invitation was used.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Go to My Boards' }));
    expect(screen.getByText('My Boards')).toBeVisible();
  });

  it('offers to try again after a failure', async () => {
    const core = await open({ [ACCEPT]: NETWORK_ERROR });
    await core.serve({ [ACCEPT]: { body: { board: BOARD } } });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await core.settle();
    expect(core.effects.at(-1)).toEqual({ type: 'navigate', path: '/app/b/garden-7f3k', replace: true });
  });

  it('leads visitors to the sign-up form, which mentions the invitation', async () => {
    const core = await startLoggedOut({}, { path: '/join/abc' });
    expect(core.effects).toContainEqual({ type: 'navigate', path: '/auth?type=signup', replace: true });
    show('/auth?type=signup');
    expect(screen.getByText('You were invited to a board. Sign up or log in to join it.')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Already have an account?' }));
    expect(screen.getByText('You were invited to a board. Sign up or log in to join it.')).toBeVisible();
  });
});
