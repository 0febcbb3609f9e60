import type { ErrorCode } from '@twentyfour/core';

/** The field for the password that the account has. */
export const PASSWORD = {
  name: 'password',
  label: 'Your password',
  type: 'password',
  autoComplete: 'current-password',
} as const;

/** What is said beside it. */
export const PASSWORD_PLACES: Partial<Record<ErrorCode, 'password'>> = {
  password_required: 'password',
  password_wrong: 'password',
};
