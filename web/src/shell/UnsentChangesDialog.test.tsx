import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import { AccountMenu, preloadAccountMenu } from '../features/layout/AccountMenu';
import { addBoard } from '../testing/boards';
import { type RealCore, startAccount } from '../testing/real-core';
import { type MockResponse, boardResponses, NETWORK_ERROR, opsResponse, SERVER_ERROR } from '../testing/responses';

describe('logging out', () => {
  /** Adds this many lists to a board, answered like this, and chooses Log Out. */
  async function logOut(changes: number, response: MockResponse | null = null): Promise<RealCore> {
    const core = await startAccount({ ...boardResponses(), 'POST /auth/logout/': { body: {} } }, { fakesTimers: true });
    const { board } = await addBoard(core, { name: 'Home', lists: { Today: [] } });
    core.do({ type: 'open_board', slug: board.slug });
    await core.settle();
    await core.serve({ 'POST /boards/': response });
    for (let number = 1; number <= changes; number += 1) core.do({ type: 'add_list', name: `Milk ${number}` });
    await core.settle();
    await preloadAccountMenu();
    render(
      <MemoryRouter>
        <AccountMenu side="right" trigger={<button type="button">Account</button>} />
      </MemoryRouter>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'Account' }));
    fireEvent.click(screen.getByRole('menuitem', { name: 'Log Out' }));
    return core;
  }

  const isLoggedIn = (core: RealCore) => core.state().session.isAuthenticated;

  it('does not ask when the last change is sent at once', async () => {
    const core = await logOut(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    await core.serve(boardResponses());
    expect(core.intents).toEqual([
      { type: 'log_out', discard_unsent: false },
      { type: 'log_out', discard_unsent: false },
    ]);
    expect(isLoggedIn(core)).toBe(false);
    await core.advance(1000);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('logs out once everything is sent', async () => {
    const core = await logOut(2);
    await core.advance(500);
    const dialog = screen.getByRole('dialog', { name: 'Some changes haven’t been sent' });
    expect(dialog).toHaveAccessibleDescription(/^Sending 2 changes\./);
    // The first change is on its way already, the second waits for the response.
    const [request] = core.browser.open.filter(({ path }) => path.endsWith('/ops/'));
    expect(JSON.parse(request?.body ?? '').ops).toHaveLength(1);
    await core.respondOnce('POST /boards/', opsResponse());
    expect(dialog).toHaveAccessibleDescription(/^Sending 1 change\./);
    expect(isLoggedIn(core)).toBe(true);
    await core.serve(boardResponses());
    expect(isLoggedIn(core)).toBe(false);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays logged in on request', async () => {
    const core = await logOut(2, NETWORK_ERROR);
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(
      '2 changes can’t be sent while you’re offline. You’ll be logged out once they’re sent. ' +
        'If you log out now, you’ll lose them.',
    );
    fireEvent.click(screen.getByRole('button', { name: 'Stay logged in' }));
    await core.serve(boardResponses());
    await core.advance(60_000);
    expect(core.state().sync.unsent).toBe(0);
    expect(core.intents).toEqual([{ type: 'log_out', discard_unsent: false }]);
    expect(isLoggedIn(core)).toBe(true);
  });

  it('does not blame the connection for a server error', async () => {
    await logOut(1, SERVER_ERROR);
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/^1 change can’t be sent because of a server error\./);
  });

  it('lists rejected changes that would be deleted', async () => {
    const core = await logOut(1, opsResponse(() => 'unknown_board'));
    expect(core.intents).toEqual([]);
    expect(screen.getByRole('dialog', { name: 'Some changes couldn’t be saved' })).toHaveTextContent('Add list “Milk 1”');
    fireEvent.click(screen.getByRole('button', { name: 'Log out anyway' }));
    expect(core.intents).toEqual([{ type: 'log_out', discard_unsent: true }]);
    expect(isLoggedIn(core)).toBe(false);
  });
});
