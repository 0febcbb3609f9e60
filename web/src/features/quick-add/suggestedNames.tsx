import type { Board, PreparedList } from '@twentyfour/core';
import { SquareKanban, Tag } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Finder } from '../../core/finder';
import { memberName } from '../../shell/memberName';
import { Avatar } from '../../ui/Avatar';
import { Icon } from '../../ui/Icon';
import { labelsOf } from './parseLine';
import type { SuggestedName } from './QuickAddField';

const named = (name: string, icon: ReactNode): SuggestedName => ({
  name,
  content: (
    <>
      {icon}
      <span dir="auto" className="min-w-0 truncate">
        {name}
      </span>
    </>
  ),
});

/** Returns the names that can be typed: boards after `#`, lists after `/`, members and labels after `@`. */
export function suggestedNames(
  boards: readonly Board[],
  board: Board | undefined,
  lists: readonly PreparedList[],
  finder: Finder | null,
): Record<'#' | '@' | '/', SuggestedName[]> {
  const boardIcon = <Icon icon={SquareKanban} size={16} className="shrink-0 text-secondary" />;
  const labelIcon = <Icon icon={Tag} size={16} className="shrink-0 text-secondary" />;
  return {
    '#': boards.map(({ name }) => named(name, boardIcon)),
    '/': lists.filter(({ name }) => name !== '').map(({ name }) => named(name, null)),
    '@': [
      ...(board?.members ?? []).map((member) => {
        const name = memberName(member);
        return named(name, <Avatar name={name} userId={member.user_id} picture={member.picture} size="small" />);
      }),
      ...(board ? labelsOf(board, finder) : []).map((label) => named(label, labelIcon)),
    ],
  };
}
