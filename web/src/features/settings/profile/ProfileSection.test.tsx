import type { Account, Intent, Login, User } from '@twentyfour/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { accessToken, type RealCore, startAccount } from '../../../testing/real-core';
import { type MockResponse, type MockResponses, NETWORK_ERROR, refusal, SERVER_ERROR, USAGE, userRecord, userResponse } from '../../../testing/responses';
import { Announcer } from '../../../ui/Announcer';
import { ProfileSection } from './ProfileSection';

const loginId = (number: number): string => `01900005-0000-7000-8000-${String(number).padStart(12, '0')}`;

const login = (number: number, fields: Partial<Login> = {}): Login => ({
  id: loginId(number),
  device: 'Firefox on Android',
  created_at: '2026-03-01T08:00:00.000Z',
  last_seen: '2026-03-02T12:00:00.000Z',
  is_current: false,
  ...fields,
});

const here = login(1, { device: 'Chrome on Windows', is_current: true });
const phone = login(2, { last_seen: '2026-03-03T07:00:00.000Z' });

/** Returns the response with an account that has a password and one login, changed by the given fields. */
const accountResponse = (fields: Partial<Account> = {}): MockResponse => ({
  body: { account: { has_password: true, has_google: false, pending_email: null, delete_at: null, logins: [here], usage: USAGE, ...fields } },
});

interface Options {
  account?: Partial<Account>;
  user?: Partial<User>;
  responses?: MockResponses;
}

/** Opens the section of an account. */
async function open({ account = {}, user = {}, responses = {} }: Options = {}): Promise<RealCore> {
  const core = await startAccount({
    'GET /account/': accountResponse(account),
    'GET /account/export/': null,
    'GET /user/': userResponse(user),
    'PUT /user/': null,
    'PUT /account/avatar/': null,
    'DELETE /account/avatar/': null,
    '/features/': { body: { google: false, mail: true, invitation_only: false, billing_portal_url: null } },
    ...responses,
  });
  await core.goLive();
  show();
  await core.settle();
  return core;
}

function show(): void {
  render(
    <>
      <ProfileSection />
      <Announcer />
    </>,
  );
}

/** Returns the dispatched intents, except for loading and drafts. */
const asked = ({ intents }: { intents: readonly Intent[] }) =>
  intents.filter(({ type }) => !['load_account', 'load_boards', 'save_draft', 'discard_draft'].includes(type));

const WRONG_PASSWORD = 'Wrong password. Check it and try again.';
const WRONG = refusal(403, 'password_wrong', WRONG_PASSWORD);
const NOT_AVAILABLE = 'The service isn’t available right now. Try again in a moment.';
const FAILED = refusal(503, 'unavailable', NOT_AVAILABLE);
const PICTURE = `/api/avatars/${'0a'.repeat(16)}/`;
const file = () => new File(['picture'], 'me.png', { type: 'image/png' });
const face = () => part('Picture').getByTitle('Ada Byron').querySelector('img');
const button = (name: string) => screen.getByRole('button', { name });
const press = (name: string) => userEvent.click(button(name));
const textbox = (name: string) => screen.getByRole('textbox', { name });
const part = (name: string) => within(screen.getByRole('region', { name }));

async function fill(field: HTMLElement, text: string) {
  await userEvent.clear(field);
  if (text !== '') await userEvent.type(field, text);
}

describe('the profile', () => {
  it('loads the account with a skeleton', async () => {
    const core = await open({ responses: { 'GET /account/': null } });
    expect(core.intents).toEqual([{ type: 'load_account' }]);
    expect(screen.getByText('Loading your account')).toBeInTheDocument();
    expect(textbox('First name')).toHaveValue('Ada');
    expect(button('Log Out')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Delete account' })).toBeNull();
    await core.serve({ 'GET /account/': accountResponse() });
    expect(screen.queryByText('Loading your account')).toBeNull();
    expect(button('Delete account')).toBeVisible();
  });

  it('shows a load error with retry and keeps local actions', async () => {
    const core = await open({ responses: { 'GET /account/': SERVER_ERROR } });
    expect(screen.getByRole('alert')).toHaveTextContent('the rest of your profile');
    expect(button('Log Out')).toBeVisible();
    await press('Try again');
    expect(core.intents).toEqual([{ type: 'load_account' }, { type: 'load_account' }]);
    await core.serve({ 'GET /account/': accountResponse() });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows cached data offline and that changes need a connection', async () => {
    const core = await open();
    await core.serve({ '/boards/': NETWORK_ERROR });
    core.do({ type: 'add_board', name: 'Home' });
    await core.settle();
    expect(screen.getByText('You’re offline. Connect to edit your profile.')).toBeVisible();
    expect(screen.getByText('Chrome on Windows')).toBeVisible();
  });

  it('runs one action at a time and keeps the focus', async () => {
    const core = await open();
    await press('Export');
    expect(button('Export')).toHaveAttribute('aria-busy', 'true');
    expect(button('Export')).toHaveFocus();
    for (const name of ['Export', 'Save', 'Log out everywhere']) {
      expect(button(name)).toHaveAttribute('aria-disabled', 'true');
    }
    await press('Save');
    await press('Export');
    expect(asked(core)).toEqual([{ type: 'export_account' }]);
  });

  it.each([
    ['done', userResponse()],
    ['refused', FAILED],
  ])('ignores an earlier action that was %s', async (_outcome, response) => {
    const core = await startAccount({ 'GET /account/': accountResponse(), 'PUT /user/': response });
    core.do({ type: 'edit_profile', first_name: 'Ada', last_name: 'Byron' });
    await core.settle();
    expect(core.state().account).toMatchObject(response === FAILED ? { refused: { action: 'profile' } } : { done: 'profile' });
    show();
    await core.settle();
    expect(screen.queryByText('Saved')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the name', () => {
  it('is saved, quietly', async () => {
    const core = await open();
    await fill(textbox('First name'), 'Augusta');
    await press('Save');
    expect(asked(core)).toEqual([{ type: 'edit_profile', first_name: 'Augusta', last_name: 'Byron' }]);
    expect(button('Save')).toHaveAttribute('aria-busy', 'true');
    await core.serve({ 'PUT /user/': userResponse({ first_name: 'Augusta' }) });
    expect(screen.getByText('Saved').closest('[role="status"]')).not.toBeNull();
    expect(textbox('First name')).toHaveValue('Augusta');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
    await userEvent.type(textbox('Last name'), 's');
    expect(screen.queryByText('Saved')).toBeNull();
  });

  it('keeps text typed during a save', async () => {
    const core = await open();
    await fill(textbox('First name'), 'Augusta{Enter}');
    await userEvent.type(textbox('First name'), ' Ada');
    await core.serve({ 'PUT /user/': userResponse({ first_name: 'Augusta' }) });
    expect(textbox('First name')).toHaveValue('Augusta Ada');
    expect(button('Discard')).toBeVisible();
  });

  it('shows a rejection beside its focused field', async () => {
    const core = await open();
    await fill(textbox('Last name'), '');
    await press('Save');
    expect(core.state().account.refused?.rejection.code).toBe('last_name_required');
    expect(textbox('Last name')).toHaveAccessibleDescription('Enter your last name.');
    expect(textbox('Last name')).toHaveFocus();
    await userEvent.type(textbox('Last name'), 'L');
    expect(textbox('Last name')).toBeValid();
  });

  it('shows a length error beside the longer name and others beside the button', async () => {
    const core = await open();
    await userEvent.click(textbox('Last name'));
    await userEvent.paste('y'.repeat(201));
    await press('Save');
    const rejection = core.state().account.refused?.rejection;
    expect(rejection?.code).toBe('name_too_long');
    expect(textbox('Last name')).toHaveAccessibleDescription(rejection?.message);
    expect(textbox('First name')).toBeValid();
    await fill(textbox('Last name'), 'King');
    await press('Save');
    await core.serve({ 'PUT /user/': FAILED });
    expect(screen.getByRole('alert')).toHaveTextContent(NOT_AVAILABLE);
    expect(textbox('Last name')).toBeValid();
  });
});

describe('the picture', () => {
  const choose = () => userEvent.upload(screen.getByLabelText('Choose your picture'), file());

  it('is uploaded, shown and removed', async () => {
    const core = await open();
    expect(face()).toBeNull();
    expect(screen.queryByRole('button', { name: 'Remove your picture' })).toBeNull();
    await choose();
    expect(asked(core)).toEqual([{ type: 'upload_avatar', file: expect.any(Number), size: 7 }]);
    expect(button('Upload picture')).toHaveAttribute('aria-busy', 'true');
    expect(screen.getByText('Uploading your picture')).toBeInTheDocument();
    await core.serve({ 'PUT /account/avatar/': userResponse({ picture: PICTURE }) });
    expect(face()).toHaveAttribute('src', PICTURE);
    expect(screen.getByText('Picture saved').closest('[role="status"]')).not.toBeNull();
    await press('Remove your picture');
    expect(asked(core).at(-1)).toEqual({ type: 'remove_avatar' });
    await core.serve({ 'DELETE /account/avatar/': userResponse() });
    expect(face()).toBeNull();
    expect(screen.getByText('Picture removed')).toBeVisible();
    expect(button('Upload picture')).toHaveFocus();
  });

  it('stays if the new one is refused, and can be chosen again', async () => {
    const message = 'This file type isn’t supported. Choose a JPEG, PNG or WebP.';
    const core = await open({
      user: { picture: PICTURE },
      responses: { 'PUT /account/avatar/': refusal(415, 'picture_unsupported', message) },
    });
    await choose();
    await core.settle();
    expect(part('Picture').getByRole('alert')).toHaveTextContent(message);
    expect(face()).toHaveAttribute('src', PICTURE);
    const other = PICTURE.replaceAll('0a', '0b');
    await core.serve({ 'PUT /account/avatar/': userResponse({ picture: other }) });
    await choose();
    await core.settle();
    expect(face()).toHaveAttribute('src', other);
    expect(part('Picture').queryByRole('alert')).toBeNull();
  });
});

describe('the email', () => {
  const SENT: MockResponse = { body: { message: 'Sent.' } };

  it('shows as confirmed', async () => {
    await open();
    expect(screen.getByText('Confirmed')).toBeVisible();
  });

  it('can be confirmed', async () => {
    const core = await open({ user: { is_verified: false } });
    expect(screen.getByText('Not confirmed yet')).toBeVisible();
    await press('Resend link');
    expect(asked(core)).toEqual([{ type: 'send_confirmation' }]);
    await core.serve({ '/account/send-confirmation/': SENT });
    expect(screen.getByText('Link sent. It expires in 24 hours.')).toBeVisible();
  });

  it('shows where the link is on a server without email', async () => {
    const features = { google: false, mail: false, invitation_only: false, billing_portal_url: null };
    const core = await open({ user: { is_verified: false }, responses: { '/features/': { body: features } } });
    expect(screen.getByText(/can’t send email until/)).toHaveTextContent(/SMTP_URL and MAIL_FROM.*server log/);
    await press('Resend link');
    await core.serve({ '/account/send-confirmation/': SENT });
    expect(screen.getByText('The link is in the server log.')).toBeVisible();
    expect(screen.queryByText(/Link sent/)).toBeNull();
    await press('Change email');
    const dialog = within(screen.getByRole('dialog', { name: 'Change email' }));
    expect(dialog.getByText(/can’t send email until/)).toBeVisible();
    expect(dialog.queryByText(/We’ll send a link/)).toBeNull();
  });

  it('shows a confirmation made elsewhere instead of the sent link', async () => {
    const core = await open({ user: { is_verified: false } });
    await press('Resend link');
    await core.serve({ '/account/send-confirmation/': SENT, 'GET /user/': userResponse() });
    expect(screen.getByText('Confirmed')).toBeVisible();
    expect(screen.queryByText(/^Link sent/)).toBeNull();
  });

  it('shows the pending email and send errors', async () => {
    const core = await open({ account: { pending_email: 'countess@example.com' } });
    expect(screen.getByText(/Waiting for confirmation of/)).toHaveTextContent('Waiting for confirmation of countess@example.com');
    expect(screen.getAllByRole('button', { name: 'Resend link' })).toHaveLength(1);
    await press('Resend link');
    await core.serve({ '/account/send-confirmation/': refusal(429, 'too_many_requests', 'Too many requests.') });
    expect(screen.getByRole('alert')).toHaveTextContent('Too many requests.');
    expect(asked(core)).toEqual([{ type: 'send_confirmation' }]);
  });

  it('is changed with the password', async () => {
    const core = await open();
    await press('Change email');
    const dialog = within(screen.getByRole('dialog', { name: 'Change email' }));
    await userEvent.type(dialog.getByRole('textbox', { name: 'New email' }), 'taken@example.com');
    await userEvent.type(dialog.getByLabelText('Your password'), 'wrong horse{Enter}');
    expect(asked(core)).toEqual([{ type: 'change_email', email: 'taken@example.com', password: 'wrong horse' }]);
    await core.serve({ '/account/email/': WRONG });
    expect(dialog.getByLabelText('Your password')).toHaveAccessibleDescription(WRONG_PASSWORD);
    expect(dialog.getByLabelText('Your password')).toHaveFocus();
    const send = dialog.getByRole('button', { name: 'Send link' });
    await userEvent.click(send);
    await core.serve({ '/account/email/': refusal(409, 'email_taken', 'Taken.') });
    expect(dialog.getByRole('textbox', { name: 'New email' })).toHaveAccessibleDescription('Taken.');
    await userEvent.click(send);
    await core.serve({ '/account/email/': accountResponse({ pending_email: 'taken@example.com' }) });
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(button('Change email')).toHaveFocus());
  });

  it('needs no password for accounts without one', async () => {
    const core = await open({ account: { has_password: false } });
    await press('Change email');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    await userEvent.type(dialog.getByRole('textbox', { name: 'New email' }), 'a@b.cd{Enter}');
    expect(asked(core)).toEqual([{ type: 'change_email', email: 'a@b.cd', password: '' }]);
  });
});

describe('the password', () => {
  it('changes with the current one', async () => {
    const core = await open();
    await press('Change password');
    const dialog = within(screen.getByRole('dialog', { name: 'Change password' }));
    await userEvent.type(dialog.getByLabelText('Current password'), 'correct horse');
    await userEvent.type(dialog.getByLabelText('New password'), 'battery staple{Enter}');
    expect(asked(core)).toEqual([
      { type: 'change_password', current_password: 'correct horse', password: 'battery staple' },
    ]);
    expect(dialog.getByRole('button', { name: 'Change password' })).toHaveAttribute('aria-busy', 'true');
    await core.serve({ '/account/password/': { body: { access_token: accessToken(), refresh_token: 'new' } } });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Password changed. Other devices are logged out.')).toBeVisible();
  });

  it.each([
    ['password_wrong', 'Current password'],
    ['password_common', 'New password'],
    ['password_personal', 'New password'],
    ['password_too_short', 'New password'],
  ] as const)('shows %s beside “%s”', async (code, label) => {
    const core = await open();
    await press('Change password');
    await userEvent.type(screen.getByLabelText('Current password'), 'correct horse');
    await userEvent.type(screen.getByLabelText('New password'), 'battery staple{Enter}');
    await core.serve({ '/account/password/': refusal(400, code, 'No.') });
    expect(screen.getByLabelText(label)).toHaveAccessibleDescription('No.');
    expect(screen.getByLabelText(label)).toHaveFocus();
  });

  it('focuses the first invalid field', async () => {
    await open();
    await press('Change password');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Change password' }));
    expect(screen.getByLabelText('Current password')).toHaveAccessibleDescription('Enter your password.');
    await userEvent.type(screen.getByLabelText('Current password'), 'x{Enter}');
    expect(screen.getByLabelText('New password')).toHaveAccessibleDescription('Choose a password with at least 8 characters.');
    expect(screen.getByLabelText('New password')).toHaveFocus();
  });

  it('can be set after a recent login', async () => {
    const core = await open({ account: { has_password: false, has_google: true } });
    expect(screen.getByText(/You log in with Google/)).toBeVisible();
    await press('Set password');
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await userEvent.type(screen.getByLabelText('New password'), 'battery staple{Enter}');
    expect(asked(core)).toEqual([{ type: 'change_password', current_password: '', password: 'battery staple' }]);
    const stale = 'For your security, log out, log in again.';
    await core.serve({ '/account/password/': refusal(403, 'login_stale', stale) });
    expect(screen.getByRole('alert')).toHaveTextContent(stale);
  });

  it('is forgotten with its dialog', async () => {
    await open();
    await press('Change password');
    await userEvent.type(screen.getByLabelText('New password'), 'battery staple');
    await press('Cancel');
    await press('Change password');
    expect(screen.getByLabelText('New password')).toHaveValue('');
  });
});

describe('devices', () => {
  it('show their name and last activity', async () => {
    const program = login(3, { device: '', last_seen: '2025-12-24T12:00:00.000Z' });
    await open({ account: { logins: [here, phone, program] } });
    const [first, second, third] = part('Devices').getAllByRole('listitem');
    expect(first).toHaveTextContent(/^Chrome on WindowsThis device · logged in 1 Mar, \d{1,2}:00 [AP]M$/);
    expect(within(first as HTMLElement).queryByRole('button')).toBeNull();
    expect(second).toHaveTextContent(/^Firefox on AndroidLast active today, \d{1,2}:00 [AP]MLog out$/);
    expect(third).toHaveTextContent(/^Unknown deviceLast active 24 Dec 2025, \d{1,2}:00 [AP]MLog out$/);
  });

  it('can be logged out one by one and move focus to the next', async () => {
    const core = await open({ account: { logins: [here, phone] } });
    const end = screen.getByRole('button', { name: /^Log out Firefox on Android/ });
    await userEvent.click(end);
    const dialog = within(screen.getByRole('dialog', { name: 'Log out Firefox on Android?' }));
    expect(asked(core)).toEqual([]);
    await userEvent.type(dialog.getByLabelText('Your password'), 'correct horse{Enter}');
    expect(asked(core)).toEqual([{ type: 'end_login', login_id: phone.id, password: 'correct horse' }]);
    expect(dialog.getByRole('button', { name: 'Log out' })).toHaveAttribute('aria-busy', 'true');
    await core.serve({ '/account/logins/end/': accountResponse() });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByText('Firefox on Android')).toBeNull();
    expect(screen.getByText('Logged out. You’re still logged in on 1 device.')).toBeVisible();
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Devices' })).toHaveFocus());
  });

  it('show a password error beside the field and others above the buttons', async () => {
    const core = await open({ account: { logins: [here, phone, login(3, { device: 'curl' })] } });
    const end = screen.getByRole('button', { name: /^Log out curl/ });
    await userEvent.click(end);
    const dialog = within(screen.getByRole('dialog', { name: 'Log out curl?' }));
    const field = dialog.getByLabelText('Your password');
    await userEvent.type(field, 'wrong horse{Enter}');
    await core.serve({ '/account/logins/end/': WRONG });
    expect(field).toHaveAccessibleDescription(WRONG_PASSWORD);
    expect(field).toHaveFocus();
    await userEvent.type(field, '!{Enter}');
    await core.serve({ '/account/logins/end/': FAILED });
    expect(dialog.getByRole('alert')).toHaveTextContent(NOT_AVAILABLE);
    expect(screen.getAllByRole('alert')).toHaveLength(1);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('alert')).toBeNull();
    await waitFor(() => expect(end).toHaveFocus());
    // The input was dropped with the dialog.
    await userEvent.click(end);
    expect(screen.getByLabelText('Your password')).toHaveValue('');
  });

  it('need no password for accounts without one', async () => {
    const core = await open({ account: { has_password: false, logins: [here, phone] } });
    await userEvent.click(screen.getByRole('button', { name: /^Log out Firefox/ }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Log out' }));
    await core.serve({ '/account/logins/end/': accountResponse({ has_password: false }) });
    await press('Log out everywhere');
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Log out everywhere' }));
    expect(asked(core)).toEqual([
      { type: 'end_login', login_id: phone.id, password: '' },
      { type: 'log_out_everywhere', password: '', discard_unsent: false },
    ]);
  });

  it('show five of many, and all on request', async () => {
    await open({ account: { logins: [here, ...Array.from({ length: 36 }, (_, index) => login(index + 2))] } });
    const section = part('Devices');
    expect(section.getAllByRole('listitem')).toHaveLength(5);
    await press('Show all 37');
    expect(section.getAllByRole('listitem')).toHaveLength(37);
    expect(button('Show fewer')).toHaveAttribute('aria-expanded', 'true');
    await press('Show fewer');
    expect(section.getAllByRole('listitem')).toHaveLength(5);
  });

  it('can all be logged out, after a confirmation when changes would be lost', async () => {
    const core = await open({ responses: { '/boards/': NETWORK_ERROR } });
    core.do({ type: 'add_board', name: 'Home' });
    await core.settle();
    expect(core.state().sync).toMatchObject({ unsent: 1, send_failure: 'offline' });
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
    const core = await open();
    await press('Log out everywhere');
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Your password'), 'wrong horse{Enter}');
    expect(dialog.getByRole('button', { name: 'Log out everywhere' })).toHaveAttribute('aria-busy', 'true');
    await core.serve({ '/account/logins/end-all/': WRONG });
    expect(dialog.getByLabelText('Your password')).toHaveAccessibleDescription(WRONG_PASSWORD);
  });
});

describe('the file of everything', () => {
  it('is downloaded', async () => {
    // The fake browser cannot follow the link.
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const core = await open();
    await press('Export');
    expect(asked(core)).toEqual([{ type: 'export_account' }]);
    await core.serve({ 'GET /account/export/': { body: 'PK' } });
    expect(screen.getByText('Downloaded')).toBeVisible();
    expect(core.effects).toContainEqual(expect.objectContaining({ type: 'download_address', name: 'twentyfour-2026-03-03.zip' }));
    await press('Export');
    await core.serve({ 'GET /account/export/': FAILED });
    expect(screen.getByRole('alert')).toHaveTextContent(NOT_AVAILABLE);
  });
});

describe('logging out', () => {
  it('logs out without a dialog', async () => {
    const core = await open();
    expect(button('Log Out')).toHaveClass('text-danger');
    await press('Log Out');
    expect(asked(core)).toEqual([{ type: 'log_out', discard_unsent: false }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(core.state().session.isAuthenticated).toBe(false);
  });
});

describe('the end of the account', () => {
  const delete_at = '2026-03-10T11:00:00.000Z';

  it('asks for the password and explains the deletion', async () => {
    const core = await open();
    await press('Delete account');
    const dialog = screen.getByRole('dialog', { name: 'Delete your account?' });
    expect(dialog).toHaveAccessibleDescription(/permanently deleted in 7 days/);
    const field = within(dialog).getByLabelText('Your password');
    await userEvent.type(field, 'wrong horse{Enter}');
    expect(asked(core)).toEqual([{ type: 'delete_account', password: 'wrong horse', boards: [] }]);
    await core.serve({ '/account/delete/': WRONG });
    expect(field).toHaveAccessibleDescription(WRONG_PASSWORD);
    await fill(field, 'correct horse{Enter}');
    await core.serve({ '/account/delete/': accountResponse({ delete_at }) });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Tuesday, 10 March 2026')).toBeVisible();
    await waitFor(() => expect(button('Keep my account')).toHaveFocus());
  });

  it('can be canceled', async () => {
    const core = await open({ account: { delete_at } });
    await press('Keep my account');
    expect(asked(core)).toEqual([{ type: 'keep_account' }]);
    await core.serve({ '/account/keep/': accountResponse() });
    expect(screen.getByText('Deletion canceled')).toBeVisible();
    expect(button('Delete account')).toHaveFocus();
  });

  it('asks what becomes of the shared boards that the user owns', async () => {
    const GRACE = '01900009-0000-7000-8000-000000000009';
    const you = { user_id: userRecord().id, first_name: 'Ada', last_name: 'Byron', picture: null, role: 'owner' };
    const grace = { user_id: GRACE, first_name: 'Grace', last_name: 'Example', picture: null, role: 'viewer' };
    const board = (number: number, fields: object) => ({
      id: loginId(number),
      slug: `board-${number}`,
      description: '',
      color: null,
      image: null,
      favorite: false,
      label_colors: [],
      trashed_at: null,
      columns: [],
      ...fields,
    });
    const boards = [
      board(11, { name: 'Launch', members: [you, grace] }),
      board(12, { name: 'Garden', members: [you, grace] }),
      board(13, { name: 'Private' }),
      board(14, { name: 'Theirs', role: 'admin', members: [{ ...grace, role: 'owner' }, { ...you, role: 'admin' }] }),
    ];
    const core = await open({ account: { has_password: false }, responses: { 'GET /boards/get-boards/': { body: boards } } });
    await press('Delete account');
    await core.settle();
    const dialog = within(screen.getByRole('dialog'));
    const group = within(dialog.getByRole('group', { name: 'Boards that you share' }));
    expect(group.getAllByRole('combobox').map((select) => select.getAttribute('aria-label'))).toEqual([
      'What happens to Garden',
      'What happens to Launch',
    ]);
    await userEvent.selectOptions(group.getByLabelText('What happens to Launch'), 'Pass to Grace Example');
    const submit = () => userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
    await submit();
    expect(dialog.getByText('Choose what happens to each board that you share.')).toBeVisible();
    await userEvent.selectOptions(group.getByLabelText('What happens to Garden'), 'Delete with my account');
    await submit();
    expect(asked(core).at(-1)).toEqual({
      type: 'delete_account',
      password: '',
      boards: [
        { board_id: loginId(12), new_owner_id: null },
        { board_id: loginId(11), new_owner_id: GRACE },
      ],
    });
  });

  it('needs no password for accounts without one', async () => {
    const core = await open({ account: { has_password: false } });
    await press('Delete account');
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByLabelText('Your password')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(asked(core)).toEqual([{ type: 'delete_account', password: '', boards: [] }]);
  });
});

describe('inbox emails', () => {
  it('are sent instantly, once a day or never', async () => {
    const core = await open();
    const select = screen.getByRole('combobox', { name: 'Inbox emails' });
    expect(select).toHaveValue('daily');
    await userEvent.selectOptions(select, 'Off');
    expect(asked(core)).toContainEqual({ type: 'set_preferences', update: { inbox_mails: 'off' } });
    expect(core.state().preferences.inbox_mails).toBe('off');
  });

  it('are not offered by a server that sends no mail', async () => {
    await open({ responses: { '/features/': { body: { google: false, mail: false, invitation_only: false, billing_portal_url: null } } } });
    expect(screen.queryByRole('combobox', { name: 'Inbox mails' })).toBeNull();
  });
});
