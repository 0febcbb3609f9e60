import type { Board } from '@twentyfour/core';
import { UserPlus, Users } from 'lucide-react';
import { useId } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/sharing';
import { Faces } from '../../shell/Faces';
import { memberNames } from '../../shell/memberName';
import { PresenceDot } from '../../shell/PresenceDot';
import { Icon } from '../../ui/Icon';
import { usePresentIds } from './presence';
import { membersOf } from './roles';

/** The maximum number of faces. */
const MAX_FACES = 4;

interface ShareButtonProps {
  board: Board;
  onOpen: () => void;
}

/**
 * The button of the share dialog, with the faces of the members. Those who have the board open come first, with a dot.
 * Not shown if there is nothing to see or to share.
 */
export function ShareButton({ board, onOpen }: ShareButtonProps) {
  const members = membersOf(board);
  const presentIds = usePresentIds();
  const hint = useId();
  const { board_id, roles } = useMirror((mirror) => mirror.sharing);
  const canShare = roles.length > 0;
  if (board_id !== board.id || (!canShare && members.length === 0)) return null;
  const present = members.filter(({ user_id }) => presentIds.has(user_id));
  const faces = [...present, ...members.filter((member) => !present.includes(member))];
  const count = members.length;
  const label = canShare ? messages.openShare({ count }) : messages.openMembers({ count });
  return (
    <button
      type="button"
      aria-label={label}
      title={canShare ? messages.share() : messages.members()}
      aria-haspopup="dialog"
      aria-describedby={present.length > 0 ? hint : undefined}
      onClick={onOpen}
      className="relative inline-flex h-9 min-w-9 shrink-0 items-center justify-center gap-2 rounded-md text-secondary transition-colors duration-120 hover:bg-hover hover:text-primary @2xl:px-2 coarse:h-11 coarse:min-w-11"
    >
      {members.length > 0 && (
        <Faces
          members={faces}
          max={MAX_FACES}
          ring="ring-page"
          markOf={({ user_id }) => presentIds.has(user_id) && <PresenceDot className="-bottom-0.5 -left-0.5 ring-page" />}
          className="@max-2xl:hidden"
        />
      )}
      <Icon icon={canShare ? UserPlus : Users} className={members.length > 0 ? '@2xl:hidden' : undefined} />
      <span className="text-sm font-medium @max-2xl:hidden">{canShare ? messages.share() : messages.members()}</span>
      {present.length > 0 && (
        <>
          <PresenceDot className="top-1.5 right-1.5 ring-page @2xl:hidden" />
          <span id={hint} hidden>
            {messages.othersHere({ names: memberNames(present) })}
          </span>
        </>
      )}
    </button>
  );
}
