import type { Id, PreparedBoardView } from '@twentyfour/core';
import { useEffect } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';

interface PreparedBoard {
  /** The board with its lists; null while it is not known. */
  prepared: PreparedBoardView | null;
  /** Loads the board again after a failure. */
  retry: () => void;
}

/** Holds a board ready for new cards, whether it is open or not, until the component unmounts. */
export function usePreparedBoard(board_id: Id | undefined): PreparedBoard {
  const prepared = useMirror(({ prepared_board }) => (prepared_board?.board_id === board_id ? prepared_board : null));
  const prepare = () => {
    if (board_id !== undefined) dispatch({ type: 'prepare_board', board_id });
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `prepare` depends on the board only.
  useEffect(prepare, [board_id]);
  useEffect(
    () => () => {
      dispatch({ type: 'prepare_board', board_id: null });
    },
    [],
  );
  return { prepared, retry: prepare };
}
