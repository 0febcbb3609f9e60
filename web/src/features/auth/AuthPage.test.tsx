import type { Features } from '@twentyfour/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { BrowserRouter, MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { accessToken, type RealCore, startAccount, startLoggedOut } from '../../testing/real-core';
import { type MockResponse, refusal, SERVER_ERROR, userRecord } from '../../testing/responses';
import { AuthPage } from './AuthPage';

const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <AuthPage />
    </MemoryRouter>,
  );

let core: RealCore;
beforeEach(async () => {
  core = await startLoggedOut();
});

/** Sets which features the server has. */
const offer = (fields: Partial<Features> = {}) =>
  core.serve({ '/features/': { body: { google: true, mail: true, invitation_only: false, billing_portal_url: null, ...fields } } });

/** Responds to the request to this path, now or as soon as it is sent. */
const respond = (path: string, response: MockResponse) => core.serve({ [path]: response });
const EMAIL_TAKEN = refusal(409, 'email_taken', 'Taken.');
const LOGGED_IN: MockResponse = { body: { access_token: accessToken(), refresh_token: 'refresh', user: [userRecord()] } };

/** Fills in the form and sends it. */
async function signUp(): Promise<void> {
  await userEvent.type(screen.getByRole('textbox', { name: 'First name' }), 'Ada');
  await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), 'Byron');
  await logIn();
}

async function logIn(): Promise<void> {
  await userEvent.type(email(), 'ada@example.com');
  await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
  await core.settle();
}

const email = () => screen.getByRole('textbox', { name: 'Email' });
const button = (name: string) => screen.getByRole('button', { name });

describe('the auth page', () => {
  it('signs up by default', async () => {
    open('/auth');
    expect(screen.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await signUp();
    const person = { first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', password: 'correct horse' };
    expect(core.intents).toEqual([{ type: 'sign_up', ...person, invitation: null }]);
    expect(JSON.parse(core.browser.open.find(({ path }) => path === '/auth/signup/')?.body ?? '')).toEqual(person);
  });

  it('shows sign up for an unknown type', () => {
    open('/auth?type=toString');
    expect(screen.getByRole('heading', { name: 'Create Account' })).toBeVisible();
  });

  it('logs in, and the link switches the mode and clears the form', async () => {
    open('/auth?type=login');
    expect(screen.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(screen.queryByLabelText('First name')).toBeNull();
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.click(screen.getByRole('link', { name: "Don't have an account?" }));
    expect(screen.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    expect(email()).toHaveValue('');
    await userEvent.click(screen.getByRole('link', { name: 'Already have an account?' }));
    await userEvent.type(screen.getByLabelText('Password'), 'x');
    await userEvent.click(button('Log In'));
    expect(core.intents).toEqual([{ type: 'log_in', email: '', password: 'x' }]);
  });

  it('shows a rejection beside its focused field until the field changes', async () => {
    open('/auth');
    await userEvent.type(screen.getByRole('textbox', { name: 'First name' }), 'Ada');
    await userEvent.click(button('Sign Up'));
    const field = screen.getByRole('textbox', { name: 'Last name' });
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Enter your last name.');
    await userEvent.type(field, 'B');
    expect(field).toBeValid();
  });

  it.each(['password_common', 'password_personal'] as const)('says %s beside the password', async (code) => {
    open('/auth');
    await respond('/auth/signup/', refusal(400, code, 'Choose another.'));
    await signUp();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('Choose another.');
    expect(screen.getByLabelText('Password')).toHaveFocus();
  });

  it('shows server errors: a taken email beside its field, others above the button', async () => {
    open('/auth');
    await respond('/auth/signup/', EMAIL_TAKEN);
    await signUp();
    expect(email()).toHaveAccessibleDescription('Taken.');
    await respond('/auth/signup/', refusal(429, 'too_many_requests', 'Try again later.'));
    await userEvent.click(button('Sign Up'));
    await core.settle();
    expect(screen.getByRole('alert')).toHaveTextContent('Try again later.');
    expect(email()).not.toHaveAttribute('aria-invalid');
  });

  it('keeps a handled error hidden on other updates', async () => {
    open('/auth');
    await respond('/auth/signup/', EMAIL_TAKEN);
    await signUp();
    await userEvent.type(email(), 'b');
    await offer();
    expect(button('Continue with Google')).toBeVisible();
    expect(email()).not.toHaveAttribute('aria-invalid');
    await userEvent.click(button('Sign Up'));
    await core.settle();
    expect(email()).toHaveAccessibleDescription('Taken.');
  });

  it('does not carry an old response into the other mode', async () => {
    open('/auth?type=login');
    await respond('/auth/login/', refusal(401, 'credentials_invalid', 'Wrong.'));
    await logIn();
    expect(screen.getByRole('alert')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: "Don't have an account?" }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows on the login form that the session ended', async () => {
    const words = 'Your session ended. Log in to continue.';
    const { unmount } = open('/auth?type=login');
    expect(screen.queryByText(words)).toBeNull();
    unmount();
    const refused = refusal(401, 'refresh_invalid', 'Log in again.');
    core = await startAccount({ '/auth/validate-token/': refusal(401, 'token_invalid', 'Log in again.'), '/auth/refresh/': refused });
    expect(core.state().session).toMatchObject({ isAuthenticated: false, sessionEnded: true });
    open('/auth?type=login');
    expect(screen.getByRole('note')).toHaveTextContent(words);
  });

  it('disables the buttons while it submits', async () => {
    open('/auth');
    await offer();
    await signUp();
    expect(button('Sign Up')).toBeDisabled();
    expect(button('Continue with Google')).toBeDisabled();
  });

  it('shows a focused Continue button after login', async () => {
    open('/auth');
    await respond('/auth/signup/', LOGGED_IN);
    await signUp();
    expect(button('Continue')).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(core.intents.at(-1)).toEqual({ type: 'continue' });
    expect(core.effects).toContainEqual(expect.objectContaining({ type: 'navigate', path: '/app' }));
  });
});

describe('the fields', () => {
  it('have autocomplete hints for password managers', () => {
    const { unmount } = open('/auth?type=login');
    expect(email()).toHaveAttribute('autocomplete', 'username');
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
    unmount();
    open('/auth?type=signup');
    expect(email()).toHaveAttribute('autocomplete', 'email');
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'new-password');
  });

  it.each([
    ['/auth?type=login', 'Password'],
    ['/auth?type=signup', 'Password'],
    ['/auth?type=reset#token=t', 'New password'],
  ])('accept a pasted password unchanged (%s)', async (address, label) => {
    // The maximum length, with characters that a keyboard may lack.
    const secret = ' ü漢"\\🔑 '.padEnd(128, 'x');
    open(address);
    await userEvent.click(screen.getByLabelText(label));
    await userEvent.paste(secret);
    expect(screen.getByLabelText(label)).toHaveValue(secret);
    await userEvent.keyboard('{Enter}');
    expect(core.intents).toMatchObject([{ password: secret }]);
  });

  it('can show the password until it is sent', async () => {
    open('/auth?type=login');
    const password = screen.getByLabelText('Password');
    await userEvent.click(password);
    await userEvent.paste('correct horse');
    expect(password).toHaveAttribute('type', 'password');
    const eye = screen.getByRole('button', { name: 'Show password', pressed: false });
    await userEvent.click(eye);
    expect(password).toHaveAttribute('type', 'text');
    expect(eye).toHaveAttribute('aria-pressed', 'true');
    await userEvent.type(password, '{Enter}');
    expect(password).toHaveAttribute('type', 'password');
    expect(core.intents).toEqual([{ type: 'log_in', email: '', password: 'correct horse' }]);
  });

  it('the forgot-password link follows the password field in tab order', async () => {
    open('/auth?type=login');
    await userEvent.click(email());
    await userEvent.tab();
    expect(screen.getByLabelText('Password')).toHaveFocus();
    await userEvent.tab();
    expect(button('Show password')).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveFocus();
    await userEvent.tab();
    expect(button('Log In')).toHaveFocus();
  });
});

describe('Google', () => {
  it.each(['login', 'signup'])('is offered at %s where the server has it', async (type) => {
    const { unmount } = open(`/auth?type=${type}`);
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
    await offer({ google: false });
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
    unmount();
    core = await startLoggedOut();
    open(`/auth?type=${type}`);
    await offer();
    await userEvent.click(button('Continue with Google'));
    expect(core.intents).toEqual([{ type: 'google_log_in', invitation: null }]);
  });

  it('asks for the password of an existing account, and takes a corrected one', async () => {
    open('/auth?type=google&google=password');
    expect(screen.getByRole('heading', { name: 'Link Google to your account' })).toBeVisible();
    const password = screen.getByLabelText('Password');
    await userEvent.click(button('Link and log in'));
    expect(password).toHaveAccessibleDescription('Enter your password.');
    await respond('/auth/google/link/', refusal(403, 'password_wrong', 'Wrong.'));
    await userEvent.type(password, 'wrong horse{Enter}');
    await core.settle();
    expect(password).toHaveAccessibleDescription('Wrong.');
    expect(core.intents.at(-1)).toEqual({ type: 'link_google', password: 'wrong horse' });
    await respond('/auth/google/link/', LOGGED_IN);
    await userEvent.clear(password);
    await userEvent.type(password, 'correct horse{Enter}');
    await core.settle();
    expect(button('Continue')).toHaveFocus();
  });

  it('creates an account with a required invitation only', async () => {
    const { unmount } = open('/auth?type=signup');
    await offer({ invitation_only: true });
    expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
    unmount();
    open('/auth?type=signup&invitation=a%26b');
    await userEvent.click(button('Continue with Google'));
    expect(core.intents).toEqual([{ type: 'google_log_in', invitation: 'a&b' }]);
  });

  it('logs in existing accounts without an invitation', async () => {
    open('/auth?type=login');
    await offer({ invitation_only: true });
    await userEvent.click(button('Continue with Google'));
    expect(core.intents).toEqual([{ type: 'google_log_in', invitation: null }]);
  });
});

describe('an invitation', () => {
  it('is read from the URL, also after switching forms', async () => {
    open('/auth?type=signup&invitation=a%26b');
    await userEvent.click(screen.getByRole('link', { name: 'Already have an account?' }));
    await userEvent.click(screen.getByRole('link', { name: "Don't have an account?" }));
    await userEvent.click(button('Sign Up'));
    expect(core.intents).toEqual([expect.objectContaining({ type: 'sign_up', invitation: 'a&b' })]);
  });

  it('is required before the form when the server needs one', async () => {
    open('/auth?type=signup');
    await offer({ invitation_only: true });
    expect(screen.getByText(/You need an invitation to sign up/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'join the waitlist' })).toHaveAttribute('href', '/waitlist');
  });

  it('to a board is enough', async () => {
    core.do({ type: 'visit', path: '/join/abc' });
    open('/auth?type=signup');
    await offer({ invitation_only: true });
    expect(screen.queryByText(/You need an invitation to sign up/)).toBeNull();
    expect(button('Continue with Google')).toBeVisible();
  });

  it.each(['invitation_required', 'invitation_invalid'] as const)('that is rejected (%s) leads to the waitlist', async (code) => {
    open('/auth?type=signup&invitation=used');
    await offer({ invitation_only: true });
    await respond('/auth/signup/', refusal(403, code, 'It has been used.'));
    await signUp();
    expect(screen.getByRole('alert')).toHaveTextContent('It has been used. Join the waitlist');
    expect(screen.getByRole('link', { name: 'Join the waitlist' })).toHaveAttribute('href', '/waitlist');
  });
});

/** Changes the password by a link, as another page of the same core has done. */
async function resetPassword(): Promise<string> {
  await respond('/auth/reset-password/', { body: { message: 'Your password was changed.' } });
  core.do({ type: 'reset_password', token: 'a+b', password: 'correct horse' });
  await core.settle();
  const { notice } = core.state().session;
  expect(notice).toMatch(/^Your password was changed\./);
  return notice ?? '';
}

describe('a forgotten password', () => {
  it('starts with the email typed on the login form', async () => {
    open('/auth?type=login');
    await userEvent.type(email(), 'ada@example.com');
    await userEvent.click(screen.getByRole('link', { name: 'Forgot password?' }));
    expect(screen.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
    expect(email()).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(core.intents).toEqual([{ type: 'forgot_password', email: 'ada@example.com' }]);
    expect(button('Send link')).toBeDisabled();
    await respond('/auth/forgot-password/', { body: { message: 'If there is such an account, a link is on its way.' } });
    expect(screen.getByRole('note')).toHaveTextContent('If there is such an account, a link is on its way.');
    expect(button('Send again')).toBeEnabled();
    await userEvent.click(screen.getByRole('link', { name: 'Back to log in' }));
    expect(screen.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
  });

  it('shows an invalid email beside the field and a rate limit above the button', async () => {
    open('/auth?type=forgot');
    await respond('/auth/forgot-password/', refusal(429, 'too_many_requests', 'Try again in 20 minutes.'));
    await userEvent.click(button('Send link'));
    expect(email()).toHaveAccessibleDescription(/email/i);
    expect(email()).toHaveFocus();
    await userEvent.type(email(), 'ada@example.com');
    expect(email()).not.toHaveAttribute('aria-invalid');
    await userEvent.keyboard('{Enter}');
    await core.settle();
    expect(screen.getByRole('alert')).toHaveTextContent('Try again in 20 minutes.');
  });

  it('ignores earlier notices', async () => {
    const notice = await resetPassword();
    open('/auth?type=forgot');
    expect(screen.queryByText(notice)).toBeNull();
  });

  it('shows where the link is on a server without email', async () => {
    open('/auth?type=forgot');
    await offer({ mail: false });
    // Only when a link was sent, because the form would move when the features have loaded.
    expect(screen.queryByText(/SMTP_URL/)).toBeNull();
    await userEvent.type(email(), 'ada@example.com{Enter}');
    await respond('/auth/forgot-password/', { body: { message: 'If there is such an account, a link is on its way.' } });
    expect(screen.getByText(/can’t send email until/)).toHaveTextContent(/SMTP_URL and MAIL_FROM.*log/);
  });
});

describe('a new password', () => {
  const link = '/auth?type=reset#token=a%2Bb';

  it('is chosen by the token of the link', async () => {
    open(link);
    expect(screen.getByRole('heading', { name: 'New password' })).toBeVisible();
    const password = screen.getByLabelText('New password');
    expect(password).toHaveFocus();
    expect(password).toHaveAttribute('autocomplete', 'new-password');
    await userEvent.type(password, 'correct horse{Enter}');
    expect(core.intents).toEqual([{ type: 'reset_password', token: 'a+b', password: 'correct horse' }]);
  });

  it('shows rejections of the core and the server beside the field', async () => {
    open(link);
    const password = screen.getByLabelText('New password');
    await userEvent.click(button('Change password'));
    expect(password).toHaveAccessibleDescription(/8 characters/);
    await respond('/auth/reset-password/', refusal(400, 'password_common', 'Common.'));
    await userEvent.type(password, 'correct horse{Enter}');
    await core.settle();
    expect(password).toHaveAccessibleDescription('Common.');
    await respond('/auth/reset-password/', SERVER_ERROR);
    await userEvent.type(password, 's{Enter}');
    await core.settle();
    expect(screen.getByRole('alert')).toHaveTextContent(core.state().session.error?.message ?? '?');
  });

  it('offers a new link for a used one', async () => {
    open(link);
    await respond('/auth/reset-password/', refusal(400, 'link_invalid', 'This link was already used.'));
    await userEvent.type(screen.getByLabelText('New password'), 'correct horse{Enter}');
    await core.settle();
    expect(screen.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible();
    expect(screen.getByText('This link was already used.')).toBeVisible();
    expect(screen.queryByLabelText('New password')).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Send new link' }));
    expect(screen.getByRole('heading', { name: 'Forgot password' })).toBeVisible();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('cannot be chosen without a token', () => {
    open('/auth?type=reset');
    expect(screen.getByText(/The link is incomplete/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Send new link' })).toBeVisible();
  });

  it('is shown in place when another user is logged in', async () => {
    core = await startAccount({ '/auth/reset-password/': { body: { message: 'Your password was changed.' } } });
    open(link);
    await userEvent.type(screen.getByLabelText('New password'), 'correct horse{Enter}');
    await core.settle();
    expect(core.state().session.isAuthenticated).toBe(true);
    expect(screen.getByRole('heading', { name: 'Password changed' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Back to the app' })).toHaveAttribute('href', '/app');
  });

  it('is shown on the login form', async () => {
    const notice = await resetPassword();
    open('/auth?type=login');
    expect(screen.getByRole('note')).toHaveTextContent(notice);
  });
});

describe('an email', () => {
  const link = '/auth?type=confirm#token=secret';
  const CONFIRM = '/auth/confirm-email/';
  const CONFIRMED: MockResponse = { body: { message: 'Your email is confirmed.' } };
  const USED = refusal(400, 'link_invalid', 'This link was already used.');

  const confirm = async () => {
    await userEvent.click(button('Confirm email'));
    await core.settle();
  };

  it('is confirmed by a button, not by opening the link', async () => {
    open(link);
    expect(screen.getByRole('heading', { name: 'Confirm your email' })).toBeVisible();
    expect(screen.getByText(/for your account at/)).toHaveTextContent(
      'Confirm this email for your account at localhost:3000. Didn’t sign up? Close this page.',
    );
    expect(core.intents).toEqual([]);
    await confirm();
    expect(button('Confirm email')).toBeDisabled();
    expect(core.intents).toEqual([{ type: 'confirm_email', token: 'secret' }]);
    await respond(CONFIRM, CONFIRMED);
    expect(screen.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('You can close this page.');
    expect(screen.getAllByRole('link', { name: /log in/i })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/auth?type=login');
    expect(core.intents).toHaveLength(1);
  });

  it('links to the app after confirmation when logged in', async () => {
    core = await startAccount({ [CONFIRM]: CONFIRMED });
    open(link);
    await confirm();
    expect(screen.getByRole('link', { name: 'Open Twentyfour' })).toHaveAttribute('href', '/app');
  });

  it('can be confirmed again after a server error', async () => {
    open(link);
    await respond(CONFIRM, SERVER_ERROR);
    await confirm();
    expect(screen.getByRole('status')).toHaveTextContent(core.state().session.error?.message ?? '?');
    await respond(CONFIRM, CONFIRMED);
    await userEvent.click(button('Try again'));
    await core.settle();
    expect(core.intents[1]).toEqual({ type: 'confirm_email', token: 'secret' });
    expect(screen.getByRole('heading', { name: 'Email confirmed' })).toBeVisible();
  });

  it('can request a new link for a used one when logged in', async () => {
    const SEND = '/account/send-confirmation/';
    core = await startAccount({ [CONFIRM]: USED });
    open(link);
    await confirm();
    expect(screen.getByRole('status')).toHaveTextContent('This link was already used.');
    await userEvent.click(button('Send new link'));
    await core.settle();
    expect(core.intents.at(-1)).toEqual({ type: 'send_confirmation' });
    expect(button('Send new link')).toBeDisabled();
    expect(screen.getByRole('link', { name: 'Back to the app' })).toHaveAttribute('href', '/app');
    await core.respondOnce(SEND, refusal(429, 'too_many_requests', 'Try again in 20 minutes.'));
    expect(screen.getByRole('alert')).toHaveTextContent('Try again in 20 minutes.');
    await userEvent.click(button('Send new link'));
    await core.serve({ [SEND]: { body: { message: 'Sent.' } } });
    expect(screen.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
  });

  it('links to the login for a used link when logged out', async () => {
    open(link);
    await respond(CONFIRM, USED);
    await offer({ mail: false });
    await confirm();
    expect(screen.getByRole('link', { name: 'Log In' })).toHaveAttribute('href', '/auth?type=login');
    expect(screen.getByText(/can’t send email until/)).toBeVisible();
  });

  it('requests nothing without a token', () => {
    open('/auth?type=confirm');
    expect(screen.getByText(/The link is incomplete/)).toBeVisible();
    expect(core.intents).toEqual([]);
  });
});

describe('the token of a link', () => {
  const visit = (address: string) => {
    window.history.replaceState(null, '', address);
    return render(
      <BrowserRouter>
        <AuthPage />
      </BrowserRouter>,
    );
  };

  it.each(['reset', 'confirm'])('is removed from the URL at once (%s) and is not in the page', (type) => {
    const entries = window.history.length;
    const { container } = visit(`/auth?type=${type}#token=secret`);
    expect(window.location.href).toMatch(new RegExp(`/auth\\?type=${type}$`));
    expect(window.history.length).toBe(entries);
    expect(container.innerHTML).not.toContain('secret');
  });

  it('is dropped when its page is left', async () => {
    visit('/auth?type=reset#token=secret');
    await userEvent.click(screen.getByRole('link', { name: 'Back to log in' }));
    window.history.back();
    expect(await screen.findByText(/The link is incomplete/)).toBeVisible();
  });
});
