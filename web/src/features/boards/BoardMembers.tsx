import type { Member } from '@twentyfour/core';
import * as messages from '../../messages/boards';
import { Faces } from '../../shell/Faces';
import { memberName, memberNames } from '../../shell/memberName';

/** The number of faces that are shown before the rest is counted. */
const MAX_FACES = 4;

interface BoardMembersProps {
  /** The members, the owner first. */
  members: readonly Member[];
  isOwn: boolean;
}

/** The faces of a board's members, and the owner's name if it is another person. */
export function BoardMembers({ members, isOwn }: BoardMembersProps) {
  const [owner] = members;
  if (!owner) return null;
  const names = memberNames(members);
  return (
    <div className="ml-auto flex min-w-0 items-center gap-2">
      <Faces members={members} max={MAX_FACES} ring="ring-(--surface)" label={messages.members({ names })} />
      {!isOwn && (
        <span title={memberName(owner)} className="min-w-0 truncate">
          {messages.owner({ name: memberName(owner) })}
        </span>
      )}
    </div>
  );
}
