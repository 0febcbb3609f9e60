/** Under which account the data of this page's user is stored. */
import { mirror } from './client';

/** The first part of the keys of a guest. */
export const GUEST = 'guest';

/** Returns the first part of the keys under which the user's data is stored; null without a user. */
export function currentAccount(): string | null {
  const { session, user } = mirror.getState();
  return session.guest === null ? (user?.id ?? null) : GUEST;
}
