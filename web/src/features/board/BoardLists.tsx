import type { Id } from '@twentyfour/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { dispatch, mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { DragArea, activeDrag } from '../../ui/dnd';
import { toUnfilteredPosition, toDropIntent, orderWithDrag, boardOrder, applyDrag } from './drag';
import { dragStore, visibleOrder } from './dragStore';
import { CardMenu } from './CardMenu';
import { ListColumn } from './ListColumn';
import { AddListForm } from './AddListForm';
import { dragAnnouncements } from './words';

interface BoardListsProps {
  /** Whether nothing may be dragged: a card's dialog is open. */
  isBlocked: boolean;
  onOpenCard: (id: string) => void;
}

/**
 * The lists of the open board. While something is dragged, its place lies over the order of the mirror, which goes on
 * changing below it; at the drop one intent says what has moved. A dragged card redraws the lists it leaves and enters, and
 * nothing else.
 */
export function BoardLists({ isBlocked, onOpenCard }: BoardListsProps) {
  const board_id = useMirror(({ board }) => board?.id);
  const list_ids = useMirror((state) => state.list_ids);
  const drag = useStore(dragStore, (state) => (state.drag?.type === 'list' ? state.drag : null));
  const what = useStore(activeDrag, (state) => state.what);
  const isItemRemoved = useMirror((state) => what !== null && !(what.type === 'list' ? state.lists : state.cards).has(what.id));
  const [words] = useState(() => dragAnnouncements(() => mirror.getState(), visibleOrder));

  return (
    <DragArea
      words={words}
      isBlocked={isBlocked}
      isItemRemoved={isItemRemoved}
      idsOf={(type, group) => (type === 'list' ? visibleOrder().lists : (visibleOrder().cards[group] ?? []))}
      onLift={() => dragStore.setState({ drag: null })}
      onOver={({ id, type }, place) => {
        if (!place) {
          dragStore.setState({ drag: null });
          return;
        }
        const { group, before } = place;
        const order = visibleOrder();
        const others = ((type === 'list' ? order.lists : order.cards[group]) ?? []).filter((other) => other !== id);
        const index = before === null ? others.length : others.indexOf(before);
        dragStore.setState({ drag: { id, type, group, before, index } });
      }}
      onDrop={(dropped, isCanceled) => {
        const before = boardOrder(mirror.getState());
        const place = toUnfilteredPosition(dragStore.getState().drag, before, mirror.getState().matching);
        const intent = isCanceled ? null : toDropIntent(dropped, before, orderWithDrag(before, place));
        dragStore.setState({ drag: null });
        if (intent) dispatch(intent);
      }}
    >
      <ol
        aria-label="Lists"
        data-drag-accepts="list"
        data-drag-group=""
        data-drag-axis="x"
        data-drag-scroll=""
        data-drag-bounds=""
        // Positioned, so that texts for screen readers in lists beyond the edge are cut off with them: on a phone they
        // would widen the whole page.
        className="relative flex min-h-0 flex-1 items-start gap-3 overflow-x-auto px-4 pt-2 pb-4 max-sm:snap-x max-sm:scroll-px-4 max-sm:snap-proximity sm:px-6"
      >
        {(drag ? applyDrag(list_ids, '', drag) : list_ids).map((id: Id) => (
          <ListColumn key={id} id={id} onOpenCard={onOpenCard} />
        ))}
        <li className="w-[300px] shrink-0 snap-start">
          {board_id !== undefined && <AddListForm board_id={board_id} />}
        </li>
      </ol>
      <CardMenu onOpenCard={onOpenCard} />
    </DragArea>
  );
}
