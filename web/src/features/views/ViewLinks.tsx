import type { Id } from '@twentyfour/core';
import { ArrowDown, ArrowUp, Bookmark, EllipsisVertical, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import * as common from '../../messages/common';
import * as messages from '../../messages/views';
import { showToast } from '../../platform/toasts';
import { cx } from '../../ui/cx';
import { Dialog } from '../../ui/Dialog';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu';
import { MENU_BUTTON, MENU_SPACE } from '../../ui/menuSpace';
import { deleteView, moveView, renameView, useViews, type View, viewQuery } from './views';
import { ViewNameForm } from './ViewNameForm';

interface ViewLinksProps {
  /** The board whose views are listed; null for those of the Tasks page. */
  board_id: Id | null;
  /** The path of the page without a filter. */
  path: string;
  /** The name of the page. */
  name: string;
  /** Called when a view is opened. */
  onOpen?: (() => void) | undefined;
  className?: string;
}

/** Links to the saved views of a page, with a menu each. Nothing is shown without views. */
export function ViewLinks({ board_id, path, name, onOpen, className }: ViewLinksProps) {
  const views = useViews().filter((view) => view.board_id === board_id);
  if (views.length === 0) return null;
  return (
    <ul aria-label={messages.list({ name })} className={className}>
      {views.map((view, index) => (
        <ViewLink key={view.id} view={view} path={path} isFirst={index === 0} isLast={index === views.length - 1} onOpen={onOpen} />
      ))}
    </ul>
  );
}

interface ViewLinkProps extends Pick<ViewLinksProps, 'onOpen'> {
  view: View;
  path: string;
  isFirst: boolean;
  isLast: boolean;
}

function ViewLink({ view: { id, name, query }, path, isFirst, isLast, onOpen }: ViewLinkProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { pathname, search } = useLocation();
  const isShown = pathname === path && viewQuery(search) === query;
  const remove = () => {
    if (button.current) moveFocusBeforeUnmount(button.current, '[data-view-menu]');
    showToast('blank', messages.deleted(), deleteView(id));
  };
  return (
    <li className="group relative">
      <Link
        to={`${path}?${query}`}
        title={name}
        onClick={onOpen}
        aria-current={isShown ? 'true' : undefined}
        className={cx(
          'flex h-9 items-center gap-2.5 rounded-md pl-2.5 text-sm text-glass-secondary transition-colors duration-120 hover:bg-hover hover:text-primary aria-[current=true]:bg-hover aria-[current=true]:text-primary coarse:h-11',
          MENU_SPACE,
        )}
      >
        <Icon icon={Bookmark} size={14} className="shrink-0" />
        <span dir="auto" className="truncate">
          {name}
        </span>
      </Link>
      <Menu
        trigger={
          <IconButton ref={button} data-view-menu label={common.optionsFor({ name })} className={MENU_BUTTON}>
            <Icon icon={EllipsisVertical} />
          </IconButton>
        }
      >
        <MenuItem icon={Pencil} movesFocus onSelect={() => setIsRenaming(true)}>
          {common.rename()}
        </MenuItem>
        {!isFirst && (
          <MenuItem icon={ArrowUp} onSelect={() => moveView(id, 'up')}>
            {messages.moveUp()}
          </MenuItem>
        )}
        {!isLast && (
          <MenuItem icon={ArrowDown} onSelect={() => moveView(id, 'down')}>
            {messages.moveDown()}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Trash2} isDanger onSelect={remove}>
          {common.deleteAction()}
        </MenuItem>
      </Menu>
      <Dialog open={isRenaming} onClose={() => setIsRenaming(false)} title={messages.renameTitle()} getCloseFocusTarget={() => button.current}>
        <ViewNameForm initialName={name} onSave={(text) => renameView(id, text)} onClose={() => setIsRenaming(false)} />
      </Dialog>
    </li>
  );
}
