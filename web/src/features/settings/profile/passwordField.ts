import type { ErrorCode } from '@twentyfour/core';

/** The field for the account's current password. */
export const PASSWORD_FIELD = {
  name: 'password',
  label: 'Your password',
  type: 'password',
  autoComplete: 'current-password',
} as const;

/** The errors shown beside that field. */
export const CURRENT_PASSWORD_ERROR_FIELDS: Partial<Record<ErrorCode, 'password'>> = {
  password_required: 'password',
  password_wrong: 'password',
};
