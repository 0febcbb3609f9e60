import type { Id } from '@twentyfour/core';
import { useState } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import { memberName } from '../../shell/memberName';
import { Select } from '../../ui/Select';

/** A person whose changes are in the activity. */
interface Author {
  user_id: Id | null;
  who: string;
}

interface ActivityPersonFilterProps {
  /** The entries that are loaded. */
  entries: readonly Author[];
  value: Id | null;
  onValueChange: (user_id: Id | null) => void;
  className?: string;
}

/**
 * A menu that limits the activity to one person: a member, or a former member who is in it. Not shown on a board that is
 * not shared.
 */
export function ActivityPersonFilter({ entries, value, onValueChange, className }: ActivityPersonFilterProps) {
  const members = useMirror(({ board }) => board?.members) ?? [];
  const former = useFormer(entries, new Set(members.map(({ user_id }) => user_id)));
  if (members.length === 0) return null;
  const options = [
    { value: '', text: messages.activityEveryone() },
    ...members.map((member) => ({ value: member.user_id, text: memberName(member) })),
    ...former.map(([user_id, who]) => ({ value: user_id, text: messages.activityFormer({ who }) })),
  ];
  return (
    <Select
      label={messages.activityPerson()}
      value={value ?? ''}
      options={options}
      onValueChange={(user_id) => onValueChange(user_id || null)}
      className={className}
    />
  );
}

/** Returns the former members in the activity with their names. They stay while a filter hides their entries. */
function useFormer(entries: readonly Author[], member_ids: ReadonlySet<Id>): [Id, string][] {
  const [known, setKnown] = useState<ReadonlyMap<Id, string>>(new Map());
  const added = entries.filter(({ user_id }) => user_id !== null && !member_ids.has(user_id) && !known.has(user_id));
  if (added.length > 0) setKnown(new Map([...known, ...added.map(({ user_id, who }): [Id, string] => [user_id ?? '', who])]));
  return [...known].filter(([user_id]) => !member_ids.has(user_id));
}
