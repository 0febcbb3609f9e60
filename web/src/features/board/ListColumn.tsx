import type { Id } from '@twentyfour/core';
import { type CSSProperties, memo, use } from 'react';
import { useStore } from 'zustand';
import { mirror } from '../../core/client';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import { cx } from '../../ui/cx';
import { AddCardForm } from './AddCardForm';
import { boardFocus, cardOf } from './boardFocus';
import { CanEditCardsContext } from './cardButtons';
import { CardList, isVirtualized } from './CardList';
import { CollapsedList } from './CollapsedList';
import { dragHandleRef, useDragSource } from './dnd/DragArea';
import { MatchingContext, useIsBesideKeyboardDrag, useVisibleCards } from './dragStore';
import { ListHeader } from './ListHeader';
import { displayListName } from './text';
import { LIST_WIDTH } from './listWidth';
import { LIST_DISTANCE_PX, useNearView } from './useNearView';

/** The distance from a collapsed list to the next, in pixels. */
const COLLAPSED_LIST_DISTANCE_PX = 60;

/** Returns whether a list lies in the view before the board is scrolled, as far as widths tell. */
function startsInView(id: Id): boolean {
  const { list_ids, lists } = mirror.getState();
  const before = list_ids.slice(0, list_ids.indexOf(id));
  const left = before.reduce((sum, other) => sum + (lists.get(other)?.is_collapsed ? COLLAPSED_LIST_DISTANCE_PX : LIST_DISTANCE_PX), 0);
  return left < window.innerWidth;
}

interface ListColumnProps {
  id: Id;
  onOpenCard: (id: Id) => void;
}

/**
 * A list: its cards scroll between its header and the form for a new card. It is 300 px wide, grows where lists leave space,
 * and fills a phone up to the edge of the next list.
 */
export const ListColumn = memo(function ListColumn({ id, onOpenCard }: ListColumnProps) {
  const name = useMirror(({ lists }) => lists.get(id)?.name);
  const is_collapsed = useMirror(({ lists }) => lists.get(id)?.is_collapsed ?? false);
  const color = useMirror(({ lists }) => lists.get(id)?.color);
  const shown = useVisibleCards(id);
  const unloaded = useMirror(({ lists }) => lists.get(id)?.unloaded_cards ?? 0);
  const count = shown.length + unloaded;
  const lifted_by = useDragSource(id);
  const [columnRef, isNear] = useNearView(() => startsInView(id));
  const isBesideDrag = useIsBesideKeyboardDrag(id);
  const isVirtual = useMirror(isVirtualized);
  const isMounted = useStore(boardFocus, ({ mounted_list }) => mounted_list === id);
  const hasCards = !isVirtual || isNear || isBesideDrag || isMounted;
  // The header is the tab stop in place of a card that is not mounted.
  const tabIndex = useStore(boardFocus, (focus) =>
    focus.list_id === id && (focus.stop === 'header' || (!hasCards && cardOf(focus) !== undefined)) ? 0 : -1,
  );
  const canEdit = use(CanEditCardsContext);
  if (name === undefined) return null;

  return (
    <li
      ref={columnRef}
      data-drag-type="list"
      data-drag-id={id}
      // Changes inside a list only cause layout of that list.
      className={cx(
        'flex max-h-full shrink-0 snap-start [contain:layout_style]',
        is_collapsed ? 'w-12' : LIST_WIDTH,
      )}
    >
      <section
        data-list-id={id}
        data-drag-accepts="card"
        data-drag-group={id}
        data-drag-axis="y"
        aria-label={displayListName(name)}
        className="flex max-h-full w-full rounded-lg"
      >
        <div
          style={{ '--list-color': color } as CSSProperties}
          className={cx(
            'flex max-h-full w-full flex-col rounded-lg list-pane ring-1 ring-line ring-inset',
            lifted_by === 'pointer' && 'opacity-40',
            lifted_by === 'keyboard' && 'shadow-float',
          )}
        >
          {is_collapsed ? (
            <CollapsedList id={id} name={name} count={count} tabIndex={tabIndex} onOpenCard={onOpenCard} />
          ) : (
            <>
              <ListHeader id={id} name={name} count={count} tabIndex={tabIndex} dragHandleRef={dragHandleRef} />
              <div
                data-drag-scroll=""
                // Browsers make an area that scrolls a tab stop of its own.
                tabIndex={-1}
                className="scroll-edges min-h-2 outline-none overflow-y-auto overscroll-contain scroll-py-1 px-2 py-1 [contain:content]"
              >
                {count === 0 && <EmptyList canEdit={canEdit} />}
                <CardList ids={shown} count={count} isVirtual={isVirtual} hasCards={hasCards} onOpenCard={onOpenCard} />
              </div>
              {canEdit && <AddCardForm list_id={id} />}
            </>
          )}
        </div>
      </section>
    </li>
  );
});

/** What an empty list shows in place of cards. */
function EmptyList({ canEdit }: { canEdit: boolean }) {
  const isFiltered = use(MatchingContext) !== null;
  return (
    <p className="rounded-md border border-dashed border-control/50 px-3 py-4 text-center text-sm text-secondary">
      {isFiltered ? messages.listNoMatch() : canEdit ? messages.listInvite() : messages.publicListEmpty()}
    </p>
  );
}
