/** Watching cards, lists and boards: what others do there is added to the user's inbox. A muted board adds nothing. */
import type { Board, Id } from '@twentyfour/core';
import { Bell, BellOff, Eye, EyeOff, type LucideIcon } from 'lucide-react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';

/** Returns whether a board has members, so that there is somebody to watch. */
export const isShared = ({ members = [] }: Board): boolean => members.length > 0;

/** Returns whether the user watches a board, or a card or a list on it. */
export const isWatched = ({ watched_ids = [] }: Board, id: Id): boolean => watched_ids.includes(id);

/** Watches a board, or a card or a list on it, or stops watching it. */
export function toggleWatching(board: Board, id: Id): void {
  dispatch({ type: 'edit_board', board_id: board.id, edits: [{ field: isWatched(board, id) ? 'unwatch' : 'watch', value: id }] });
}

/** An action that changes which changes of a board reach the user's inbox. */
interface NotificationAction {
  name: 'watch' | 'mute';
  icon: LucideIcon;
  text: string;
  run: () => void;
}

/** Returns the actions to watch and to mute a board; none if it is not shared. */
export function notificationActions(board: Board): NotificationAction[] {
  if (!isShared(board)) return [];
  const { id, is_muted = false } = board;
  const watched = isWatched(board, id);
  return [
    { name: 'watch', icon: watched ? EyeOff : Eye, text: watched ? common.stopWatchingBoard() : common.watchBoard(), run: () => toggleWatching(board, id) },
    {
      name: 'mute',
      icon: is_muted ? Bell : BellOff,
      text: is_muted ? common.unmuteBoard() : common.muteBoard(),
      run: () => void dispatch({ type: 'edit_board', board_id: id, edits: [{ field: 'muted', value: !is_muted }] }),
    },
  ];
}

/** Returns the open board if it is shared; null otherwise. */
export function useSharedBoard(): Board | null {
  return useMirror(({ board }) => (board !== null && isShared(board) ? board : null));
}
