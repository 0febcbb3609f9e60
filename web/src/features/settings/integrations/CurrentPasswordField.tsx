import { useEffect } from 'react';
import { dispatch } from '../../../core/client';
import { useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/integrations';
import { PasswordField } from '../../auth';
import { type ChangeError, isPasswordError } from './changeError';

interface CurrentPasswordFieldProps {
  value: string;
  /** Why the change was refused. It is shown here if it is about the password. */
  error: ChangeError | null;
  onValueChange: (value: string) => void;
}

/** Asks for the password of the account, in a form of a sensitive change. Accounts without a password have no field. */
export function CurrentPasswordField({ value, error, onValueChange }: CurrentPasswordFieldProps) {
  const hasPassword = useMirror((mirror) => mirror.account.account?.has_password ?? true);
  const email = useMirror((mirror) => mirror.user?.email ?? '');
  // Whether the account has a password.
  useEffect(() => void dispatch({ type: 'load_account' }), []);
  if (!hasPassword) return null;
  return (
    <>
      {/* The username, for password managers. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={messages.password()}
        name="password"
        autoComplete="current-password"
        required
        value={value}
        error={isPasswordError(error) ? (error?.message ?? null) : null}
        onChange={(event) => onValueChange(event.target.value)}
      />
    </>
  );
}
