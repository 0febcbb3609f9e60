import type { Id } from '@twentyfour/core';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback } from 'react';
import { useMirror } from '../../core/hooks';
import { CardItem } from './CardItem';
import { activeDrag } from './dnd/DragArea';

/** Boards with more cards than this are virtualized. */
const VIRTUALIZE_ABOVE = 100;
/**
 * The estimated height of a card with a one-line title and the gap below it, in pixels; cards are measured once they
 * are visible.
 */
const ESTIMATED_HEIGHT = 72;
/** The number of rows mounted above and below the visible ones. */
const OVERSCAN = 2;

interface CardRowsProps {
  ids: readonly Id[];
  onOpenCard: (id: Id) => void;
}

interface CardListProps extends CardRowsProps {
  /** The number of cards, including those that are not loaded yet. */
  count: number;
  scroller: HTMLDivElement | null;
  /** Whether the list is in view. Outside it, a virtualized list is empty and keeps its height. */
  isNear: boolean;
}

/** The cards of a list, in one column. On large boards, only those in and near the view are mounted. */
export const CardList = memo(function CardList({ ids, onOpenCard, ...view }: CardListProps) {
  const isVirtual = useMirror(({ list_of, unloaded_cards }) => list_of.size + unloaded_cards > VIRTUALIZE_ABOVE);
  return isVirtual ? <VirtualRows ids={ids} onOpenCard={onOpenCard} {...view} /> : <CardRows ids={ids} onOpenCard={onOpenCard} />;
});

/** Cards in one column, all of them mounted. */
export function CardRows({ ids, onOpenCard }: CardRowsProps) {
  return (
    <ol>
      {ids.map((id) => (
        <li key={id} data-drag-type="card" data-drag-id={id} className="group relative pb-2 [contain:layout_style]">
          <CardItem id={id} onOpen={onOpenCard} />
        </li>
      ))}
    </ol>
  );
}

/** Returns the ids of rows that must stay mounted wherever they are scrolled: the focused one and the dragged one. */
function pinnedRowIds(scroller: HTMLElement | null): (Id | undefined)[] {
  const focused = document.activeElement;
  const row = focused && scroller?.contains(focused) ? focused.closest<HTMLElement>('[data-drag-id]') : null;
  return [row?.dataset.dragId, activeDrag.getState().item?.id];
}

function VirtualRows({ ids, count, scroller, isNear, onOpenCard }: CardListProps) {
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => ESTIMATED_HEIGHT,
    // Memoized, because another function would lay out all rows again.
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    overscan: OVERSCAN,
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      for (const id of pinnedRowIds(scroller)) {
        const index = id === undefined ? -1 : ids.indexOf(id);
        if (index !== -1 && !shown.includes(index)) shown.push(index);
      }
      return shown.toSorted((one, other) => one - other);
    },
  });
  // The virtualizer exists outside the view too, because it remembers the measured heights.
  const rows = isNear ? virtualizer.getVirtualItems() : [];
  return (
    <ol style={{ height: virtualizer.getTotalSize() }} className="relative">
      {rows.map(({ index, key, start }) => {
        const id = ids[index];
        return (
          id !== undefined && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-drag-type="card"
              data-drag-id={id}
              aria-setsize={count}
              aria-posinset={index + 1}
              className="group absolute inset-x-0 pb-2 [contain:layout_style]"
              style={{ top: start }}
            >
              <CardItem id={id} onOpen={onOpenCard} />
            </li>
          )
        );
      })}
    </ol>
  );
}
