import type { CardView } from '@twentyfour/core';
import { useBoardPermissions, useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import { memberName } from '../../../shell/memberName';
import { Avatar } from '../../../ui/Avatar';
import { assignedMembers } from '../assignees';
import { CardSection } from './CardSection';
import { PickerButton } from './PickerButton';

/** The members who are assigned to a card. Not shown on a board that is not shared. */
export function Assignees({ card }: { card: CardView }) {
  const members = useMirror(({ board }) => board?.members) ?? [];
  const { can_edit } = useBoardPermissions();
  if (members.length === 0) return null;
  const assigned = assignedMembers(card.assignee_ids ?? [], members);
  const names = assigned.map(memberName).join(', ');
  const shown =
    assigned.length === 0 ? (
      <span className="text-sm text-secondary">{messages.assignedNobody()}</span>
    ) : (
      <span className="flex flex-col gap-1.5 text-sm">
        {assigned.map((member) => (
          <span key={member.user_id} className="flex min-w-0 items-center gap-2">
            <Avatar name={memberName(member)} userId={member.user_id} picture={member.picture} size="small" />
            <span title={memberName(member)} className="min-w-0 truncate">
              {memberName(member)}
            </span>
          </span>
        ))}
      </span>
    );
  return (
    <CardSection title={messages.assigned()}>
      {can_edit ? (
        <PickerButton
          card={card}
          field="assignees"
          name={messages.assigned()}
          value={names === '' ? messages.assignedNobody() : names}
          className="-mx-2 -my-1 min-h-8 px-2 py-1 coarse:min-h-11"
        >
          {shown}
        </PickerButton>
      ) : (
        shown
      )}
    </CardSection>
  );
}
