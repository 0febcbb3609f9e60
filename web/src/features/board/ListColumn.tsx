import type { Id, Priority } from '@twentyfour/core';
import { memo, useState } from 'react';
import { useMirror } from '../../core/hooks';
import { classes } from '../../ui/classes';
import { useDraggableItem } from '../../ui/dnd';
import { AddCard } from './AddCard';
import { CardRows } from './CardRows';
import { ListHeader } from './ListHeader';
import { listName } from './words';

const NO_IDS: readonly Id[] = [];

interface ListColumnProps {
  id: Id;
  index: number;
  /** The order of its cards while something is dragged; null while nothing is. */
  draggedIds: readonly Id[] | null;
  isBlocked: boolean;
  onOpenCard: (id: Id) => void;
}

/** A list: 300 px wide, with its cards scrolling between its header and the form for a new one. */
export const ListColumn = memo(function ListColumn({ id, index, draggedIds, isBlocked, onOpenCard }: ListColumnProps) {
  const name = useMirror((mirror) => mirror.lists.get(id)?.name);
  const card_ids = useMirror((mirror) => mirror.lists.get(id)?.card_ids ?? NO_IDS);
  const { ref, handleRef, isDragging } = useDraggableItem({
    id,
    index,
    type: 'list',
    accepts: ['list', 'card'],
    isDisabled: isBlocked,
    yields: true,
  });
  // A state rather than a ref: the rows inside need it as soon as it is there.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  // Kept here, so that closing the form loses nothing that was typed.
  const [draft, setDraft] = useState<{ title: string; priority: Priority }>({ title: '', priority: 'low' });
  if (name === undefined) return null;

  const shown = draggedIds ?? card_ids;
  return (
    <li className="flex max-h-full w-[300px] shrink-0 snap-start">
      <section
        ref={ref}
        data-list-id={id}
        aria-label={listName(name)}
        className="flex max-h-full w-full"
      >
        <div
          className={classes(
            'flex max-h-full w-full flex-col rounded-lg bg-(--list-bg) ring-1 ring-line ring-inset',
            isDragging && 'rotate-2 shadow-float',
          )}
        >
          <ListHeader id={id} name={name} count={shown.length} gripRef={handleRef} />
          <div ref={setScroller} className="min-h-2 overflow-y-auto overscroll-contain px-2 py-0.5">
            <CardRows ids={shown} list_id={id} scroller={scroller} isBlocked={isBlocked} onOpenCard={onOpenCard} />
          </div>
          <AddCard list_id={id} draft={draft} onDraft={setDraft} />
        </div>
      </section>
    </li>
  );
});
