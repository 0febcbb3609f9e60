import type { ErrorCode } from '@twentyfour/core';

/** Why a new password is refused, by the core or by the server: each is shown beside the field of that name. */
export const PASSWORD_ERROR_FIELDS: Partial<Record<ErrorCode, 'password'>> = {
  password_required: 'password',
  password_too_short: 'password',
  password_too_long: 'password',
  password_common: 'password',
  password_personal: 'password',
};
