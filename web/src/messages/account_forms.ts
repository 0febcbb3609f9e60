// Made from messages/en/account_forms.json by `npm run messages`. Change the texts there.
import type { ReactNode } from 'react';
import { richText } from './format';

export const firstName = () => 'First name';
export const lastName = () => 'Last name';
export const email = () => 'Email';
export const newPassword = () => 'New password';
export const newPasswordHint = () => 'At least 8 characters.';
export const showPassword = () => 'Show password';
export const changePassword = () => 'Change password';
export const sendLink = () => 'Send link';
export const strength = ({ srOnly, strength }: { srOnly: (text: string) => ReactNode; strength: string }) => richText(srOnly('Password strength: '), `${strength}`);
export const strengthWeak = () => 'Weak';
export const strengthFair = () => 'Fair';
export const strengthGood = () => 'Good';
export const strengthStrong = () => 'Strong';
export const mailDisabled = ({ code }: { code: (text: string) => ReactNode }) => richText('This server can’t send email until ', code('SMTP_URL'), ' and ', code('MAIL_FROM'), ' are set. Your link is in the server log. Ask your administrator for it.');
export const joinWaitlist = () => 'Join the waitlist';
export const password = () => 'Password';
