import type { Member } from '@twentyfour/core';
import type { ReactNode } from 'react';
import * as messages from '../messages/shell';
import { Avatar } from '../ui/Avatar';
import { cx } from '../ui/cx';
import { memberName, memberNames } from './memberName';

interface FacesProps {
  members: readonly Member[];
  /** The maximum number of faces. The other members are counted. */
  max: number;
  /** The class of the ring between the faces, in the color of what is behind them. */
  ring: string;
  /** What screen readers say; omitted if the text around the faces says it. */
  label?: string;
  /** Returns a mark on the face of a member. */
  markOf?: (member: Member) => ReactNode;
  className?: string;
}

/** The overlapping faces of several members, and the number of those who are not shown. */
export function Faces({ members, max, ring, label, markOf, className }: FacesProps) {
  const hidden = members.length - max;
  return (
    <span
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined || undefined}
      title={label === undefined ? undefined : memberNames(members)}
      className={cx('flex shrink-0 items-center gap-1', className)}
    >
      <span className="flex -space-x-0.5">
        {members.slice(0, max).map((member) => (
          <span key={member.user_id} className="relative flex">
            <Avatar
              name={memberName(member)}
              userId={member.user_id}
              picture={member.picture}
              size="small"
              className={cx('ring-2', ring)}
            />
            {markOf?.(member)}
          </span>
        ))}
      </span>
      {hidden > 0 && <span className="digits text-xs">{messages.moreFaces({ count: hidden })}</span>}
    </span>
  );
}
