import type { Account, ErrorCode, User } from '@twentyfour/core';
import { useCallback, useState } from 'react';
import { Button } from '../../../ui/Button';
import { PasswordStrength } from '../../auth/PasswordStrength';
import { PASSWORD_REFUSALS } from '../../auth/passwordRefusals';
import { AccountDialog } from './AccountDialog';
import { Outcome } from './Outcome';
import { ProfileRow } from './ProfileRow';

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

const PLACES: Partial<Record<ErrorCode, 'current_password' | 'password'>> = {
  password_wrong: 'current_password',
  ...PASSWORD_REFUSALS,
};

/** The password, or that there is none yet. */
export function PasswordRow({ user, account }: { user: User; account: Account }) {
  const [isOpen, setIsOpen] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const finish = useCallback(() => {
    setIsOpen(false);
    setIsChanged(true);
  }, []);
  const { has_password } = account;
  const verb = has_password ? 'Change password' : 'Set password';
  return (
    <ProfileRow
      label="Password"
      action={
        <Button
          onClick={() => {
            setIsChanged(false);
            setIsOpen(true);
          }}
        >
          {verb}
        </Button>
      }
    >
      {has_password
        ? 'Changing it logs you out on other devices.'
        : 'You log in with Google. Set a password to log in without it.'}
      <Outcome action={{ isDone: isChanged, refusal: null }} done="Password changed. Other devices are logged out." />
      {isOpen && (
        <AccountDialog
          title={verb}
          description="You’ll stay logged in here and be logged out everywhere else."
          action="password"
          fields={has_password ? [CURRENT, NEW] : [NEW]}
          placeOf={(code, values) =>
            // Of two that were left blank, the first is asked for first.
            code === 'password_required' && values.current_password === '' ? 'current_password' : PLACES[code]
          }
          intent={({ current_password = '', password }) => ({ type: 'change_password', current_password, password })}
          verb={verb}
          onClose={close}
          onDone={finish}
        >
          {({ password }) => (
            <PasswordStrength password={password} person={[user.first_name, user.last_name, user.email]} />
          )}
        </AccountDialog>
      )}
    </ProfileRow>
  );
}
