import type { SyncView } from '@twentyfour/core';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AccountMenu } from '../features/layout/AccountMenu';
import { snapshot, connectFakeCore } from '../testing/fake-core';

const { sync: well } = snapshot();
const refused = [{ id: '1', code: 'unknown_board', message: 'It is gone.', what: 'Add card “Milk”', text: 'Milk' }] as const;

describe('logging out', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  async function logOut(sync: Partial<SyncView>) {
    const core = connectFakeCore({ sync: { ...well, ...sync } });
    core.reject = (intent) =>
      intent.type === 'log_out' && !intent.discard_unsent ? { code: 'unsent_changes', message: '…' } : null;
    render(
      <MemoryRouter>
        <AccountMenu side="right" trigger={<button type="button">Account</button>} />
      </MemoryRouter>,
    );
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime.bind(vi) });
    await user.click(screen.getByRole('button', { name: 'Account' }));
    await user.click(screen.getByRole('menuitem', { name: 'Log Out' }));
    return { core, user };
  }

  it('does not ask when the last change is sent at once', async () => {
    const { core } = await logOut({ unsent: 1 });
    expect(screen.queryByRole('dialog')).toBeNull();
    core.reject = () => null;
    core.emit([{ type: 'sync', sync: well }]);
    expect(core.intents).toEqual([
      { type: 'log_out', discard_unsent: false },
      { type: 'log_out', discard_unsent: false },
    ]);
    act(() => vi.advanceTimersByTime(1000));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('logs out once everything is sent', async () => {
    const { core } = await logOut({ unsent: 2 });
    act(() => vi.advanceTimersByTime(500));
    const dialog = screen.getByRole('dialog', { name: 'Some changes haven’t been sent' });
    expect(dialog).toHaveAccessibleDescription(/^Sending 2 changes\./);
    core.emit([{ type: 'sync', sync: { ...well, unsent: 1 } }]);
    expect(dialog).toHaveAccessibleDescription(/^Sending 1 change\./);
    core.reject = () => null;
    core.emit([{ type: 'sync', sync: well }]);
    expect(core.intents.at(-1)).toEqual({ type: 'log_out', discard_unsent: false });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stays logged in on request', async () => {
    const { core, user } = await logOut({ unsent: 2, send_failure: 'offline' });
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(
      '2 changes can’t be sent while you’re offline. You’ll be logged out once they’re sent. ' +
        'If you log out now, you’ll lose them.',
    );
    await user.click(screen.getByRole('button', { name: 'Stay logged in' }));
    core.emit([{ type: 'sync', sync: well }]);
    expect(core.intents).toEqual([{ type: 'log_out', discard_unsent: false }]);
  });

  it('does not blame the connection for a server error', async () => {
    await logOut({ unsent: 1, send_failure: 'server' });
    expect(screen.getByRole('dialog')).toHaveAccessibleDescription(/^1 change can’t be sent because of a server error\./);
  });

  it('lists rejected changes that would be deleted', async () => {
    const { core, user } = await logOut({ refused: [...refused] });
    expect(core.intents).toEqual([]);
    expect(screen.getByRole('dialog', { name: 'Some changes couldn’t be saved' })).toHaveTextContent('Add card “Milk”');
    await user.click(screen.getByRole('button', { name: 'Log out anyway' }));
    expect(core.intents).toEqual([{ type: 'log_out', discard_unsent: true }]);
  });
});
