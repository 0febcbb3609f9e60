import type { Id } from '@twentyfour/core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { dispatch, mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { DragArea, lifted } from '../../ui/dnd';
import { amongAll, intentOfDrop, orderDuring, orderOf, shownIn } from './drag';
import { dragged, shownOrder } from './dragged';
import { CardMenu } from './CardMenu';
import { ListColumn } from './ListColumn';
import { NewList } from './NewList';
import { dragWords } from './words';

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
  const drag = useStore(dragged, (state) => (state.drag?.type === 'list' ? state.drag : null));
  const what = useStore(lifted, (state) => state.what);
  const isGone = useMirror((state) => what !== null && !(what.type === 'list' ? state.lists : state.cards).has(what.id));
  const [words] = useState(() => dragWords(() => mirror.getState(), shownOrder));

  return (
    <DragArea
      words={words}
      isBlocked={isBlocked}
      isGone={isGone}
      idsOf={(type, group) => (type === 'list' ? shownOrder().lists : (shownOrder().cards[group] ?? []))}
      onLift={() => dragged.setState({ drag: null })}
      onOver={({ id, type }, place) => {
        if (!place) {
          dragged.setState({ drag: null });
          return;
        }
        const { group, before } = place;
        const order = shownOrder();
        const others = ((type === 'list' ? order.lists : order.cards[group]) ?? []).filter((other) => other !== id);
        const index = before === null ? others.length : others.indexOf(before);
        dragged.setState({ drag: { id, type, group, before, index } });
      }}
      onDrop={(dropped, isCanceled) => {
        const before = orderOf(mirror.getState());
        const place = amongAll(dragged.getState().drag, before, mirror.getState().matching);
        const intent = isCanceled ? null : intentOfDrop(dropped, before, orderDuring(before, place));
        dragged.setState({ drag: null });
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
        {(drag ? shownIn(list_ids, '', drag) : list_ids).map((id: Id) => (
          <ListColumn key={id} id={id} onOpenCard={onOpenCard} />
        ))}
        <li className="w-[300px] shrink-0 snap-start">
          {board_id !== undefined && <NewList board_id={board_id} />}
        </li>
      </ol>
      <CardMenu onOpenCard={onOpenCard} />
    </DragArea>
  );
}
