import type { Mirror } from '../../core/mirror-state';

/** Returns whose recent places are stored: the account's id, or the guest's name; null without a user. */
export function placesOwner({ session, user }: Mirror): string | null {
  return session.isAuthenticated ? (user?.id ?? null) : session.guest;
}
