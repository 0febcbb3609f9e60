import type { CardView } from '@twentyfour/core';
import { useBoardPermissions, useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import * as dialog from '../../../messages/card_dialog';
import { memberName, memberNames } from '../../../shell/memberName';
import { Avatar } from '../../../ui/Avatar';
import { assignedMembers } from '../assignees';
import { EditableFact, Fact } from './Fact';

/** The members who are assigned to a card. Not shown on a board that is not shared. */
export function Assignees({ card }: { card: CardView }) {
  const members = useMirror(({ board }) => board?.members) ?? [];
  const { can_edit } = useBoardPermissions();
  const assigned = assignedMembers(card.assignee_ids ?? [], members);
  if (members.length === 0 || (!can_edit && assigned.length === 0)) return null;
  const shown = (
    <span className="flex min-w-0 flex-col gap-1.5">
      {assigned.map((member) => (
        <span key={member.user_id} className="flex min-w-0 items-center gap-2">
          <Avatar name={memberName(member)} userId={member.user_id} picture={member.picture} size="small" />
          <span title={memberName(member)} dir="auto" className="min-w-0 truncate">
            {memberName(member)}
          </span>
        </span>
      ))}
    </span>
  );
  const name = messages.assigned();
  return can_edit ? (
    <EditableFact card={card} field="assignees" name={name} value={memberNames(assigned) || null} addText={dialog.addAssignee()}>
      {shown}
    </EditableFact>
  ) : (
    <Fact name={name}>
      <div className="py-1">{shown}</div>
    </Fact>
  );
}
