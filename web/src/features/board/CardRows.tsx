import type { Id } from '@twentyfour/core';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { memo } from 'react';
import { CardItem } from './CardItem';

/** Lists with more cards than this mount only those near the window. */
const VIRTUAL_FROM = 100;
/** What a card with a one-line title measures, in pixels with the gap below it; each is measured once it shows. */
const ESTIMATED_HEIGHT = 72;

interface CardRowsProps {
  ids: readonly Id[];
  list_id: Id;
  scroller: HTMLDivElement | null;
  isBlocked: boolean;
  onOpenCard: (id: Id) => void;
}

/** The cards of a list, one below the other. */
export const CardRows = memo(function CardRows(props: CardRowsProps) {
  return props.ids.length > VIRTUAL_FROM ? <VirtualRows {...props} /> : <PlainRows {...props} />;
});

function PlainRows({ ids, list_id, isBlocked, onOpenCard }: CardRowsProps) {
  return (
    <ol>
      {ids.map((id, index) => (
        <li key={id} className="pb-2">
          <CardItem id={id} list_id={list_id} index={index} isBlocked={isBlocked} onOpen={onOpenCard} />
        </li>
      ))}
    </ol>
  );
}

function VirtualRows({ ids, list_id, scroller, isBlocked, onOpenCard }: CardRowsProps) {
  const virtualizer = useVirtualizer({
    count: ids.length,
    getScrollElement: () => scroller,
    estimateSize: () => ESTIMATED_HEIGHT,
    getItemKey: (index) => ids[index] ?? index,
    overscan: 8,
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range);
      // What has the focus, or is being dragged, stays mounted however far it is scrolled away.
      const held = scroller?.querySelector<HTMLElement>(':focus-within > [data-card-id], [aria-grabbed="true"]');
      const kept = held ? ids.indexOf(held.dataset.cardId ?? '') : -1;
      return kept === -1 || shown.includes(kept) ? shown : [...shown, kept].toSorted((a, b) => a - b);
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
              aria-setsize={ids.length}
              aria-posinset={index + 1}
              className="absolute inset-x-0 pb-2"
              style={{ top: start }}
            >
              <CardItem id={id} list_id={list_id} index={index} isBlocked={isBlocked} onOpen={onOpenCard} />
            </li>
          )
        );
      })}
    </ol>
  );
}
