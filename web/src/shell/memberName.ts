import type { Member } from '@twentyfour/core';
import * as common from '../messages/common';
import { formatList } from '../platform/format/lists';

/** Returns the first and the last name of a member. */
export const memberName = ({ first_name, last_name }: Pick<Member, 'first_name' | 'last_name'>): string =>
  common.personName({ first: first_name, last: last_name });

/** Returns the names of several members. */
export const memberNames = (members: readonly Member[]): string => formatList(members.map(memberName));
