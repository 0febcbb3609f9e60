// Made from messages/en/account_forms.json by `npm run messages`. Change the texts there.
import type { ReactNode } from 'react';
import { messagesOf } from './catalog.ts';
import { richText } from './format';

const message = messagesOf('account_forms');
export const firstName = message('First name');
export const lastName = message('Last name');
export const email = message('Email');
export const newPassword = message('New password');
export const newPasswordHint = message('At least 8 characters.');
export const showPassword = message('Show password');
export const changePassword = message('Change password');
export const sendLink = message('Send link');
export const strength = message(({ srOnly, strength }: { srOnly: (text: string) => ReactNode; strength: string }) => richText(srOnly('Password strength: '), `${strength}`));
export const strengthWeak = message('Weak');
export const strengthFair = message('Fair');
export const strengthGood = message('Good');
export const strengthStrong = message('Strong');
export const mailDisabled = message(({ code }: { code: (text: string) => ReactNode }) => richText('This server can’t send email until ', code('SMTP_URL'), ' and ', code('MAIL_FROM'), ' are set. Your link is in the server log. Ask your administrator for it.'));
export const joinWaitlist = message('Join the waitlist');
export const password = message('Password');
