import type { Board, BoardSummary } from '@twentyfour/core';
import { Star } from 'lucide-react';
import { Link } from 'react-router';
import { isOwnBoard } from '../../core/hooks';
import * as messages from '../../messages/boards';
import { Icon } from '../../ui/Icon';
import { BoardCover } from './BoardCover';
import { BoardMembers } from './BoardMembers';
import { BoardMenu } from './BoardMenu';
import { BoardNumbers } from './BoardNumbers';
import type { DueCounts } from './dueCounts';

interface BoardCardProps {
  board: Board;
  /** Its contents; undefined until they are known. */
  summary: BoardSummary | undefined;
  /** The numbers of its due cards; undefined if it has none. */
  due: DueCounts | undefined;
  /** The level of its title, which is below the title of its group. */
  titleLevel: 2 | 3;
}

/** A board in the grid. The whole card is a link; the menu is above it. */
export function BoardCard({ board, summary, due, titleLevel }: BoardCardProps) {
  return (
    <article
      data-board-id={board.id}
      className="pane relative flex h-full rounded-lg transition-transform duration-120 has-[a:hover]:-translate-y-0.5 sm:flex-col"
    >
      <BoardCover
        color={board.color}
        image={board.image}
        className="w-16 shrink-0 rounded-l-lg sm:h-20 sm:w-full sm:rounded-t-lg sm:rounded-bl-none"
      />
      <div className="flex min-w-0 flex-1 flex-col p-3 sm:p-4">
        <div className="flex items-start gap-1">
          {/* The same element at each level, so that the link keeps the focus when the groups appear. */}
          <h2 dir="auto" aria-level={titleLevel} className="line-clamp-2 min-w-0 flex-1 text-md leading-snug font-semibold wrap-anywhere">
            <Link
              to={`/app/b/${board.slug}`}
              title={board.name}
              className="outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-(--focus-ring)"
            >
              {board.name}
            </Link>
          </h2>
          {board.favorite && (
            <span role="img" aria-label={messages.favoriteMark()} className="mt-1 text-warning">
              <Icon icon={Star} size={14} fill="currentColor" />
            </span>
          )}
          <div className="relative z-10 -mt-2 -mr-2 coarse:-mt-2.5">
            <BoardMenu board={board} location="grid" className="text-glass-secondary" />
          </div>
        </div>
        {board.description !== '' && (
          <p dir="auto" className="mt-1 truncate text-sm text-glass-secondary">
            {board.description}
          </p>
        )}
        <BoardNumbers summary={summary} />
        {/* It has its height from the start, because the due cards are known later than the boards. */}
        <div className="mt-auto flex min-h-8 min-w-0 items-end gap-3 pt-2 text-sm text-glass-secondary">
          {due && <DueLine due={due} />}
          <BoardMembers members={board.members ?? []} presentIds={summary?.present_ids ?? []} isOwn={isOwnBoard(board)} />
        </div>
      </div>
    </article>
  );
}

/** How many cards of a board are overdue and how many are due today. */
function DueLine({ due: { overdue, today } }: { due: DueCounts }) {
  return (
    <p className="digits flex shrink-0 gap-2">
      {/* Opaque, because red is not readable on every picture. */}
      {overdue > 0 && <span className="-my-px rounded-sm bg-(--surface) px-1.5 py-px font-medium text-danger">{messages.dueOverdue({ count: overdue })}</span>}
      {today > 0 && <span>{messages.dueToday({ count: today })}</span>}
    </p>
  );
}
