import type { ErrorCode } from '@twentyfour/core';

/** The errors about a new password, from the core or the server, mapped to the form field that shows them. */
export const PASSWORD_ERROR_FIELDS: Partial<Record<ErrorCode, 'password'>> = {
  password_required: 'password',
  password_too_short: 'password',
  password_too_long: 'password',
  password_common: 'password',
  password_personal: 'password',
};
