import type { Board } from '@twentyfour/core';
import { EllipsisVertical, Pencil, Star, StarOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { dispatch } from '../../core/client';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { BoardForm } from '../board/BoardForm';

/** What can be done with a board without opening it. */
export function BoardMenu({ board, className = '' }: { board: Board; className?: string }) {
  const [isEditing, setIsEditing] = useState(false);
  const board_id = board.id;
  const toggleFavorite = () =>
    dispatch({ type: 'edit_board', board_id, edits: [{ field: 'favorite', value: !board.favorite }] });
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Options of ${board.name}`} className={className}>
            <Icon of={EllipsisVertical} />
          </IconButton>
        }
      >
        <MenuItem icon={Pencil} onSelect={() => setIsEditing(true)}>
          Edit
        </MenuItem>
        <MenuItem icon={board.favorite ? StarOff : Star} onSelect={toggleFavorite}>
          {board.favorite ? 'Unfavorite' : 'Favorite'}
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} isDanger onSelect={() => dispatch({ type: 'delete_board', board_id })}>
          Delete
        </MenuItem>
      </Menu>
      <Dialog open={isEditing} onClose={() => setIsEditing(false)} title="Edit Board">
        <BoardForm key={board_id} board={board} autoFocus onDone={() => setIsEditing(false)} />
      </Dialog>
    </>
  );
}
