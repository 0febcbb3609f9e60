import type { CardView, Id } from '@twentyfour/core';
import { dispatch } from '../../../core/client';
import { useBoardPermissions, useMirror } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import { memberName } from '../../../shell/memberName';
import { Avatar } from '../../../ui/Avatar';
import { MultiSelectMenu } from '../../../ui/MultiSelectMenu';
import { assignedMembers } from '../assignees';
import { CardSection } from './CardSection';

/** The members who are assigned to a card. Not shown on a board that is not shared. */
export function Assignees({ card }: { card: CardView }) {
  const members = useMirror(({ board }) => board?.members) ?? [];
  const { can_edit } = useBoardPermissions();
  if (members.length === 0) return null;
  const assigned = assignedMembers(card.assignee_ids ?? [], members);
  const chosen = assigned.map(({ user_id }) => user_id);

  const change = (next: Id[]) => {
    for (const { user_id } of members) {
      const isChosen = next.includes(user_id);
      if (isChosen !== chosen.includes(user_id)) {
        dispatch({ type: 'edit_card', card_id: card.id, edits: [{ field: isChosen ? 'assign' : 'unassign', value: user_id }] });
      }
    }
  };

  return (
    <CardSection title={messages.assigned()}>
      {assigned.length === 0 ? (
        <p className="text-sm text-secondary">{messages.assignedNobody()}</p>
      ) : (
        <ul className="flex flex-col gap-1.5 text-sm">
          {assigned.map((member) => (
            <li key={member.user_id} className="flex min-w-0 items-center gap-2">
              <Avatar name={memberName(member)} userId={member.user_id} picture={member.picture} size="small" />
              <span title={memberName(member)} dir="auto" className="min-w-0 truncate">
                {memberName(member)}
              </span>
            </li>
          ))}
        </ul>
      )}
      {can_edit && (
        <div>
          <MultiSelectMenu
            label={messages.assign()}
            options={members.map((member) => ({
              value: member.user_id,
              content: (
                <span className="flex min-w-0 items-center gap-2">
                  <Avatar name={memberName(member)} userId={member.user_id} picture={member.picture} size="small" />
                  <span dir="auto" className="min-w-0 truncate">
                    {memberName(member)}
                  </span>
                </span>
              ),
            }))}
            chosen={chosen}
            onValueChange={change}
          />
        </div>
      )}
    </CardSection>
  );
}
