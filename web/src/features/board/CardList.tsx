import type { Id } from '@twentyfour/core';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback } from 'react';
import { CardItem } from './CardItem';
import { activeDrag } from './dnd/DragArea';

/** Lists with more cards than this are virtualized. */
const VIRTUALIZE_ABOVE = 100;
/**
 * The estimated height of a card with a one-line title and the gap below it, in pixels; cards are measured once they
 * are visible.
 */
const ESTIMATED_HEIGHT = 72;
/** The number of rows mounted above and below the visible ones. */
const OVERSCAN = 4;

interface CardListProps {
  ids: readonly Id[];
  scroller: HTMLDivElement | null;
  onOpenCard: (id: Id) => void;
}

/** The cards of a list, in one column. */
export const CardList = memo(function CardList(props: CardListProps) {
  return props.ids.length > VIRTUALIZE_ABOVE ? <VirtualRows {...props} /> : <PlainRows {...props} />;
});

function PlainRows({ ids, onOpenCard }: CardListProps) {
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

function VirtualRows({ ids, scroller, onOpenCard }: CardListProps) {
  const virtualizer = useVirtualizer({
    count: ids.length,
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
  return (
    <ol style={{ height: virtualizer.getTotalSize() }} className="relative">
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const id = ids[index];
        return (
          id !== undefined && (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              data-drag-type="card"
              data-drag-id={id}
              aria-setsize={ids.length}
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
