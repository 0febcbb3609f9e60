import type { Id } from '@twentyfour/core';
import { SquareKanban } from 'lucide-react';
import { Link } from 'react-router';
import { useMirror } from '../../core/hooks';
import { Icon } from '../../ui/Icon';

interface BoardLinksProps {
  boards: readonly { id: Id; name: string }[];
  /** Called when a board is opened. */
  onOpen: () => void;
}

/** Imported boards as links. One that is not known yet leads to the list of boards. */
export function BoardLinks({ boards, onOpen }: BoardLinksProps) {
  const known = useMirror((mirror) => mirror.boards);
  return (
    <ul className="-mx-2">
      {boards.map(({ id, name }) => {
        const slug = known.find((board) => board.id === id)?.slug;
        return (
          <li key={id}>
            <Link
              to={slug === undefined ? '/app/b' : `/app/b/${slug}`}
              onClick={onOpen}
              className="flex min-h-9 items-center gap-2.5 rounded-sm px-2 py-1.5 transition-colors duration-120 hover:bg-hover coarse:min-h-11"
            >
              <Icon icon={SquareKanban} size={16} className="shrink-0 text-secondary" />
              <span dir="auto" className="min-w-0 wrap-anywhere">
                {name}
              </span>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
