import type { Account, ErrorCode, User } from '@twentyfour/core';
import { useCallback, useState } from 'react';
import * as accountForms from '../../../messages/account_forms';
import * as messages from '../../../messages/settings_profile';
import { Button } from '../../../ui/Button';
import { InfoRow } from '../../../ui/InfoRow';
import { PASSWORD_ERROR_FIELDS, PasswordStrength } from '../../auth';
import { AccountDialog } from './AccountDialog';
import { ActionResult } from './ActionResult';

const currentField = () =>
  ({
    name: 'current_password',
    label: messages.currentPassword(),
    type: 'password',
    autoComplete: 'current-password',
  }) as const;

const newField = () =>
  ({
    name: 'password',
    label: accountForms.newPassword(),
    type: 'password',
    autoComplete: 'new-password',
    hint: accountForms.newPasswordHint(),
  }) as const;

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
  const submitLabel = has_password ? accountForms.changePassword() : messages.passwordSet();
  return (
    <InfoRow
      label={accountForms.password()}
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
      {has_password ? messages.passwordHint() : messages.passwordHintGoogle()}
      <ActionResult action={{ isDone: isChanged, rejection: null }} done={messages.passwordChanged()} />
      {isOpen && (
        <AccountDialog
          title={submitLabel}
          description={messages.passwordChangeDetails()}
          action="password"
          fields={has_password ? [currentField(), newField()] : [newField()]}
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
