import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { accessToken, type RealCore, startAccount, startGuest } from '../../testing/real-core';
import { userResponse, userRecord } from '../../testing/responses';
import { AuthPage } from '../auth/AuthPage';
import { AccountMenu } from '../layout/AccountMenu';
import { AppLayout } from '../layout/AppLayout';
import { SettingsPage } from '../settings/SettingsPage';
import { GuestNotice } from './GuestNotice';

/** Opens a page of the guest Grace. */
async function open(path: string): Promise<RealCore> {
  const core = await startGuest({ stored: { name: 'Grace' } });
  show(path);
  return core;
}

function show(path: string): void {
  const router = createMemoryRouter(
    [
      { path: '/app/settings', Component: SettingsPage },
      { path: '/app', Component: GuestNotice },
      { path: '/app/menu', element: <AccountMenu side="top" trigger={<button type="button">Account</button>} /> },
      { path: '/app/shell', Component: AppLayout, children: [{ index: true, element: <input aria-label="draft" /> }] },
      { path: '/auth', Component: AuthPage },
    ],
    { initialEntries: [path] },
  );
  render(
    <>
      <RouterProvider router={router} />
    </>,
  );
}

describe('a guest', () => {
  it('sees the sign-up notice; accounts do not', async () => {
    await open('/app');
    expect(screen.getByText(/Your data is only in this browser/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/auth?type=signup');
  });

  it('is hidden with an account', async () => {
    await startAccount();
    show('/app');
    expect(screen.queryByText(/Your data is only in this browser/)).toBeNull();
  });

  it('can use the app, and pages remount after sign-up', async () => {
    const core = await open('/app/shell');
    await userEvent.type(screen.getByRole('textbox', { name: 'draft' }), 'mine');
    const person = { first_name: 'Grace', last_name: 'Hopper', email: 'grace@example.com', password: 'correct horse battery' };
    core.do({ type: 'sign_up', ...person, invitation: null });
    const tokens = { access_token: accessToken(), refresh_token: 'refresh' };
    await core.serve({ '/auth/signup/': { body: { ...tokens, user: [userRecord()] } } });
    expect(core.state().session).toMatchObject({ isAuthenticated: true, guest: null });
    expect(screen.getByRole('textbox', { name: 'draft' })).toHaveValue('');
    await userEvent.type(screen.getByRole('textbox', { name: 'draft' }), 'mine');
    await core.serve({ '/user/': userResponse({ first_name: 'Grace' }) });
    expect(screen.getByRole('textbox', { name: 'draft' })).toHaveValue('mine');
  });

  it('sees sign up and log in in the menu instead of log out', async () => {
    await open('/app/menu');
    await userEvent.click(screen.getByRole('button', { name: 'Account' }));
    expect(await screen.findByText('Grace')).toBeInTheDocument();
    expect(screen.getByRole('menuitem', { name: 'Log In' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Log Out' })).toBeNull();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Sign Up' }));
    expect(screen.getByRole('heading', { name: 'Create Account' })).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Grace');
    expect(screen.getByText('Your guest data will move to your account.')).toBeInTheDocument();
  });

  it('can erase all data after a confirmation', async () => {
    const core = await open('/app/settings?section=profile');
    const sections = within(screen.getByRole('navigation', { name: 'Settings' }));
    expect(sections.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'General',
      'Profile',
      'Preference',
      'Keyboard shortcuts',
      'Integrations',
      'Import and export',
      'Subscription',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete guest data' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(core.intents).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Delete guest data' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete guest data' }));
    expect(core.intents[0]).toEqual({ type: 'log_out', discard_unsent: true });
    expect(core.state().session.guest).toBeNull();
  });

  it('sees that plans need an account', async () => {
    const core = await open('/app/settings?section=subscription');
    expect(screen.getByRole('heading', { level: 2, name: 'Subscription' })).toBeVisible();
    expect(screen.getByText(/there’s nothing to pay\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/auth?type=signup');
    expect(screen.queryByText(/Your plan|per month|Active/)).toBeNull();
    expect(core.intents).toEqual([]);
  });
});
