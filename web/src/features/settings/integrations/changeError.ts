import type { Rejection } from '@twentyfour/core';
import type { CallFailure } from '../../../core/call-server';
import * as messages from '../../../messages/integrations';

/** Why a change was refused; the code is null if the server has not responded. */
export interface ChangeError {
  code: Rejection['code'] | null;
  message: string;
}

/** Returns the error of a request that has failed. */
export const changeErrorOf = (failure: CallFailure | undefined): ChangeError => failure ?? { code: null, message: messages.noResponse() };

/** Returns the error below the field of an address; null if the change was refused for another reason. */
export const urlErrorOf = (error: ChangeError | null): string | null => (error?.code === 'url_invalid' ? messages.urlInvalid() : null);

/** Returns whether an error is shown beside the password. */
export const isPasswordError = (error: ChangeError | null) => error?.code === 'password_wrong' || error?.code === 'password_required';
