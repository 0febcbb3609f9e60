import type { Id } from '@twentyfour/core';
import { useState } from 'react';
import { useMirror } from '../../../core/hooks';
import * as cardMessages from '../../../messages/card';
import * as messages from '../../../messages/selection';
import { memberName } from '../../../shell/memberName';
import { Avatar } from '../../../ui/Avatar';
import { PickerList } from './PickerList';
import { PickerPopover } from './PickerPopover';
import type { OnPick, PickerProps, Share } from './types';

interface AssigneesPickerProps extends PickerProps {
  shareOf: (user_id: Id) => Share;
  /** Assigns a member to the cards, or removes them. */
  onChange: OnPick<[user_id: Id, isAssigned: boolean]>;
}

/** A picker for the members who are assigned to cards. Only shared boards have members. */
export function AssigneesPicker({ shareOf, onChange, ...picker }: AssigneesPickerProps) {
  const members = useMirror(({ board }) => board?.members) ?? [];
  const [error, setError] = useState<string | null>(null);
  return (
    <PickerPopover label={cardMessages.assign()} {...picker}>
      <PickerList
        label={cardMessages.assign()}
        isMultiple
        filterLabel={messages.membersFilter()}
        options={members.map((member) => ({
          value: member.user_id,
          text: memberName(member),
          content: (
            <>
              <Avatar name={memberName(member)} userId={member.user_id} picture={member.picture} size="small" />
              <span dir="auto" className="min-w-0 truncate">{memberName(member)}</span>
            </>
          ),
          share: shareOf(member.user_id),
        }))}
        error={error}
        onPick={({ value, share }) => setError(onChange(value, share !== 'all')?.message ?? null)}
      />
    </PickerPopover>
  );
}
