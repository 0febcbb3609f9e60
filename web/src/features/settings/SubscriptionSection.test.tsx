import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { snapshot, connectFakeCore, userRecord } from '../../testing/fake-core';
import { SubscriptionSection } from './SubscriptionSection';

const portal = 'https://billing.example/portal';

function open(billing_portal_url: string | null | undefined, user_type: 'basic' | 'pro' = 'basic', is_offline = false) {
  const features =
    billing_portal_url === undefined ? null : { google: false, mail: true, invitation_only: false, billing_portal_url };
  const { session, sync } = snapshot();
  const core = connectFakeCore({ user: userRecord({ user_type }), session: { ...session, features }, sync: { ...sync, send_failure: is_offline ? 'offline' : null } });
  render(<SubscriptionSection />);
  return core;
}

it.each([
  ['basic', 'Basic', 'Up to 5 projects'],
  ['pro', 'Pro', 'Upload your own images'],
] as const)('shows that the plan %s is active, and what it includes', (type, name, part) => {
  const core = open(portal, type);
  expect(screen.getByText(/Subscription Status/)).toHaveTextContent('Subscription Status Active');
  const own = screen.getByText('Your plan').closest<HTMLElement>('[aria-current]')!;
  expect(within(own).getByRole('heading', { name })).toBeVisible();
  expect(within(own).getByText(part)).toBeVisible();
  expect(core.intents).toEqual([{ type: 'load_account' }]);
});

it('recommends Pro on Basic', () => {
  open(portal);
  const pro = screen.getByRole('heading', { name: 'Pro' }).closest('li')!;
  expect(pro).toHaveTextContent('ProRecommended$3 per month');
});

it('links to where plans are paid', () => {
  open(portal);
  const link = screen.getByRole('link', { name: /^Manage Billing/ });
  expect(link).toHaveAttribute('href', portal);
  expect(link).toHaveAttribute('rel', 'noreferrer');
  expect(screen.queryByText(/Everything is included/)).toBeNull();
});

it('shows no plans on a server without billing', async () => {
  open(null);
  expect(screen.getByRole('heading', { name: 'Everything is included on this server' })).toBeVisible();
  expect(screen.getByText('Unlimited projects')).toBeVisible();
  expect(document.body).not.toHaveTextContent(/Basic|Your plan|\$|Up to 5/);
  await userEvent.click(screen.getByRole('button', { name: 'Manage Billing' }));
  expect(screen.getByRole('dialog', { name: 'Billing isn’t set up on this server' })).toHaveTextContent('nothing to pay');
});

it('shows no plan before the server responds, and retries', async () => {
  const core = open(undefined);
  expect(screen.getByRole('status')).toHaveTextContent('Loading your plan');
  expect(document.body).not.toHaveTextContent(/Everything|Basic|\$/);
  await userEvent.click(screen.getByRole('button', { name: 'Manage Billing' }));
  expect(screen.getByRole('dialog', { name: 'Can’t reach the server' })).toHaveTextContent('try again');
  expect(core.intents).toEqual([{ type: 'load_account' }, { type: 'load_account' }]);
});

it('shows that the server is unreachable', () => {
  open(undefined, 'basic', true);
  expect(screen.getByText('Connect to see your plan.')).toBeVisible();
});
