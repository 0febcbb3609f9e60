import type { ErrorCode } from '@twentyfour/core';
import * as messages from '../../../messages/settings_profile';

/** Returns the field for the account's current password. */
export const currentPasswordField = () =>
  ({
    name: 'password',
    label: messages.yourPassword(),
    type: 'password',
    autoComplete: 'current-password',
  }) as const;

/** The errors shown beside that field. */
export const CURRENT_PASSWORD_ERROR_FIELDS: Partial<Record<ErrorCode, 'password'>> = {
  password_required: 'password',
  password_wrong: 'password',
};
