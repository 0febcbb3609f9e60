/** Watching cards, lists and boards: what others do there is added to the user's inbox. */
import type { Board, Id } from '@twentyfour/core';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';

/** Returns whether a board has members, so that there is somebody to watch. */
export const isShared = ({ members = [] }: Board): boolean => members.length > 0;

/** Returns whether the user watches a board, or a card or a list on it. */
export const isWatched = ({ watched_ids = [] }: Board, id: Id): boolean => watched_ids.includes(id);

/** Watches a board, or a card or a list on it, or stops watching it. */
export function toggleWatching(board: Board, id: Id): void {
  dispatch({ type: 'edit_board', board_id: board.id, edits: [{ field: isWatched(board, id) ? 'unwatch' : 'watch', value: id }] });
}

/** Returns the open board if it is shared; null otherwise. */
export function useSharedBoard(): Board | null {
  return useMirror(({ board }) => (board !== null && isShared(board) ? board : null));
}
