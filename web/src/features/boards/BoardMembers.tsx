import type { Id, Member } from '@twentyfour/core';
import * as messages from '../../messages/boards';
import { Faces } from '../../shell/Faces';
import { memberName, memberNames } from '../../shell/memberName';
import { PresenceDot } from '../../shell/PresenceDot';

/** The number of faces that are shown before the rest is counted. */
const MAX_FACES = 4;

interface BoardMembersProps {
  /** The members, the owner first. */
  members: readonly Member[];
  /** The accounts of those who have the board open. */
  presentIds: readonly Id[];
  isOwn: boolean;
}

/** The faces of a board's members, those who have it open first and with a dot, and the owner's name if it is another person. */
export function BoardMembers({ members, presentIds, isOwn }: BoardMembersProps) {
  const [owner] = members;
  if (!owner) return null;
  const isHere = ({ user_id }: Member) => presentIds.includes(user_id);
  const present = members.filter(isHere);
  const faces = [...present, ...members.filter((member) => !isHere(member))];
  const names = memberNames(members);
  const label = present.length > 0 ? messages.membersHere({ names, present: memberNames(present) }) : messages.members({ names });
  return (
    <div className="ml-auto flex min-w-0 items-center gap-2">
      <Faces
        members={faces}
        max={MAX_FACES}
        ring="ring-(--surface)"
        label={label}
        markOf={(member) => isHere(member) && <PresenceDot className="-bottom-0.5 -left-0.5 ring-(--surface)" />}
      />
      {!isOwn && (
        <span title={memberName(owner)} className="min-w-0 truncate">
          {messages.owner({ name: memberName(owner) })}
        </span>
      )}
    </div>
  );
}
