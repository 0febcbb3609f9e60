import type { Account, ErrorCode, User } from '@twentyfour/core';
import { useCallback, useState } from 'react';
import { Button } from '../../../ui/Button';
import { InfoRow } from '../../../ui/InfoRow';
import { PASSWORD_ERROR_FIELDS, PasswordStrength } from '../../auth';
import { AccountDialog } from './AccountDialog';
import { ActionResult } from './ActionResult';

const CURRENT = {
  name: 'current_password',
  label: 'Current password',
  type: 'password',
  autoComplete: 'current-password',
} as const;

const NEW = {
  name: 'password',
  label: 'New password',
  type: 'password',
  autoComplete: 'new-password',
  hint: 'At least 8 characters.',
} as const;

const ERROR_FIELDS: Partial<Record<ErrorCode, 'current_password' | 'password'>> = {
  password_wrong: 'current_password',
  ...PASSWORD_ERROR_FIELDS,
};

/** The row for the password, which an account may lack. */
export function PasswordRow({ user, account }: { user: User; account: Account }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const finish = useCallback(() => {
    setIsOpen(false);
    setIsChanged(true);
  }, []);
  const { has_password } = account;
  const submitLabel = has_password ? 'Change password' : 'Set password';
  return (
    <InfoRow
      label="Password"
      action={
        <Button
          onClick={() => {
            setIsChanged(false);
            setIsOpen(true);
          }}
        >
          {submitLabel}
        </Button>
      }
    >
      {has_password
        ? 'Changing it logs you out on other devices.'
        : 'You log in with Google. Set a password to log in without it.'}
      <ActionResult action={{ isDone: isChanged, rejection: null }} done="Password changed. Other devices are logged out." />
      {isOpen && (
        <AccountDialog
          title={submitLabel}
          description="You’ll stay logged in here and be logged out everywhere else."
          action="password"
          fields={has_password ? [CURRENT, NEW] : [NEW]}
          errorFieldOf={(code, values) =>
            // If both fields are blank, the current password is asked for first.
            code === 'password_required' && values.current_password === '' ? 'current_password' : ERROR_FIELDS[code]
          }
          intent={({ current_password = '', password }) => ({ type: 'change_password', current_password, password })}
          submitLabel={submitLabel}
          onClose={close}
          onDone={finish}
        >
          {({ password }) => (
            <PasswordStrength password={password} userInputs={[user.first_name, user.last_name, user.email]} />
          )}
        </AccountDialog>
      )}
    </InfoRow>
  );
}
