import type { Board } from '@twentyfour/core';
import { useMemo } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/boards';
import { Skeleton } from '../../ui/Skeleton';
import { BoardCard } from './BoardCard';
import { countDue } from './dueCounts';

const GRID = 'grid gap-2 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3 xl:grid-cols-4';

/**
 * Boards in a grid, the favorites apart. Both groups are in one list, so that a board that changes its group stays the same
 * element and keeps the focus.
 */
export function BoardGrid({ boards }: { boards: readonly Board[] }) {
  const tasks = useMirror((mirror) => mirror.tasks.tasks);
  const summaries = useMirror((mirror) => mirror.board_summaries);
  const due = useMemo(() => countDue(tasks), [tasks]);
  const byId = useMemo(() => new Map(summaries.map((summary) => [summary.id, summary])), [summaries]);
  const favorites = boards.filter(({ favorite }) => favorite);
  const others = boards.filter(({ favorite }) => !favorite);
  const hasGroups = favorites.length > 0 && others.length > 0;
  const card = (board: Board) => (
    <li key={board.id} className="min-w-0">
      <BoardCard board={board} summary={byId.get(board.id)} due={due.get(board.id)} titleLevel={hasGroups ? 3 : 2} />
    </li>
  );
  return (
    <ul className={GRID}>
      {hasGroups && <GroupTitle key="favorites">{messages.groupFavorites()}</GroupTitle>}
      {favorites.map(card)}
      {hasGroups && <GroupTitle key="others">{messages.groupOthers()}</GroupTitle>}
      {others.map(card)}
    </ul>
  );
}

function GroupTitle({ children }: { children: string }) {
  return (
    <li className="col-span-full mt-2 not-first:mt-4">
      <h2 className="on-photo text-sm font-medium">{children}</h2>
    </li>
  );
}

/** The grid while the boards load, with cards of the same size. */
export function BoardGridSkeleton() {
  return (
    <div className={GRID} role="status">
      <span className="sr-only">{messages.loading()}</span>
      {Array.from({ length: 8 }, (_, index) => (
        <div key={index} className="pane flex h-28 rounded-lg sm:h-49 sm:flex-col">
          <div className="w-16 shrink-0 rounded-l-lg bg-sunken sm:h-20 sm:w-full sm:rounded-t-lg sm:rounded-bl-none" />
          <div className="flex-1 p-3 sm:p-4">
            <Skeleton className="h-5 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  );
}
