import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type RealCore, startAccount } from '../../testing/real-core';
import { type MockResponse, type MockResponses, boardResponses, NETWORK_ERROR, userResponse } from '../../testing/responses';
import { SubscriptionSection } from './SubscriptionSection';

const portal = 'https://billing.example/portal';

/** Returns the response to `GET /features/`. */
const featuresResponse = (billing_portal_url: string | null): MockResponse => ({
  body: { google: false, mail: true, invitation_only: false, billing_portal_url },
});

/** Opens the section of an account; without a value for the portal, the server does not respond. */
async function open(portal_url?: string | null, user_type: 'basic' | 'pro' = 'basic', more: MockResponses = {}): Promise<RealCore> {
  const features = portal_url === undefined ? null : featuresResponse(portal_url);
  const core = await startAccount({ '/user/': userResponse({ user_type }), '/features/': features, ...more });
  render(<SubscriptionSection />);
  await core.settle();
  return core;
}

it.each([
  ['basic', 'Basic', 'Up to 5 projects'],
  ['pro', 'Pro', 'Upload your own images'],
] as const)('shows that the plan %s is active, and what it includes', async (type, name, part) => {
  const core = await open(portal, type);
  expect(screen.getByText(/Subscription Status/)).toHaveTextContent('Subscription Status Active');
  const own = screen.getByText('Your plan').closest<HTMLElement>('[aria-current]')!;
  expect(within(own).getByRole('heading', { name })).toBeVisible();
  expect(within(own).getByText(part)).toBeVisible();
  expect(core.intents).toEqual([{ type: 'load_account' }]);
});

it('recommends Pro on Basic', async () => {
  await open(portal);
  const pro = screen.getByRole('heading', { name: 'Pro' }).closest('li')!;
  expect(pro).toHaveTextContent('ProRecommended$3 per month');
});

it('links to where plans are paid', async () => {
  await open(portal);
  const link = screen.getByRole('link', { name: /^Manage Billing/ });
  expect(link).toHaveAttribute('href', portal);
  expect(link).toHaveAttribute('rel', 'noreferrer');
  expect(screen.queryByText(/Everything is included/)).toBeNull();
});

it('shows no plans on a server without billing', async () => {
  await open(null);
  expect(screen.getByRole('heading', { name: 'Everything is included on this server' })).toBeVisible();
  expect(screen.getByText('Unlimited projects')).toBeVisible();
  expect(document.body).not.toHaveTextContent(/Basic|Your plan|\$|Up to 5/);
  await userEvent.click(screen.getByRole('button', { name: 'Manage Billing' }));
  expect(screen.getByRole('dialog', { name: 'Billing isn’t set up on this server' })).toHaveTextContent('nothing to pay');
});

it('shows no plan before the server responds, and retries', async () => {
  const core = await open();
  expect(screen.getByRole('status')).toHaveTextContent('Loading your plan');
  expect(document.body).not.toHaveTextContent(/Everything|Basic|\$/);
  await userEvent.click(screen.getByRole('button', { name: 'Manage Billing' }));
  expect(screen.getByRole('dialog', { name: 'Can’t reach the server' })).toHaveTextContent('try again');
  expect(core.intents).toEqual([{ type: 'load_account' }, { type: 'load_account' }]);
  await core.serve({ '/features/': featuresResponse(portal) });
  expect(screen.getByText('Your plan')).toBeVisible();
});

it('shows that the server is unreachable', async () => {
  const core = await open(undefined, 'basic', { ...boardResponses(), 'POST /boards/create-board/': NETWORK_ERROR });
  core.do({ type: 'add_board', name: 'Home' });
  await core.settle();
  expect(core.state().sync.send_failure).toBe('offline');
  expect(screen.getByText('Connect to see your plan.')).toBeVisible();
});
