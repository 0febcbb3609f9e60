import type { Board, LoadStatus, PreparedBoardView } from '@twentyfour/core';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import * as common from '../../messages/common';
import * as messages from '../../messages/quick_add';
import { Button, buttonClassName } from '../../ui/Button';

interface BoardProblemProps {
  board: Board | undefined;
  boards_status: LoadStatus;
  prepared: PreparedBoardView | null;
  onRetry: () => void;
  onCreateBoard: () => void;
  onClose: () => void;
}

const ROW = 'flex flex-wrap items-center justify-between gap-2 px-1';

/** Says why no card can be added now, and what helps. */
export function BoardProblem({ board, boards_status, prepared, onRetry, onCreateBoard, onClose }: BoardProblemProps) {
  if (!board) {
    if (boards_status === 'loading') return <Loading />;
    if (boards_status === 'failed') {
      return (
        <div role="alert" className={ROW}>
          <p>{messages.boardsFailed()}</p>
          <Button onClick={() => dispatch({ type: 'load_boards' })}>{common.tryAgain()}</Button>
        </div>
      );
    }
    return (
      <div className={ROW}>
        <p>{messages.noBoards()}</p>
        <Button variant="primary" onClick={onCreateBoard}>
          {messages.createBoard({ name: messages.firstBoard() })}
        </Button>
      </div>
    );
  }
  if (prepared?.status === 'failed') {
    return (
      <div role="alert" className={ROW}>
        <p>{messages.loadFailed()}</p>
        <Button onClick={onRetry}>{common.tryAgain()}</Button>
      </div>
    );
  }
  if (prepared?.status !== 'ready') return <Loading />;
  if (prepared.lists.length > 0) return null;
  return (
    <div className={ROW}>
      <p>{messages.noLists()}</p>
      <Link to={`/app/b/${board.slug}`} onClick={onClose} className={buttonClassName('secondary')}>
        {messages.openBoard()}
      </Link>
    </div>
  );
}

const Loading = () => (
  <p role="status" className="px-1 text-sm text-secondary">
    {messages.loading()}
  </p>
);
