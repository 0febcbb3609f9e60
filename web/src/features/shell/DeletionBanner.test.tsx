import type { Account, AccountView, Snapshot } from '@twentyfour/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { snapshot, startFakeCore } from '../../core/testing';
import { announce, Announcer } from '../../ui/Announcer';
import { DeletionBanner } from './DeletionBanner';

const account: Account = {
  has_password: true,
  has_google: false,
  pending_email: null,
  delete_at: '2026-03-10T11:00:00.000Z',
  logins: [],
};
const leaving: AccountView = { status: 'ready', account, busy: null, done: null, refused: null };
const unknown: AccountView = { ...leaving, status: 'loading', account: null };

function open(fields: Partial<Snapshot>) {
  const core = startFakeCore(fields);
  render(
    <>
      <main id="content" tabIndex={-1}>
        <DeletionBanner />
      </main>
      <Announcer />
    </>,
  );
  return core;
}

describe('the bar of an account that is to go', () => {
  beforeEach(() => announce(''));

  it('is not there for anybody else', () => {
    open({ account: { ...leaving, account: { ...account, delete_at: null } } });
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('tells the day, and takes it back', async () => {
    const core = open({ account: leaving });
    expect(screen.getByRole('complementary')).toHaveTextContent('Your account is deleted on Tuesday, 10 March 2026.');
    const keep = screen.getByRole('button', { name: 'Keep my account' });
    await userEvent.click(keep);
    core.say([{ type: 'account', account: { ...leaving, busy: 'keep' } }]);
    expect(keep).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(keep);
    expect(core.intents.filter(({ type }) => type === 'keep_account')).toHaveLength(1);
    core.say([{ type: 'account', account: { ...leaving, account: { ...account, delete_at: null }, done: 'keep' } }]);
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.getByText('Your account stays.')).toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('says why that could not be done', async () => {
    const core = open({ account: leaving });
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    const rejection = { code: 'unavailable', message: 'Not available.' } as const;
    core.say([{ type: 'account', account: { ...leaving, refused: { action: 'keep', rejection } } }]);
    expect(screen.getByRole('alert')).toHaveTextContent('Not available.');
    expect(screen.getByRole('button', { name: 'Keep my account' })).toBeVisible();
  });

  it('is asked for once the server is back', () => {
    const { sync } = snapshot();
    const core = open({ account: unknown });
    expect(core.intents).toEqual([{ type: 'load_account' }]);
    core.say([{ type: 'account', account: { ...unknown, status: 'failed' } }]);
    expect(core.intents).toHaveLength(1);
    core.say([{ type: 'sync', sync: { ...sync, is_live: true } }]);
    expect(core.intents).toHaveLength(2);
  });

  it('says nothing to somebody who logs out', () => {
    const core = open({ account: leaving });
    core.say([{ type: 'account', account: unknown }]);
    expect(screen.queryByText('Your account stays.')).toBeNull();
  });
});
