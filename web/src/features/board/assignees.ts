/** Who is assigned to cards. */
import type { Id, Member } from '@twentyfour/core';

/** Returns the members with these ids, in the order of the ids. Those who have left the board are missing. */
export function assignedMembers(ids: readonly Id[], members: readonly Member[]): Member[] {
  return ids.flatMap((id) => members.find(({ user_id }) => user_id === id) ?? []);
}
