import type { Account, AccountView, Intent, Login, Rejection, Snapshot } from '@twentyfour/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { snapshot, connectFakeCore, userRecord } from '../../../testing/fake-core';
import { Announcer } from '../../../ui/Announcer';
import { ProfileSection } from './ProfileSection';

const user = userRecord();

const login = (id: string, fields: Partial<Login> = {}): Login => ({
  id,
  device: 'Firefox on Android',
  created_at: '2026-03-01T08:00:00.000Z',
  last_seen: '2026-03-02T12:00:00.000Z',
  is_current: false,
  ...fields,
});

const here = login('here', { device: 'Chrome on Windows', is_current: true });

const account: Account = {
  has_password: true,
  has_google: false,
  pending_email: null,
  delete_at: null,
  logins: [here],
};

const idle: AccountView = { status: 'ready', account, busy: null, done: null, refused: null };

/** Opens the section with a default account, changed by the given fields. */
function open(changed: Partial<Account> = {}, fields: Partial<Snapshot> = {}) {
  const view = { ...idle, account: { ...account, ...changed } };
  const { clock } = snapshot();
  const core = connectFakeCore({ user, account: view, clock: { ...clock, minute: '2026-03-03T09:00' }, ...fields });
  render(
    <>
      <ProfileSection />
      <Announcer />
    </>,
  );
  /** Emits a change of the account. */
  const tell = (now: Partial<AccountView>) => core.emit([{ type: 'account', account: { ...view, ...now } }]);
  return { core, tell, view };
}

/** Returns the dispatched intents, except for loading the account and drafts. */
const asked = ({ intents }: { intents: readonly Intent[] }) =>
  intents.filter(({ type }) => !['load_account', 'save_draft', 'discard_draft'].includes(type));

const wrong: Rejection = { code: 'password_wrong', message: 'Wrong password. Check it and try again.' };
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => userEvent.click(button(name));
const textbox = (name: string) => screen.getByRole('textbox', { name });
const part = (name: string) => within(screen.getByRole('region', { name }));

async function fill(field: HTMLElement, text: string) {
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text);
}

describe('the profile', () => {
  it('loads the account with a skeleton', () => {
    const { core, tell } = open({}, { account: { ...idle, status: 'loading', account: null } });
    expect(core.intents).toEqual([{ type: 'load_account' }]);
    expect(screen.getByText('Loading your account')).toBeInTheDocument();
    expect(textbox('First name')).toHaveValue('Ada');
    expect(button('Log Out')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
    tell({});
    expect(screen.queryByText('Loading your account')).toBeNull();
    expect(button('Delete account')).toBeVisible();
  });

  it('shows a load error with retry and keeps local actions', async () => {
    const { core, tell } = open({}, { account: { ...idle, status: 'failed', account: null } });
    expect(screen.getByRole('alert')).toHaveTextContent('the rest of your profile');
    expect(button('Log Out')).toBeVisible();
    await press('Try again');
    expect(core.intents).toEqual([{ type: 'load_account' }, { type: 'load_account' }]);
    tell({});
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows cached data offline and that changes need a connection', () => {
    const { sync } = snapshot();
    open({}, { sync: { ...sync, send_failure: 'offline' } });
    expect(screen.getByText('You’re offline. Connect to edit your profile.')).toBeVisible();
    expect(screen.getByText('Chrome on Windows')).toBeVisible();
  });

  it('runs one action at a time and keeps the focus', async () => {
    const { core, tell } = open();
    await press('Export');
    tell({ busy: 'export' });
    expect(button('Export')).toHaveAttribute('aria-busy', 'true');
    expect(button('Export')).toHaveFocus();
    for (const name of ['Export', 'Save', 'Log out everywhere']) {
      expect(button(name)).toHaveAttribute('aria-disabled', 'true');
    }
    await press('Save');
    await press('Export');
    expect(asked(core)).toEqual([{ type: 'export_account' }]);
  });

  it('ignores results of earlier actions', () => {
    open({}, { account: { ...idle, done: 'profile', refused: { action: 'export', rejection: wrong } } });
    expect(screen.queryByText('Saved')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the name', () => {
  it('is saved, quietly', async () => {
    const { core, tell } = open();
    await fill(textbox('First name'), 'Augusta');
    await press('Save');
    expect(asked(core)).toEqual([{ type: 'edit_profile', first_name: 'Augusta', last_name: 'Byron' }]);
    tell({ busy: 'profile' });
    expect(button('Save')).toHaveAttribute('aria-busy', 'true');
    core.emit([
      { type: 'user', user: { ...user, first_name: 'Augusta' } },
      { type: 'account', account: { ...idle, done: 'profile' } },
    ]);
    expect(screen.getByText('Saved').closest('[role="status"]')).not.toBeNull();
    expect(textbox('First name')).toHaveValue('Augusta');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    await userEvent.type(textbox('Last name'), 's');
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('keeps text typed during a save', async () => {
    const { core, tell } = open();
    await fill(textbox('First name'), 'Augusta{Enter}');
    tell({ busy: 'profile' });
    await userEvent.type(textbox('First name'), ' Ada');
    core.emit([
      { type: 'user', user: { ...user, first_name: 'Augusta' } },
      { type: 'account', account: { ...idle, done: 'profile' } },
    ]);
    expect(textbox('First name')).toHaveValue('Augusta Ada');
    expect(button('Discard')).toBeVisible();
  });

  it('shows a rejection beside its focused field', async () => {
    const { core, tell } = open();
    core.reject = ({ type }) => (type === 'edit_profile' ? { code: 'last_name_required', message: 'Enter your last name.' } : null);
    await fill(textbox('Last name'), '');
    await press('Save');
    tell({ refused: { action: 'profile', rejection: { code: 'last_name_required', message: 'Enter your last name.' } } });
    expect(textbox('Last name')).toHaveAccessibleDescription('Enter your last name.');
    expect(textbox('Last name')).toHaveFocus();
    await userEvent.type(textbox('Last name'), 'L');
    expect(textbox('Last name')).toBeValid();
  });

  it('shows a length error beside the longer name and others beside the button', async () => {
    const { tell } = open();
    await userEvent.click(textbox('Last name'));
    await userEvent.paste('y'.repeat(201));
    await press('Save');
    tell({ refused: { action: 'profile', rejection: { code: 'name_too_long', message: 'Shorten the name.' } } });
    expect(textbox('Last name')).toHaveAccessibleDescription('Shorten the name.');
    expect(textbox('First name')).toBeValid();
    tell({ refused: { action: 'profile', rejection: { code: 'unavailable', message: 'Not available.' } } });
    expect(screen.getByRole('alert')).toHaveTextContent('Not available.');
    expect(textbox('Last name')).toBeValid();
  });
});

describe('the email', () => {
  it('shows as confirmed or can be confirmed', async () => {
    const { core, tell } = open();
    expect(screen.getByText('Confirmed')).toBeVisible();
    core.emit([{ type: 'user', user: { ...user, is_verified: false } }]);
    expect(screen.getByText('Not confirmed yet')).toBeVisible();
    await press('Resend link');
    expect(asked(core)).toEqual([{ type: 'send_confirmation' }]);
    tell({ done: 'confirmation' });
    expect(screen.getByText('Link sent. It expires in 24 hours.')).toBeVisible();
  });

  it('shows where the link is on a server without email', async () => {
    const { session } = snapshot();
    const { tell } = open(
      {},
      { user: { ...user, is_verified: false }, session: { ...session, features: { google: false, mail: false, invitation_only: false, billing_portal_url: null } } },
    );
    expect(screen.getByText(/can’t send email until/)).toHaveTextContent(/SMTP_URL and MAIL_FROM.*server log/);
    await press('Resend link');
    tell({ done: 'confirmation' });
    expect(screen.getByText('The link is in the server log.')).toBeVisible();
    expect(screen.queryByText(/Link sent/)).toBeNull();
    await press('Change email');
    const dialog = within(screen.getByRole('dialog', { name: 'Change email' }));
    expect(dialog.getByText(/can’t send email until/)).toBeVisible();
    expect(dialog.queryByText(/We’ll send a link/)).toBeNull();
  });

  it('shows a confirmation made elsewhere instead of the sent link', async () => {
    const { core, tell } = open({}, { user: { ...user, is_verified: false } });
    await press('Resend link');
    tell({ done: 'confirmation' });
    core.emit([{ type: 'user', user }]);
    expect(screen.getByText('Confirmed')).toBeVisible();
    expect(screen.queryByText(/^Sent/)).toBeNull();
  });

  it('shows the pending email and send errors', async () => {
    const { core, tell } = open({ pending_email: 'countess@example.com' });
    expect(screen.getByText(/Waiting for confirmation of/)).toHaveTextContent('Waiting for confirmation of countess@example.com');
    expect(screen.getAllByRole('button', { name: 'Resend link' })).toHaveLength(1);
    await press('Resend link');
    tell({ refused: { action: 'confirmation', rejection: { code: 'too_many_requests', message: 'Too many requests.' } } });
    expect(screen.getByRole('alert')).toHaveTextContent('Too many requests.');
    expect(asked(core)).toEqual([{ type: 'send_confirmation' }]);
  });

  it('is changed with the password', async () => {
    const { core, tell } = open();
    await press('Change email');
    const dialog = within(screen.getByRole('dialog', { name: 'Change email' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'New email' }), 'taken@example.com');
    await userEvent.type(dialog.getByLabelText('Your password'), 'wrong horse{Enter}');
    expect(asked(core)).toEqual([{ type: 'change_email', email: 'taken@example.com', password: 'wrong horse' }]);
    tell({ refused: { action: 'email', rejection: wrong } });
    expect(dialog.getByLabelText('Your password')).toHaveAccessibleDescription(wrong.message);
    expect(dialog.getByLabelText('Your password')).toHaveFocus();
    tell({ refused: { action: 'email', rejection: { code: 'email_taken', message: 'Taken.' } } });
    expect(dialog.getByRole('textbox', { name: 'New email' })).toHaveAccessibleDescription('Taken.');
    await userEvent.click(dialog.getByRole('button', { name: 'Send link' }));
    tell({ done: 'email' });
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(button('Change email')).toHaveFocus());
  });

  it('needs no password for accounts without one', async () => {
    const { core } = open({ has_password: false });
    await press('Change email');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    await userEvent.type(dialog.getByRole('textbox', { name: 'New email' }), 'a@b.c{Enter}');
    expect(asked(core)).toEqual([{ type: 'change_email', email: 'a@b.c', password: '' }]);
  });
});

describe('the password', () => {
  it('changes with the current one', async () => {
    const { core, tell } = open();
    await press('Change password');
    const dialog = within(screen.getByRole('dialog', { name: 'Change password' }));
    await userEvent.type(dialog.getByLabelText('Current password'), 'correct horse');
    await userEvent.type(dialog.getByLabelText('New password'), 'battery staple{Enter}');
    expect(asked(core)).toEqual([
      { type: 'change_password', current_password: 'correct horse', password: 'battery staple' },
    ]);
    tell({ busy: 'password' });
    expect(dialog.getByRole('button', { name: 'Change password' })).toHaveAttribute('aria-busy', 'true');
    tell({ done: 'password' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Password changed. Other devices are logged out.')).toBeVisible();
  });

  it.each([
    ['password_wrong', 'Current password'],
    ['password_common', 'New password'],
    ['password_personal', 'New password'],
    ['password_too_short', 'New password'],
  ] as const)('shows %s beside “%s”', async (code, label) => {
    const { tell } = open();
    await press('Change password');
    await userEvent.type(screen.getByLabelText('Current password'), 'x');
    await userEvent.type(screen.getByLabelText('New password'), 'y{Enter}');
    tell({ refused: { action: 'password', rejection: { code, message: 'No.' } } });
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription('No.');
    expect(screen.getByLabelText(label)).toHaveFocus();
  });

  it('focuses the first blank field', async () => {
    const { core } = open();
    core.reject = () => ({ code: 'password_required', message: 'Enter your password.' });
    await press('Change password');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Change password' }));
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('Enter your password.');
    await userEvent.type(screen.getByLabelText('Current password'), 'x{Enter}');
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription('Enter your password.');
  });

  it('can be set after a recent login', async () => {
    const { core, tell } = open({ has_password: false, has_google: true });
    expect(screen.getByText(/You log in with Google/)).toBeVisible();
    await press('Set password');
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await userEvent.type(screen.getByLabelText('New password'), 'battery staple{Enter}');
    expect(asked(core)).toEqual([{ type: 'change_password', current_password: '', password: 'battery staple' }]);
    tell({ refused: { action: 'password', rejection: { code: 'login_stale', message: 'For your security, log out, log in again.' } } });
    expect(screen.getByRole('alert')).toHaveTextContent('For your security, log out, log in again.');
  });

  it('is forgotten with its dialog', async () => {
    open();
    await press('Change password');
    await userEvent.type(screen.getByLabelText('New password'), 'battery staple');
    await press('Cancel');
    await press('Change password');
    expect(screen.getByLabelText('New password')).toHaveValue('');
  });
});

describe('devices', () => {
  const phone = login('phone', { last_seen: '2026-03-03T07:00:00.000Z' });

  it('show their name and last activity', () => {
    const program = login('program', { device: '', last_seen: '2025-12-24T12:00:00.000Z' });
    open({ logins: [here, phone, program] });
    const [first, second, third] = part('Devices').getAllByRole('listitem');
    expect(first).toHaveTextContent(/^Chrome on WindowsThis device · logged in 1 Mar, \d{1,2}:00 [AP]M$/);
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull();
    expect(second).toHaveTextContent(/^Firefox on AndroidLast active today, \d{1,2}:00 [AP]MLog out$/);
    expect(third).toHaveTextContent(/^Unknown deviceLast active 24 Dec 2025, \d{1,2}:00 [AP]MLog out$/);
  });

  it('can be logged out one by one and move focus to the next', async () => {
    const { core, tell } = open({ logins: [here, phone] });
    const end = screen.getByRole('button', { name: /^Log out Firefox on Android/ });
    await userEvent.click(end);
    const dialog = within(screen.getByRole('dialog', { name: 'Log out Firefox on Android?' }));
    expect(asked(core)).toEqual([]);
    await userEvent.type(dialog.getByLabelText('Your password'), 'correct horse{Enter}');
    expect(asked(core)).toEqual([{ type: 'end_login', login_id: 'phone', password: 'correct horse' }]);
    tell({ account: { ...account, logins: [here, phone] }, busy: 'logins' });
    expect(dialog.getByRole('button', { name: 'Log out' })).toHaveAttribute('aria-busy', 'true');
    tell({ account: { ...account, logins: [here] }, done: 'logins' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('Firefox on Android')).toBeNull();
    expect(screen.getByText('Logged out. You’re still logged in on 1 device.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Devices' })).toHaveFocus());
  });

  it('show a password error beside the field and others above the buttons', async () => {
    const logins = [here, phone, login('other', { device: 'curl' })];
    const { tell } = open({ logins });
    const end = screen.getByRole('button', { name: /^Log out curl/ });
    await userEvent.click(end);
    const dialog = within(screen.getByRole('dialog', { name: 'Log out curl?' }));
    const field = dialog.getByLabelText('Your password');
    await userEvent.type(field, 'wrong horse{Enter}');
    tell({ account: { ...account, logins }, refused: { action: 'logins', rejection: wrong } });
    expect(field).toHaveAccessibleDescription(wrong.message);
    expect(field).toHaveFocus();
    await userEvent.type(field, '!{Enter}');
    tell({ account: { ...account, logins }, refused: { action: 'logins', rejection: { code: 'unavailable', message: 'Not available.' } } });
    expect(dialog.getByRole('alert')).toHaveTextContent('Not available.');
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(end).toHaveFocus());
    // The input was dropped with the dialog.
    await userEvent.click(end);
    expect(screen.getByLabelText('Your password')).toHaveValue('');
  });

  it('need no password for accounts without one', async () => {
    const { core } = open({ has_password: false, logins: [here, phone] });
    await userEvent.click(screen.getByRole('button', { name: /^Log out Firefox/ }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Log out' }));
    await userEvent.keyboard('{Escape}');
    await press('Log out everywhere');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Log out everywhere' }));
    expect(asked(core)).toEqual([
      { type: 'end_login', login_id: 'phone', password: '' },
      { type: 'log_out_everywhere', password: '', discard_unsent: false },
    ]);
  });

  it('show five of many, and all on request', async () => {
    open({ logins: [here, ...Array.from({ length: 36 }, (_, index) => login(`login ${index}`))] });
    const section = part('Devices');
    expect(section.getAllByRole('listitem')).toHaveLength(5);
    await press('Show all 37');
    expect(section.getAllByRole('listitem')).toHaveLength(37);
    expect(button('Show fewer')).toHaveAttribute('aria-expanded', 'true');
    await press('Show fewer');
    expect(section.getAllByRole('listitem')).toHaveLength(5);
  });

  it('can all be logged out, after a confirmation when changes would be lost', async () => {
    const { sync } = snapshot();
    const { core } = open({}, { sync: { ...sync, unsent: 2, send_failure: 'offline' } });
    core.reject = (intent) =>
      intent.type === 'log_out_everywhere' && !intent.discard_unsent ? { code: 'unsent_changes', message: '…' } : null;
    await press('Log out everywhere');
    expect(asked(core)).toEqual([]);
    await userEvent.type(screen.getByLabelText('Your password'), 'correct horse{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Some changes haven’t been sent' })).toBeVisible();
    expect(screen.queryByLabelText('Your password')).toBeNull();
    await press('Log out anyway');
    expect(asked(core)).toEqual([
      { type: 'log_out_everywhere', password: 'correct horse', discard_unsent: false },
      { type: 'log_out_everywhere', password: 'correct horse', discard_unsent: true },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stay when the server fails', async () => {
    const { tell } = open();
    await press('Log out everywhere');
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Your password'), 'wrong horse{Enter}');
    tell({ busy: 'logins' });
    expect(dialog.getByRole('button', { name: 'Log out everywhere' })).toHaveAttribute('aria-busy', 'true');
    tell({ refused: { action: 'logins', rejection: wrong } });
    expect(dialog.getByLabelText('Your password')).toHaveAccessibleDescription(wrong.message);
  });
});

describe('the file of everything', () => {
  it('is downloaded', async () => {
    const { core, tell } = open();
    await press('Export');
    expect(asked(core)).toEqual([{ type: 'export_account' }]);
    tell({ done: 'export' });
    expect(screen.getByText('Downloaded')).toBeVisible();
    tell({ refused: { action: 'export', rejection: { code: 'unavailable', message: 'Not available.' } } });
    expect(screen.getByRole('alert')).toHaveTextContent('Not available.');
  });
});

describe('logging out', () => {
  it('logs out without a dialog', async () => {
    const { core } = open();
    await press('Log Out');
    expect(asked(core)).toEqual([{ type: 'log_out', discard_unsent: false }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(button('Log Out')).toHaveClass('text-danger');
  });
});

describe('the end of the account', () => {
  it('asks for the password and explains the deletion', async () => {
    const { core, tell } = open();
    await press('Delete account');
    const dialog = screen.getByRole('dialog', { name: 'Delete your account?' });
    expect(dialog).toHaveAccessibleDescription(/permanently deleted in 7 days/);
    await userEvent.type(within(dialog).getByLabelText('Your password'), 'wrong horse{Enter}');
    expect(asked(core)).toEqual([{ type: 'delete_account', password: 'wrong horse' }]);
    tell({ refused: { action: 'delete', rejection: wrong } });
    expect(within(dialog).getByLabelText('Your password')).toHaveAccessibleDescription(wrong.message);
    await userEvent.clear(within(dialog).getByLabelText('Your password'));
    await userEvent.type(within(dialog).getByLabelText('Your password'), 'correct horse{Enter}');
    tell({ account: { ...account, delete_at: '2026-03-10T11:00:00.000Z' }, done: 'delete' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Tuesday, 10 March 2026')).toBeVisible();
    await waitFor(() => expect(button('Keep my account')).toHaveFocus());
  });

  it('can be canceled', async () => {
    const { core, tell } = open({ delete_at: '2026-03-10T11:00:00.000Z' });
    await press('Keep my account');
    expect(asked(core)).toEqual([{ type: 'keep_account' }]);
    tell({ account, done: 'keep' });
    expect(screen.getByText('Deletion canceled')).toBeVisible();
    expect(button('Delete account')).toHaveFocus();
  });

  it('needs no password for accounts without one', async () => {
    const { core } = open({ has_password: false });
    await press('Delete account');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(asked(core)).toEqual([{ type: 'delete_account', password: '' }]);
  });
});
