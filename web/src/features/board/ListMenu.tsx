import type { Id } from '@twentyfour/core';
import { ArrowRightLeft, ChevronsLeftRight, ChevronsRightLeft, Circle, Copy, Ellipsis, Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { type RefObject, use, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import * as common from '../../messages/common';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { lazyComponent } from '../../ui/lazyComponent';
import { LazyPanel } from '../../ui/LazyPanel';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { CanEditCardsContext } from './cardButtons';
import { displayListName } from './text';
import { copyList, moveCards, moveList } from './transfer';
import { isWatched, toggleWatching, useSharedBoard } from './watching';

const ListColorPicker = lazyComponent(() => import('./ListColorPicker'));
const PrintItem = lazyComponent(() => import('./print/PrintItem'));

/** Loads what prints the board, also by the browser's own command. */
export const preloadPrint = PrintItem.preload;

interface ListMenuProps {
  id: Id;
  name: string;
  is_collapsed: boolean;
  button: RefObject<HTMLButtonElement | null>;
  tabIndex: 0 | -1;
  /** Undefined if the list is too narrow to be renamed in place. */
  onRename?: () => void;
}

/** The menu of a list. */
export function ListMenu({ id, name, is_collapsed, button, tabIndex, onRename }: ListMenuProps) {
  const canEdit = use(CanEditCardsContext);
  // The button while a color is chosen beside it.
  const [colorAnchor, setColorAnchor] = useState<HTMLElement | null>(null);
  const shared = useSharedBoard();
  const canMoveCards = useMirror(({ list_ids, lists }) => list_ids.length > 1 && lists.get(id)?.card_ids.length !== 0);
  const openDialog = (open: (list_id: Id) => void) => {
    // The dialog returns the focus to what had it before.
    button.current?.focus();
    open(id);
  };
  const menu = (
    <Menu
      trigger={
        <IconButton ref={button} data-stop={is_collapsed ? undefined : 'header'} tabIndex={tabIndex} label={common.optionsFor({ name: displayListName(name) })}>
          <Icon icon={Ellipsis} />
        </IconButton>
      }
    >
      {onRename && canEdit && (
        <MenuItem icon={Pencil} movesFocus onSelect={onRename}>
          {common.rename()}
        </MenuItem>
      )}
      {canEdit && (
        <MenuItem icon={Circle} movesFocus onSelect={() => openDialog(() => setColorAnchor(button.current))}>
          {common.color()}
        </MenuItem>
      )}
      <MenuItem
        icon={is_collapsed ? ChevronsLeftRight : ChevronsRightLeft}
        onSelect={() => dispatch({ type: 'edit_list', list_id: id, edit: { field: 'collapsed', value: !is_collapsed } })}
      >
        {is_collapsed ? messages.listExpand() : messages.listCollapse()}
      </MenuItem>
      {shared && (
        <MenuItem icon={isWatched(shared, id) ? EyeOff : Eye} onSelect={() => toggleWatching(shared, id)}>
          {isWatched(shared, id) ? common.stopWatching() : common.watch()}
        </MenuItem>
      )}
      <LazyPanel component={PrintItem} open onClose={() => undefined} hasFailureToast={false}>
        <PrintItem list_id={id} />
      </LazyPanel>
      <MenuItem icon={Copy} movesFocus onSelect={() => openDialog(copyList)}>
        {common.copyTo()}
      </MenuItem>
      {canEdit && (
        <>
          <MenuItem icon={ArrowRightLeft} movesFocus onSelect={() => openDialog(moveList)}>
            {common.moveTo()}
          </MenuItem>
          {canMoveCards && (
            <MenuItem icon={ArrowRightLeft} movesFocus onSelect={() => openDialog(moveCards)}>
              {messages.moveCards()}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={Trash2} isDanger onSelect={() => dispatch({ type: 'delete_list', list_id: id })}>
            {common.deleteAction()}
          </MenuItem>
        </>
      )}
    </Menu>
  );
  return (
    <>
      {menu}
      <LazyPanel component={ListColorPicker} open={colorAnchor !== null} onClose={() => setColorAnchor(null)}>
        {colorAnchor && <ListColorPicker id={id} anchor={colorAnchor} onClose={() => setColorAnchor(null)} />}
      </LazyPanel>
    </>
  );
}
