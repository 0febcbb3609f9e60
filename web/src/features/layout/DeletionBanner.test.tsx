import type { AccountView, Snapshot } from '@twentyfour/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { connectFakeCore, userRecord } from '../../testing/fake-core';
import { announce, Announcer } from '../../ui/Announcer';
import { DeletionBanner } from './DeletionBanner';

const leaving = userRecord({ delete_at: '2026-03-10T11:00:00.000Z' });
const staying = userRecord();
const account: AccountView = { status: 'loading', account: null, busy: null, done: null, refused: null };

function open(fields: Partial<Snapshot>) {
  const core = connectFakeCore(fields);
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

  it('is hidden without a deletion date', () => {
    const core = open({ user: staying });
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(core.intents).toEqual([]);
  });

  it('shows the date and cancels the deletion', async () => {
    const core = open({ user: leaving });
    expect(screen.getByRole('complementary')).toHaveTextContent('Your account will be deleted on Tuesday, 10 March 2026.');
    const keep = screen.getByRole('button', { name: 'Keep my account' });
    await userEvent.click(keep);
    core.emit([{ type: 'account', account: { ...account, busy: 'keep' } }]);
    expect(keep).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(keep);
    expect(core.intents.filter(({ type }) => type === 'keep_account')).toHaveLength(1);
    core.emit([
      { type: 'account', account: { ...account, done: 'keep' } },
      { type: 'user', user: staying },
    ]);
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.getByText('Deletion canceled')).toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('shows why it failed', async () => {
    const core = open({ user: leaving });
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    const rejection = { code: 'unavailable', message: 'Not available.' } as const;
    core.emit([{ type: 'account', account: { ...account, refused: { action: 'keep', rejection } } }]);
    expect(screen.getByRole('alert')).toHaveTextContent('Not available.');
    expect(screen.getByRole('button', { name: 'Keep my account' })).toBeVisible();
  });

  it('is silent on log-out', () => {
    const core = open({ user: leaving });
    core.emit([{ type: 'user', user: null }]);
    expect(screen.queryByText('Deletion canceled')).toBeNull();
  });
});
