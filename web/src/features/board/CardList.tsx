import type { Id } from '@twentyfour/core';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useDeferredValue, useRef } from 'react';
import { useStore } from 'zustand';
import { mirror } from '../../core/client';
import type { Mirror } from '../../core/mirror-state';
import { boardFocus } from './boardFocus';
import { CardItem } from './CardItem';
import { activeDrag } from './dnd/DragArea';

/** Boards with more cards than this are virtualized. */
const VIRTUALIZE_ABOVE = 100;
/**
 * The heights from which that of a card is estimated, in pixels: with a title of one line and the gap below the card,
 * what each further line adds, and what labels, a date and a cover add. Cards are measured once they are visible.
 */
const ONE_LINE_HEIGHT = 48;
const LINE_HEIGHT = 20;
const LABELS_HEIGHT = 26;
const DATE_HEIGHT = 24;
const COVER_HEIGHT = 126;
/** The number of characters that usually fit on a line of a title, and the most lines that are shown. */
const LINE_CHARS = 36;
const MAX_LINES = 6;
/** The height of what is usually above and below a list's cards, in pixels, for the first render. */
const AROUND_CARDS_HEIGHT = 192;
/** The number of rows mounted above and below the visible ones. */
const OVERSCAN = 2;

interface CardRowsProps {
  ids: readonly Id[];
  onOpenCard: (id: Id) => void;
}

interface CardListProps extends CardRowsProps {
  /** The number of cards, including those that are not loaded yet. */
  count: number;
  isVirtual: boolean;
  /** Whether the list is in view or needs its cards. Otherwise, a virtualized list is empty and keeps its height. */
  hasCards: boolean;
}

/** Returns whether the open board is so large that its lists are virtualized. */
export const isVirtualized = ({ list_of, unloaded_cards }: Mirror): boolean => list_of.size + unloaded_cards > VIRTUALIZE_ABOVE;

/** The cards of a list, in one column of the element that scrolls them. On large boards, only those in and near the view are mounted. */
export const CardList = memo(function CardList({ ids, onOpenCard, isVirtual, ...view }: CardListProps) {
  return isVirtual ? <VirtualRows ids={ids} onOpenCard={onOpenCard} {...view} /> : <CardRows ids={ids} onOpenCard={onOpenCard} />;
});

/** Cards in one column, all of them mounted. */
export function CardRows({ ids, onOpenCard }: CardRowsProps) {
  return (
    <ol>
      {ids.map((id) => (
        <li key={id} data-drag-type="card" data-drag-id={id} className="group relative pb-2 compact:pb-1 [contain:layout_style]">
          <CardItem id={id} onOpen={onOpenCard} />
        </li>
      ))}
    </ol>
  );
}

/** Returns the estimated height of a card with the gap below it, in pixels. */
function estimateHeight(id: Id | undefined): number {
  const card = id === undefined ? undefined : mirror.getState().cards.get(id);
  if (!card) return ONE_LINE_HEIGHT;
  const lines = Math.min(Math.ceil(card.title.length / LINE_CHARS), MAX_LINES);
  return ONE_LINE_HEIGHT + (lines - 1) * LINE_HEIGHT + (card.labels.length > 0 ? LABELS_HEIGHT : 0) + (card.due_date ? DATE_HEIGHT : 0) + (card.cover_id ? COVER_HEIGHT : 0);
}

function VirtualRows({ ids, count, hasCards, onOpenCard }: Omit<CardListProps, 'isVirtual'>) {
  const list = useRef<HTMLOListElement>(null);
  // Mounted wherever it is scrolled, because it has the focus or gets it by Tab.
  const current_id = useStore(boardFocus, ({ stop }) => (ids.includes(stop) ? stop : undefined));
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => list.current?.parentElement ?? null,
    estimateSize: (index) => estimateHeight(ids[index]),
    // The first cards are rendered with the list, instead of after its first layout.
    initialRect: { width: 0, height: window.innerHeight - AROUND_CARDS_HEIGHT },
    // Memoized, because another function would lay out all rows again.
    getItemKey: useCallback((index: number) => ids[index] ?? index, [ids]),
    // Deferred, so that the first paint does not wait for rows out of view.
    overscan: useDeferredValue(OVERSCAN, 0),
    rangeExtractor: (range: Range) => {
      const shown = defaultRangeExtractor(range);
      for (const id of [current_id, activeDrag.getState().item?.id]) {
        const index = id === undefined ? -1 : ids.indexOf(id);
        if (index !== -1 && !shown.includes(index)) shown.push(index);
      }
      return shown.toSorted((one, other) => one - other);
    },
  });
  // The virtualizer exists outside the view too, because it remembers the measured heights.
  const rows = hasCards ? virtualizer.getVirtualItems() : [];
  return (
    <ol ref={list} style={{ height: virtualizer.getTotalSize() }} className="relative">
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
              className="group absolute inset-x-0 pb-2 compact:pb-1 [contain:layout_style]"
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
