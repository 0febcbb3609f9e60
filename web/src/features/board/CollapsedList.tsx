import type { Id } from '@twentyfour/core';
import { ChevronsLeftRight, GripVertical } from 'lucide-react';
import { useRef } from 'react';
import { useStore } from 'zustand';
import { dispatch } from '../../core/client';
import { classes } from '../../ui/classes';
import { grip } from '../../ui/dnd';
import { Icon } from '../../ui/Icon';
import { IconButton } from '../../ui/IconButton';
import { CardRows } from './CardRows';
import { dragged } from './dragged';
import { ListMenu } from './ListMenu';
import { listName } from './words';

interface CollapsedListProps {
  id: Id;
  name: string;
  count: number;
  onOpenCard: (id: Id) => void;
}

/** A list as a narrow strip: its name and the number of its cards. Cards can be dropped on it all the same. */
export function CollapsedList({ id, name, count, onOpenCard }: CollapsedListProps) {
  const menu = useRef<HTMLButtonElement>(null);
  const entering = useStore(dragged, ({ drag }) => (drag?.type === 'card' && drag.group === id ? drag.id : null));
  return (
    <header
      data-drag-header
      className={classes(
        'flex min-h-0 w-full flex-col items-center gap-2 rounded-lg py-2',
        entering !== null && 'bg-hover ring-2 ring-accent-text ring-inset',
      )}
    >
      <button
        ref={grip}
        type="button"
        aria-label={`Move list ${listName(name)}`}
        className="grid h-6 w-9 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-secondary hover:text-primary coarse:h-11"
      >
        <Icon of={GripVertical} size={16} className="rotate-90" />
      </button>
      <IconButton
        label={`Expand ${listName(name)}`}
        onClick={() => dispatch({ type: 'edit_list', list_id: id, edit: { field: 'collapsed', value: false } })}
      >
        <Icon of={ChevronsLeftRight} size={16} />
      </IconButton>
      <span className="digits text-sm text-secondary">
        {count.toLocaleString('en')}
        <span className="sr-only">{count === 1 ? ' card' : ' cards'}</span>
      </span>
      <h2
        title={name}
        className={classes('max-h-60 min-h-0 truncate font-semibold [writing-mode:vertical-rl]', name === '' && 'text-secondary')}
      >
        {listName(name)}
      </h2>
      <ListMenu id={id} name={name} is_collapsed button={menu} />
      {/* What is over it is somewhere, also for those who move it by keys. */}
      {entering !== null && (
        <div className="h-9 w-full overflow-hidden px-1">
          <CardRows ids={[entering]} scroller={null} onOpenCard={onOpenCard} />
        </div>
      )}
    </header>
  );
}
