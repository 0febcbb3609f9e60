import type { Member } from '@twentyfour/core';
import * as messages from '../../messages/boards';
import { memberName } from '../../shell/memberName';
import { Avatar } from '../../ui/Avatar';

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
  const hidden = members.length - MAX_FACES;
  const names = members.map(memberName).join(', ');
  return (
    <div className="mt-3 flex min-w-0 items-center gap-2 text-sm text-glass-secondary">
      <span role="img" aria-label={messages.members({ names })} title={names} className="flex shrink-0 -space-x-1.5">
        {members.slice(0, MAX_FACES).map((member) => (
          <Avatar
            key={member.user_id}
            name={memberName(member)}
            userId={member.user_id}
            size="small"
            className="ring-2 ring-(--surface)"
          />
        ))}
      </span>
      {hidden > 0 && (
        <span aria-hidden className="digits shrink-0 text-xs">
          {messages.membersMore({ count: hidden })}
        </span>
      )}
      {!isOwn && (
        <span title={memberName(owner)} className="min-w-0 truncate">
          {messages.owner({ name: memberName(owner) })}
        </span>
      )}
    </div>
  );
}
