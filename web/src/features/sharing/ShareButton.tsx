import type { Board } from '@twentyfour/core';
import { UserPlus, Users } from 'lucide-react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/sharing';
import { memberName } from '../../shell/memberName';
import { Avatar } from '../../ui/Avatar';
import { Icon } from '../../ui/Icon';
import { membersOf } from './roles';

/** The number of members whose avatars are shown. */
const SHOWN_FACES = 4;

interface ShareButtonProps {
  board: Board;
  onOpen: () => void;
}

/** The button of the share dialog, with the faces of the members. Not shown if there is nothing to see or to share. */
export function ShareButton({ board, onOpen }: ShareButtonProps) {
  const members = membersOf(board);
  const { board_id, roles } = useMirror((mirror) => mirror.sharing);
  const canShare = roles.length > 0;
  if (board_id !== board.id || (!canShare && members.length === 0)) return null;
  const others = members.length - SHOWN_FACES;
  const count = members.length;
  const label = canShare ? messages.openShare({ count }) : messages.openMembers({ count });
  return (
    <button
      type="button"
      aria-label={label}
      title={canShare ? messages.share() : messages.members()}
      aria-haspopup="dialog"
      onClick={onOpen}
      className="inline-flex h-9 min-w-9 shrink-0 items-center justify-center gap-2 rounded-md text-secondary transition-colors duration-120 hover:bg-hover hover:text-primary md:px-2 coarse:h-11 coarse:min-w-11"
    >
      {members.length > 0 && (
        <span className="flex items-center max-md:hidden">
          {members.slice(0, SHOWN_FACES).map((member) => (
            <Avatar key={member.user_id} name={memberName(member)} userId={member.user_id} size="small" className="-ml-1 ring-2 ring-page first:ml-0" />
          ))}
          {others > 0 && <span className="digits ml-1 text-sm">{messages.moreMembers({ count: others })}</span>}
        </span>
      )}
      <Icon icon={canShare ? UserPlus : Users} className={members.length > 0 ? 'md:hidden' : undefined} />
      <span className="text-sm font-medium max-md:hidden">{canShare ? messages.share() : messages.members()}</span>
    </button>
  );
}
