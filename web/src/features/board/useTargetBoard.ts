import type { Board, Id, LoadStatus, PreparedList } from '@twentyfour/core';
import { useEffect, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { useIsServerUnreachable } from '../../shell/useIsServerUnreachable';

/** The board to which something of the open board is moved or copied. */
export interface TargetBoard {
  /** The boards that can be chosen, the open one first. */
  boards: readonly Board[];
  /** The id of the chosen board; empty if there is none. */
  board_id: Id;
  choose: (board_id: Id) => void;
  /** Whether the chosen board is the open one. */
  isOpen: boolean;
  /** Whether the chosen board is loaded. */
  status: LoadStatus;
  /** The lists of the chosen board; none until it is loaded. */
  lists: readonly PreparedList[];
  retry: () => void;
  /** Whether the server is unreachable, so that boards may be missing. */
  isOffline: boolean;
}

/** Chooses among the boards on which the user may edit, and loads the chosen one. */
export function useTargetBoard(): TargetBoard {
  const open = useMirror(({ board }) => board);
  const permissions = useMirror((state) => state.permissions);
  const others = useMirror((state) => state.boards).filter(({ id, is_template }) => id !== open?.id && !is_template);
  const boards = [...(open ? [open] : []), ...others].filter(({ role = 'owner' }) => permissions[role].can_edit);
  const [board_id, choose] = useState(boards[0]?.id ?? '');
  const isOpen = board_id === open?.id;
  const openLists = useMirror(useShallow(({ list_ids, lists }) => list_ids.flatMap((id) => lists.get(id) ?? [])));
  const prepared = useMirror(({ prepared_board }) => (prepared_board?.board_id === board_id ? prepared_board : null));
  const status = isOpen ? 'ready' : (prepared?.status ?? 'loading');
  const boards_status = useMirror((state) => state.boards_status);
  const isOffline = useIsServerUnreachable(status === 'failed' || boards_status === 'failed');

  const prepare = () => {
    if (!isOpen && board_id !== '') dispatch({ type: 'prepare_board', board_id });
  };
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- `prepare` depends on the board only.
  useEffect(prepare, [board_id]);
  useEffect(() => {
    if (boards_status !== 'ready') dispatch({ type: 'load_boards' });
    return () => {
      dispatch({ type: 'prepare_board', board_id: null });
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Only the first render loads them.
  }, []);

  const lists = isOpen
    ? openLists.map(({ id, name, card_ids, unloaded_cards = 0 }) => ({ id, name, card_count: card_ids.length + unloaded_cards }))
    : (prepared?.lists ?? []);
  return { boards, board_id, choose, isOpen, status, lists, retry: prepare, isOffline };
}
