import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { snapshot, startFakeCore, userRecord } from '../../core/testing';
import { SubscriptionSection } from './SubscriptionSection';

const portal = 'https://billing.example/portal';

function open(billing_portal_url: string | null | undefined, user_type: 'basic' | 'pro' = 'basic') {
  const features =
    billing_portal_url === undefined ? null : { google: false, mail: true, invitation_only: false, billing_portal_url };
  const core = startFakeCore({ user: userRecord({ user_type }), session: { ...snapshot().session, features } });
  render(<SubscriptionSection />);
  return core;
}

it.each([
  ['basic', 'Basic', 'Up to 5 projects'],
  ['pro', 'Pro', 'Upload your own images'],
] as const)('tells that the plan %s is active, and what it includes', (type, name, part) => {
  const core = open(portal, type);
  expect(screen.getByText(/Subscription Status/)).toHaveTextContent('Subscription Status Active');
  const own = screen.getByText('Your plan').closest<HTMLElement>('[aria-current]')!;
  expect(within(own).getByRole('heading', { name })).toBeVisible();
  expect(within(own).getByText(part)).toBeVisible();
  expect(core.intents).toEqual([{ type: 'load_account' }]);
});

it('leads to where plans are paid', () => {
  open(portal);
  const link = screen.getByRole('link', { name: /^Manage Billing/ });
  expect(link).toHaveAttribute('href', portal);
  expect(link).toHaveAttribute('rel', 'noreferrer');
  expect(screen.queryByText(/everything is unlocked/)).toBeNull();
});

it('says that everything is unlocked where no plans are sold', async () => {
  open(null);
  expect(screen.getByText(/everything is unlocked for everybody/)).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Manage Billing' }));
  expect(screen.getByRole('dialog', { name: 'Everything is unlocked' })).toHaveTextContent('nothing to pay');
});

it('promises nothing before the server has told, and asks it again', async () => {
  const core = open(undefined);
  expect(screen.queryByText(/everything is unlocked/)).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Manage Billing' }));
  expect(screen.getByRole('dialog', { name: 'The server did not answer' })).toHaveTextContent('try again');
  expect(core.intents).toEqual([{ type: 'load_account' }, { type: 'load_account' }]);
});
