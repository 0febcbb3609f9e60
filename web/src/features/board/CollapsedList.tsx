import type { Id } from '@twentyfour/core';
import { ChevronsLeftRight, GripVertical } from 'lucide-react';
import { use, useRef } from 'react';
import { useStore } from 'zustand';
import { dispatch } from '../../core/client';
import * as messages from '../../messages/board';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { srOnly } from '../../ui/srOnly';
import { CanEditCardsContext } from './cardButtons';
import { CardRows } from './CardList';
import { dragHandleRef } from './dnd/DragArea';
import { dragStore } from './dragStore';
import { ListMenu } from './ListMenu';
import { displayListName } from './text';

interface CollapsedListProps {
  id: Id;
  name: string;
  count: number;
  /** The `tabIndex` of its controls. */
  tabIndex: 0 | -1;
  onOpenCard: (id: Id) => void;
}

/** A collapsed list: a narrow strip with its name and the number of its cards. Cards can still be dropped on it. */
export function CollapsedList({ id, name, count, tabIndex, onOpenCard }: CollapsedListProps) {
  const canEdit = use(CanEditCardsContext);
  const menu = useRef<HTMLButtonElement>(null);
  const draggedOverCardId = useStore(dragStore, ({ drag }) => (drag?.type === 'card' && drag.group === id ? drag.id : null));
  return (
    <header
      data-drag-header
      className={cx(
        'flex min-h-0 w-full flex-col items-center gap-2 rounded-lg py-2',
        draggedOverCardId !== null && 'bg-hover ring-2 ring-accent-text ring-inset',
      )}
    >
      {canEdit && (
        <button
          ref={dragHandleRef}
          type="button"
          tabIndex={tabIndex}
          aria-label={messages.listDragHandle({ name: displayListName(name) })}
          className="grid h-6 w-9 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-secondary hover:text-primary coarse:h-11"
        >
          <Icon icon={GripVertical} size={16} className="rotate-90" />
        </button>
      )}
      <IconButton
        data-stop="header"
        tabIndex={tabIndex}
        label={messages.listExpandNamed({ name: displayListName(name) })}
        onClick={() => dispatch({ type: 'edit_list', list_id: id, edit: { field: 'collapsed', value: false } })}
      >
        <Icon icon={ChevronsLeftRight} size={16} />
      </IconButton>
      <span className="digits text-sm text-secondary">
        {messages.listCount({ count, srOnly })}
      </span>
      <h2
        title={name}
        className={cx('max-h-60 min-h-0 truncate font-semibold [writing-mode:vertical-rl]', name === '' && 'text-secondary')}
      >
        {displayListName(name)}
      </h2>
      <ListMenu id={id} name={name} is_collapsed button={menu} tabIndex={tabIndex} />
      {/* Keeps the card over it mounted, so that it can be moved on by keyboard. */}
      {draggedOverCardId !== null && (
        <div className="h-9 w-full overflow-hidden px-1">
          <CardRows ids={[draggedOverCardId]} onOpenCard={onOpenCard} />
        </div>
      )}
    </header>
  );
}
