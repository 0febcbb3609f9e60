import type { Board } from '@twentyfour/core';
import { Star } from 'lucide-react';
import { Link } from 'react-router';
import { isOwnBoard } from '../../core/hooks';
import * as messages from '../../messages/boards';
import { ColorDot } from '../../ui/ColorDot';
import { Icon } from '../../ui/Icon';
import { BoardMembers } from './BoardMembers';
import { BoardMenu } from './BoardMenu';

/** A board in the grid. The whole card is a link; the menu is above it. */
export function BoardCard({ board }: { board: Board }) {
  return (
    <article
      data-board-id={board.id}
      className="pane relative flex h-full sm:min-h-26 items-start gap-3 rounded-lg p-4 transition-transform duration-120 has-[a:hover]:-translate-y-0.5"
    >
      <ColorDot color={board.color} className="mt-1.5" />
      <div className="min-w-0 flex-1">
        <h2 dir="auto" className="flex items-center gap-1.5 text-md font-semibold">
          <Link
            to={`/app/b/${board.slug}`}
            title={board.name}
            className="truncate outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-(--focus-ring)"
          >
            {board.name}
          </Link>
          {board.favorite && (
            <span role="img" aria-label={messages.favoriteMark()} className="shrink-0 text-warning">
              <Icon icon={Star} size={14} fill="currentColor" />
            </span>
          )}
        </h2>
        {board.description !== '' && (
          <p dir="auto" className="mt-1 line-clamp-2 text-glass-secondary">
            {board.description}
          </p>
        )}
        <BoardMembers members={board.members ?? []} isOwn={isOwnBoard(board)} />
      </div>
      <div className="relative z-10 -mt-1.5 -mr-2">
        <BoardMenu board={board} location="grid" className="text-glass-secondary" />
      </div>
    </article>
  );
}
