import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { type RealCore, startAccount } from '../../testing/real-core';
import { refusal, USAGE, userResponse } from '../../testing/responses';
import { announce, Announcer } from '../../ui/Announcer';
import { DeletionBanner } from './DeletionBanner';

const LEAVING = { delete_at: '2026-03-10T11:00:00.000Z' };
const CANCEL = 'POST /account/keep/';

async function open(user: Parameters<typeof userResponse>[0] = {}): Promise<RealCore> {
  const core = await startAccount({ '/user/': userResponse(user) });
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

  it('is hidden without a deletion date', async () => {
    const core = await open();
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(core.intents).toEqual([]);
  });

  it('shows the date and cancels the deletion', async () => {
    const core = await open(LEAVING);
    expect(screen.getByRole('complementary')).toHaveTextContent('Your account will be deleted on Tuesday, 10 March 2026.');
    const keep = screen.getByRole('button', { name: 'Keep my account' });
    await userEvent.click(keep);
    expect(keep).toHaveAttribute('aria-busy', 'true');
    await userEvent.click(keep);
    expect(core.intents.filter(({ type }) => type === 'keep_account')).toHaveLength(1);
    await core.settle();
    await core.serve({ '/user/': userResponse() });
    const account = { has_password: true, has_google: false, pending_email: null, delete_at: null, logins: [], usage: USAGE };
    await core.respondOnce(CANCEL, { body: { account } });
    expect(screen.queryByRole('complementary')).toBeNull();
    expect(screen.getByText('Deletion canceled')).toBeInTheDocument();
    expect(screen.getByRole('main')).toHaveFocus();
  });

  it('shows why it failed', async () => {
    const core = await open(LEAVING);
    await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
    await core.serve({ [CANCEL]: refusal(429, 'too_many_requests', 'Wait a minute.') });
    expect(screen.getByRole('alert')).toHaveTextContent('Wait a minute.');
    expect(screen.getByRole('button', { name: 'Keep my account' })).toBeVisible();
  });

  it('is silent on log-out', async () => {
    const core = await open(LEAVING);
    core.do({ type: 'log_out', discard_unsent: false });
    expect(core.state().user).toBeNull();
    expect(screen.queryByText('Deletion canceled')).toBeNull();
  });
});
