import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeCore, snapshot, startFakeCore } from '../../core/testing';
import { AuthPage } from './AuthPage';

const open = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <AuthPage />
    </MemoryRouter>,
  );

const { session } = snapshot();
const stranger = { ...session, isAuthenticated: false };

describe('the auth page', () => {
  let core: FakeCore;
  beforeEach(() => {
    core = startFakeCore({ session: stranger });
  });

  it('signs up by default', async () => {
    open('/auth');
    expect(screen.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    await userEvent.type(screen.getByRole('textbox', { name: 'First name' }), 'Ada');
    await userEvent.type(screen.getByRole('textbox', { name: 'Last name' }), 'Byron');
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.com');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
    expect(core.intents).toEqual([
      { type: 'sign_up', first_name: 'Ada', last_name: 'Byron', email: 'ada@example.com', password: 'correct horse' },
    ]);
  });

  it('logs in, and the link switches the mode and clears the form', async () => {
    open('/auth?type=login');
    expect(screen.getByRole('heading', { name: 'Welcome Back' })).toBeVisible();
    expect(screen.queryByLabelText('First name')).toBeNull();
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'ada@example.com');
    await userEvent.click(screen.getByRole('link', { name: "Don't have an account?" }));
    expect(screen.getByRole('heading', { name: 'Create Account' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('');
    await userEvent.click(screen.getByRole('link', { name: 'Already have an account?' }));
    await userEvent.type(screen.getByLabelText('Password'), 'x');
    await userEvent.click(screen.getByRole('button', { name: 'Log In' }));
    expect(core.intents).toEqual([{ type: 'log_in', email: '', password: 'x' }]);
  });

  it('shows what the core refuses beside its field, with the focus, until the field is changed', async () => {
    core.answer = () => ({ code: 'last_name_required', message: 'Enter your last name.' });
    open('/auth');
    await userEvent.click(screen.getByRole('button', { name: 'Sign Up' }));
    const field = screen.getByRole('textbox', { name: 'Last name' });
    expect(field).toHaveFocus();
    expect(field).toBeInvalid();
    expect(field).toHaveAccessibleDescription('Enter your last name.');
    await userEvent.type(field, 'B');
    expect(field).toBeValid();
  });

  it('shows the server’s answer on the form: a taken email beside the email, the rest above the button', () => {
    open('/auth');
    core.say([{ type: 'session', session: { ...stranger, error: { code: 'email_taken', message: 'Taken.' } } }]);
    expect(screen.getByRole('textbox', { name: 'Email' })).toHaveAccessibleDescription('Taken.');
    core.say([{ type: 'session', session: { ...stranger, error: { code: 'unavailable', message: 'Try again.' } } }]);
    expect(screen.getByRole('alert')).toHaveTextContent('Try again.');
    expect(screen.getByRole('textbox', { name: 'Email' })).not.toHaveAttribute('aria-invalid');
  });

  it('does not carry an old answer into the other mode', async () => {
    open('/auth?type=login');
    core.say([{ type: 'session', session: { ...stranger, error: { code: 'credentials_invalid', message: 'Wrong.' } } }]);
    expect(screen.getByRole('alert')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: "Don't have an account?" }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('disables the button while it submits', () => {
    open('/auth');
    core.say([{ type: 'session', session: { ...stranger, submitting: true } }]);
    expect(screen.getByRole('button', { name: 'Sign Up' })).toBeDisabled();
  });

  it('offers a focused Continue once the person is in', async () => {
    open('/auth');
    core.say([{ type: 'session', session: { ...session, welcome: true } }]);
    const button = screen.getByRole('button', { name: 'Continue' });
    expect(button).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(core.intents).toEqual([{ type: 'continue' }]);
  });
});
