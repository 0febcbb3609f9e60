import type { Board } from '@twentyfour/core';
import { EllipsisVertical, Pencil, Star, StarOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { BoardNameDialog } from './BoardNameDialog';
import { ColorDot } from './ColorDot';

/** A board in the grid. The whole pane leads to it; the menu lies above. */
export function BoardCard({ board }: { board: Board }) {
  const [isRenaming, setIsRenaming] = useState(false);
  const board_id = board.id;
  return (
    <article
      data-board-id={board.id}
      className="pane group relative flex h-full min-h-22 items-start gap-3 rounded-lg p-4 transition-transform duration-120 has-[a:hover]:-translate-y-0.5"
    >
      <ColorDot color={board.color} className="mt-1.5" />
      <div className="min-w-0 flex-1">
        <h2 className="flex items-center gap-1.5 text-md font-semibold">
          <Link
            to={`/app/b/${board.slug}`}
            title={board.name}
            className="truncate outline-none after:absolute after:inset-0 after:rounded-lg focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-(--focus-ring)"
          >
            {board.name}
          </Link>
          {board.favorite && (
            <span role="img" aria-label="Favorite" className="text-warning">
              <Icon of={Star} size={14} fill="currentColor" />
            </span>
          )}
        </h2>
        {board.description && <p className="mt-1 line-clamp-2 text-glass-secondary">{board.description}</p>}
      </div>
      <div className="relative z-10 -mt-1.5 -mr-2">
        <Menu
          trigger={
            <IconButton label={`Options of ${board.name}`} className="text-glass-secondary">
              <Icon of={EllipsisVertical} />
            </IconButton>
          }
        >
          <MenuItem icon={Pencil} onSelect={() => setIsRenaming(true)}>
            Edit
          </MenuItem>
          <MenuItem
            icon={board.favorite ? StarOff : Star}
            onSelect={() =>
              dispatch({ type: 'edit_board', board_id, edits: [{ field: 'favorite', value: !board.favorite }] })
            }
          >
            {board.favorite ? 'Unfavorite' : 'Favorite'}
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} isDanger onSelect={() => dispatch({ type: 'delete_board', board_id })}>
            Delete
          </MenuItem>
        </Menu>
      </div>
      <BoardNameDialog
        open={isRenaming}
        onClose={() => setIsRenaming(false)}
        title="Edit Board"
        button="Save"
        initial={board.name}
        submit={(value) => dispatch({ type: 'edit_board', board_id, edits: [{ field: 'name', value }] })}
      />
    </article>
  );
}
