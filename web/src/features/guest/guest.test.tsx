import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { describe, expect, it } from 'vitest';
import { type FakeCore, snapshot, connectFakeCore, userRecord } from '../../testing/fake-core';
import { TooltipProvider } from '../../ui/Tooltip';
import { AuthPage } from '../auth/AuthPage';
import { AccountMenu } from '../layout/AccountMenu';
import { AppLayout } from '../layout/AppLayout';
import { SettingsPage } from '../settings/SettingsPage';
import { GuestNotice } from './GuestNotice';

const { session } = snapshot();
const guest = { ...session, isAuthenticated: false, guest: 'Grace' };

function open(path: string, core: Parameters<typeof connectFakeCore>[0] = { session: guest }): FakeCore {
  const fake = connectFakeCore(core);
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
    <TooltipProvider>
      <RouterProvider router={router} />
    </TooltipProvider>,
  );
  return fake;
}

describe('a guest', () => {
  it('sees the sign-up notice; accounts do not', () => {
    open('/app');
    expect(screen.getByText(/Your data is only in this browser/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/auth?type=signup');
  });

  it('is hidden with an account', () => {
    open('/app', { user: userRecord() });
    expect(screen.queryByText(/Your data is only in this browser/)).toBeNull();
  });

  it('can use the app, and pages remount after sign-up', async () => {
    const core = open('/app/shell');
    await userEvent.type(screen.getByRole('textbox', { name: 'draft' }), 'mine');
    core.emit([{ type: 'session', session: { ...guest, isAuthenticated: true, guest: null } }]);
    expect(screen.getByRole('textbox', { name: 'draft' })).toHaveValue('');
    await userEvent.type(screen.getByRole('textbox', { name: 'draft' }), 'mine');
    core.emit([{ type: 'user', user: userRecord() }]);
    expect(screen.getByRole('textbox', { name: 'draft' })).toHaveValue('mine');
  });

  it('sees sign up and log in in the menu instead of log out', async () => {
    open('/app/menu');
    await userEvent.click(screen.getByRole('button', { name: 'Account' }));
    expect(screen.getByText('Grace')).toBeInTheDocument();
    expect(screen.getByRole('menuitem', { name: 'Log In' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Log Out' })).toBeNull();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Sign Up' }));
    expect(screen.getByRole('heading', { name: 'Create Account' })).toBeInTheDocument();
    expect(screen.getByRole('textbox', { name: 'First name' })).toHaveValue('Grace');
    expect(screen.getByText('Your guest data will move to your account.')).toBeInTheDocument();
  });

  it('can erase all data after a confirmation', async () => {
    const core = open('/app/settings?section=profile');
    const sections = within(screen.getByRole('navigation', { name: 'Settings' }));
    expect(sections.getAllByRole('link').map((link) => link.textContent)).toEqual([
      'General',
      'Profile',
      'Preference',
      'Subscription',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Erase everything' }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(core.intents).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Erase everything' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Erase everything' }));
    expect(core.intents).toEqual([{ type: 'log_out', discard_unsent: true }]);
  });

  it('sees that plans need an account', () => {
    const core = open('/app/settings?section=subscription');
    expect(screen.getByRole('heading', { level: 2, name: 'Subscription' })).toBeVisible();
    expect(screen.getByText(/there’s nothing to pay\./)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/auth?type=signup');
    expect(screen.queryByText(/Your plan|per month|Active/)).toBeNull();
    expect(core.intents).toEqual([]);
  });
});
