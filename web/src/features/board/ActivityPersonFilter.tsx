import type { ActivityFilter, Id } from '@twentyfour/core';
import { useState } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import { memberName } from '../../shell/memberName';
import { Select } from '../../ui/Select';

/** The person in the activity that a filter selects: an account, or all that were deleted; everyone if neither is set. */
export type ActivityPerson = Pick<ActivityFilter, 'user_id' | 'is_deleted'>;

export const EVERYONE: ActivityPerson = { user_id: null, is_deleted: false };

/** Returns whether a filter selects everyone. */
export const isEveryone = ({ user_id, is_deleted }: ActivityPerson): boolean => user_id === null && !is_deleted;

/** The value of the option for deleted accounts, which have no ids. */
const DELETED = 'deleted';

/** The author of a change. */
interface Author {
  /** Null if the account was deleted. */
  user_id: Id | null;
  who: string;
}

interface ActivityPersonFilterProps {
  /** The entries that are loaded. */
  entries: readonly Author[];
  value: ActivityPerson;
  onValueChange: (person: ActivityPerson) => void;
  className?: string;
}

/**
 * A menu that limits the activity to one person: a member, or a former member in the loaded entries. Hidden on a board that has
 * neither.
 */
export function ActivityPersonFilter({ entries, value, onValueChange, className }: ActivityPersonFilterProps) {
  const user = useMirror((mirror) => mirror.user);
  const members = useMirror(({ board }) => board?.members) ?? [];
  // The members of a board are known only if it has others than the user.
  const people = members.length > 0 || user === null ? members : [{ ...user, user_id: user.id }];
  const former = useFormer(entries, new Set(people.map(({ user_id }) => user_id)));
  if (members.length === 0 && former.size === 0) return null;
  const options = [
    { value: '', text: messages.activityEveryone() },
    ...people.map((person) => ({ value: person.user_id, text: memberName(person) })),
    ...[...former].map(([id, who]) => ({ value: id, text: id === DELETED ? who : messages.activityFormer({ who }) })),
  ];
  return (
    <Select
      label={messages.activityPerson()}
      value={value.is_deleted ? DELETED : (value.user_id ?? '')}
      options={options}
      onValueChange={(id) => onValueChange(id === DELETED ? { user_id: null, is_deleted: true } : { user_id: id || null, is_deleted: false })}
      className={className}
    />
  );
}

/** Returns the names of those in the activity who are no members, by account. They stay while a filter hides their entries. */
function useFormer(entries: readonly Author[], member_ids: ReadonlySet<Id>): Map<string, string> {
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const added = new Map(entries.map(({ user_id, who }) => [user_id ?? DELETED, who]));
  for (const id of [...known.keys(), ...member_ids]) added.delete(id);
  if (added.size > 0) setKnown(new Map([...known, ...added]));
  return new Map([...known].filter(([id]) => !member_ids.has(id)));
}
