import { CloudOff, LayoutTemplate, type LucideIcon, Plus, Search, SquareKanban, Trash2, Users } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { isOwnBoard, useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/boards';
import { type BoardFilter, readBoardFilter, storeBoardFilter } from '../../platform/board-filter-storage';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { LazyPanel } from '../../ui/LazyPanel';
import { useDocumentTitle } from '../../ui/useDocumentTitle';
import { ImportDialog } from '../import';
import { PlanLimitLine } from '../plans';
import { AddBoardDialog } from './AddBoardDialog';
import { BoardFilterTabs } from './BoardFilterTabs';
import { BoardGrid, BoardGridSkeleton } from './BoardGrid';
import { BoardTemplates } from './BoardTemplates';
import { useBoardsRefresh } from './useBoardsRefresh';

/** A link to another page, which on phones only shows its icon. */
function HeaderLink({ to, icon, name }: { to: string; icon: LucideIcon; name: string }) {
  return (
    <Link
      to={to}
      className="on-photo inline-flex h-9 items-center gap-2 rounded-md px-3 font-medium whitespace-nowrap transition-colors duration-120 hover:bg-photo-pane focus-visible:outline-photo coarse:h-11"
    >
      <Icon icon={icon} size={16} />
      <span className="max-sm:sr-only">{name}</span>
    </Link>
  );
}

/** The My Boards page: the user's boards, favorites first. */
export function BoardsPage() {
  const all = useMirror((mirror) => mirror.boards);
  const status = useMirror((mirror) => mirror.boards_status);
  const limit = useMirror(({ limits }) => limits.boards);
  const [isAdding, setIsAdding] = useState(false);
  const [isImporting, setIsImporting] = useState(false);
  const [filter, setFilter] = useState(readBoardFilter);
  // Also while the boards load, so that nothing moves when they are there.
  const hasControls = all.length > 0 || status === 'loading';
  const templates = all.filter((board) => board.is_template);
  const boards = all.filter((board) => !board.is_template);
  const filtered = filter === 'all' ? boards : boards.filter((board) => isOwnBoard(board) === (filter === 'own'));
  const shown = filter === 'templates' ? templates : filtered;
  const changeFilter = (next: BoardFilter) => {
    setFilter(next);
    storeBoardFilter(next);
  };
  useDocumentTitle(messages.pageTitle());
  useBoardsRefresh();
  useEffect(() => {
    // For the numbers of due cards.
    dispatch({ type: 'load_tasks' });
  }, []);

  const add = (
    <Button
      variant="primary"
      onClick={() => {
        // The new board would not be shown.
        if (filter === 'shared' || filter === 'templates') changeFilter('all');
        setIsAdding(true);
      }}
    >
      <Icon icon={Plus} />
      {messages.addBoard()}
    </Button>
  );

  return (
    <div className="mx-auto max-w-320 px-4 py-6 sm:px-8 sm:py-10">
      <header className="mb-6 flex flex-wrap items-center justify-between gap-2 sm:gap-4">
        <h1 className="on-photo min-w-0 truncate text-xl font-semibold tracking-tight">{messages.pageTitle()}</h1>
        <div className="flex shrink-0 items-center gap-1">
          {/* On phones, the bar at the bottom has it, and the heading needs the space. */}
          <span className="max-sm:hidden">
            <HeaderLink to="/app/search" icon={Search} name={common.search()} />
          </span>
          <HeaderLink to="/app/trash" icon={Trash2} name={common.trash()} />
          {/* Keeps its space, so that nothing moves when the boards are known. Without boards, the empty state has the button. */}
          <span style={{ visibility: all.length > 0 ? undefined : 'hidden' }}>{add}</span>
        </div>
      </header>
      {limit !== null && (
        <div className="pane mb-4 rounded-lg px-4 py-3">
          <PlanLimitLine>{limit}</PlanLimitLine>
        </div>
      )}
      {hasControls && <BoardFilterTabs value={filter} onValueChange={changeFilter} />}
      {shown.length > 0 ? (
        <BoardGrid boards={shown} />
      ) : filter === 'templates' && all.length > 0 ? (
        <div className="pane rounded-lg">
          <EmptyState icon={LayoutTemplate} title={messages.emptyTemplatesTitle()}>
            {messages.emptyTemplatesHint()}
          </EmptyState>
        </div>
      ) : boards.length > 0 ? (
        <div className="pane rounded-lg">
          {filter === 'own' ? (
            <EmptyState icon={SquareKanban} title={messages.emptyOwnTitle()} action={add}>
              {messages.emptyOwnHint()}
            </EmptyState>
          ) : (
            <EmptyState icon={Users} title={messages.emptySharedTitle()}>
              {messages.emptySharedHint()}
            </EmptyState>
          )}
        </div>
      ) : status === 'loading' ? (
        <BoardGridSkeleton />
      ) : status === 'failed' ? (
        <div className="pane rounded-lg">
          <EmptyState
            icon={CloudOff}
            title={messages.loadFailedTitle()}
            action={<Button onClick={() => dispatch({ type: 'load_boards' })}>{common.tryAgain()}</Button>}
          >
            {common.checkConnection()}
          </EmptyState>
        </div>
      ) : (
        <div className="pane rounded-lg">
          <EmptyState
            icon={SquareKanban}
            title={messages.emptyTitle()}
            action={
              <div className="flex flex-wrap justify-center gap-2">
                {add}
                <Button onClick={() => setIsImporting(true)}>{messages.importBoards()}</Button>
              </div>
            }
          >
            <p>{messages.emptyHintAdd()}</p>
            <p>{messages.emptyHintPurpose()}</p>
          </EmptyState>
          <BoardTemplates />
        </div>
      )}
      <AddBoardDialog
        open={isAdding}
        onClose={() => setIsAdding(false)}
        onImport={() => {
          setIsAdding(false);
          setIsImporting(true);
        }}
      />
      {isImporting && (
        <LazyPanel component={ImportDialog} open onClose={() => setIsImporting(false)}>
          <ImportDialog onClose={() => setIsImporting(false)} />
        </LazyPanel>
      )}
    </div>
  );
}
