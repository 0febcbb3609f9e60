import type { ErrorCode } from '@twentyfour/core';

/** The field for the password that the account has. */
export const PASSWORD_FIELD = {
  name: 'password',
  label: 'Your password',
  type: 'password',
  autoComplete: 'current-password',
} as const;

/** What is said beside it. */
export const CURRENT_PASSWORD_ERROR_FIELDS: Partial<Record<ErrorCode, 'password'>> = {
  password_required: 'password',
  password_wrong: 'password',
};
