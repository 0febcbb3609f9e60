/** Who is assigned to cards. */
import type { Id, Member } from '@twentyfour/core';
import * as common from '../../messages/common';

export const memberName = ({ first_name, last_name }: Member): string =>
  common.personName({ first: first_name, last: last_name });

/** Returns the members with these ids, in the order of the ids. Those who have left the board are missing. */
export function assignedMembers(ids: readonly Id[], members: readonly Member[]): Member[] {
  return ids.flatMap((id) => members.find(({ user_id }) => user_id === id) ?? []);
}
