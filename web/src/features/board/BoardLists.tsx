import { useState } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { dispatch, mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { DragArea } from '../../ui/dnd';
import { intentOfDrop, type Order, orderOf } from './drag';
import { ListColumn } from './ListColumn';
import { NewList } from './NewList';
import { dragWords } from './words';

interface BoardListsProps {
  /** Whether nothing may be dragged: a card's dialog is open. */
  isBlocked: boolean;
  onOpenCard: (id: string) => void;
}

/**
 * The lists of the open board. While something is dragged they show a local copy of the order; at the drop one intent
 * says what has moved, and the mirror's order shows again.
 */
export function BoardLists({ isBlocked, onOpenCard }: BoardListsProps) {
  const list_ids = useMirror((state) => state.list_ids);
  // A store rather than a state: the words for screen readers are asked for before React has drawn the newest order.
  const [store] = useState(() => createStore<{ order: Order | null }>(() => ({ order: null })));
  const dragged = useStore(store, ({ order }) => order);
  const [words] = useState(() =>
    dragWords(
      () => mirror.getState(),
      () => store.getState().order ?? orderOf(mirror.getState()),
    ),
  );

  return (
    <DragArea
      words={words}
      onLift={() => store.setState({ order: orderOf(mirror.getState()) })}
      onOver={(what, reorder) => {
        const { order } = store.getState();
        if (!order) return;
        store.setState({
          order:
            what.type === 'list'
              ? { ...order, lists: reorder.ids(order.lists) }
              : { ...order, cards: reorder.groups(order.cards) },
        });
      }}
      onDrop={(what, isCanceled) => {
        const { order } = store.getState();
        const intent = isCanceled || !order ? null : intentOfDrop(what, orderOf(mirror.getState()), order);
        if (intent) dispatch(intent);
        store.setState({ order: null });
      }}
    >
      <ol
        aria-label="Lists"
        // Positioned, so that texts for screen readers in lists beyond the edge are cut off with them: on a phone they
        // would widen the whole page.
        className="relative flex min-h-0 flex-1 items-start gap-3 overflow-x-auto px-4 pt-2 pb-4 max-sm:snap-x max-sm:scroll-px-4 max-sm:snap-proximity sm:px-6"
      >
        {(dragged?.lists ?? list_ids).map((id, index) => (
          <ListColumn
            key={id}
            id={id}
            index={index}
            draggedIds={dragged?.cards[id] ?? null}
            isBlocked={isBlocked}
            onOpenCard={onOpenCard}
          />
        ))}
        <li className="w-[300px] shrink-0 snap-start">
          <NewList />
        </li>
      </ol>
    </DragArea>
  );
}
