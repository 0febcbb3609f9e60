import type { Board } from '@twentyfour/core';
import { Copy, Download, EllipsisVertical, LayoutTemplate, Pencil, Star, StarOff, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { dispatch } from '../../core/client';
import { usePermissionsOn } from '../../core/hooks';
import * as messages from '../../messages/boards';
import * as common from '../../messages/common';
import { Dialog } from '../../ui/Dialog';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { LazyPanel } from '../../ui/LazyPanel';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { BoardForm, notificationActions } from '../board';
import type { DuplicatePurpose } from './DuplicateBoardDialog';
import { DuplicateBoardDialog } from './duplicateDialog';
import { ExportBoardDialog } from './exportDialog';

interface BoardMenuProps {
  board: Board;
  /** Where the menu is shown; a board has one in each location. */
  location: 'grid' | 'side';
  className?: string;
}

/** A menu of the actions for a board. */
export function BoardMenu({ board, location, className = '' }: BoardMenuProps) {
  const [isEditing, setIsEditing] = useState(false);
  const [purpose, setPurpose] = useState<DuplicatePurpose | null>(null);
  const [isExporting, setIsExporting] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { can_edit_board, can_delete } = usePermissionsOn(board);
  const board_id = board.id;
  const toggleFavorite = () =>
    dispatch({ type: 'edit_board', board_id, edits: [{ field: 'favorite', value: !board.favorite }] });
  const open = (show: () => void) => {
    // The dialog returns the focus to what had it before.
    button.current?.focus();
    show();
  };
  const remove = () => {
    if (button.current) moveFocusBeforeUnmount(button.current, `[data-board-menu="${location}"]`);
    dispatch({ type: 'delete_board', board_id });
  };
  return (
    <>
      <Menu
        trigger={
          <IconButton ref={button} data-board-menu={location} label={common.optionsFor({ name: board.name })} className={className}>
            <Icon icon={EllipsisVertical} />
          </IconButton>
        }
      >
        {can_edit_board && (
          <MenuItem icon={Pencil} onSelect={() => setIsEditing(true)}>
            {common.edit()}
          </MenuItem>
        )}
        <MenuItem icon={board.favorite ? StarOff : Star} onSelect={toggleFavorite}>
          {board.favorite ? messages.menuUnfavorite() : messages.menuFavorite()}
        </MenuItem>
        <MenuItem icon={Copy} movesFocus onSelect={() => open(() => setPurpose(board.is_template ? 'use_template' : 'duplicate'))}>
          {board.is_template ? messages.templateUse() : messages.duplicate()}
        </MenuItem>
        {!board.is_template && (
          <MenuItem icon={LayoutTemplate} movesFocus onSelect={() => open(() => setPurpose('save_template'))}>
            {messages.saveTemplate()}
          </MenuItem>
        )}
        <MenuItem icon={Download} movesFocus onSelect={() => open(() => setIsExporting(true))}>
          {common.exportAction()}
        </MenuItem>
        {notificationActions(board).map(({ name, icon, text, run }) => (
          <MenuItem key={name} icon={icon} onSelect={run}>
            {text}
          </MenuItem>
        ))}
        {can_delete && (
          <>
            <MenuSeparator />
            <MenuItem icon={Trash2} isDanger onSelect={remove}>
              {common.deleteAction()}
            </MenuItem>
          </>
        )}
      </Menu>
      {purpose && (
        <LazyPanel component={DuplicateBoardDialog} open onClose={() => setPurpose(null)}>
          <DuplicateBoardDialog board={board} purpose={purpose} onClose={() => setPurpose(null)} />
        </LazyPanel>
      )}
      {isExporting && (
        <LazyPanel component={ExportBoardDialog} open onClose={() => setIsExporting(false)}>
          <ExportBoardDialog board={board} onClose={() => setIsExporting(false)} />
        </LazyPanel>
      )}
      <Dialog open={isEditing && can_edit_board} onClose={() => setIsEditing(false)} title={common.editBoard()}>
        <BoardForm key={board_id} board={board} autoFocus onDone={() => setIsEditing(false)} />
      </Dialog>
    </>
  );
}
