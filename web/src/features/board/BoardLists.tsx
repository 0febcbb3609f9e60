import type { Id } from '@twentyfour/core';
import { memo, type ReactNode, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { dispatch, mirror } from '../../core/client';
import { useBoardPermissions, useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import { cx } from '../../ui/cx';
import { lazyComponent } from '../../ui/lazyComponent';
import { LazyPanel } from '../../ui/LazyPanel';
import { useTouch } from '../../ui/useTouch';
import { AddListForm } from './AddListForm';
import { useCanAttach } from './attachments/attachFiles';
import { boardDropHandlers } from './attachments/boardDrop';
import { BoardDescriptions } from './BoardDescriptions';
import { BOARD_KEYS_ID, elementOf, keepBoardFocus } from './boardFocus';
import { boardKeyHandlers } from './boardKeys';
import { CanEditCardsContext, CardButtonsContext } from './cardButtons';
import { CardMenu, openCardMenu } from './CardMenu';
import { DRAG_INSTRUCTIONS_ID, DragArea, activeDrag } from './dnd/DragArea';
import { applyDrag, toDropIntent } from './dragOrder';
import { dragStore, MatchingContext, visibleOrder } from './dragStore';
import { ListColumn } from './ListColumn';
import { keepSelection, targetsOf } from './selection';
import { dragAnnouncements } from './text';

const BoardTools = lazyComponent(() => import('./BoardTools'));

export const preloadBoardTools = BoardTools.preload;

const loadGestures = async () => (await import('./cardGestures')).enableCardGestures;

interface BoardListsProps {
  /** Whether dragging is disabled, because a card's dialog is open. */
  isBlocked: boolean;
  onOpenCard: (id: string) => void;
}

/**
 * The lists of the open board. A drag is an overlay over the mirror's order, which keeps changing meanwhile; the drop
 * dispatches one intent. A dragged card only re-renders the lists that it leaves and enters.
 */
export const BoardLists = memo(function BoardLists({ isBlocked, onOpenCard }: BoardListsProps) {
  const board_id = useMirror(({ board }) => board?.id);
  const list_ids = useMirror((state) => state.list_ids);
  const drag = useStore(dragStore, (state) => (state.drag?.type === 'list' ? state.drag : null));
  const item = useStore(activeDrag, (state) => state.item);
  const isItemRemoved = useMirror((state) => item !== null && !(item.type === 'list' ? state.lists : state.cards).has(item.id));
  const hasCardButtons = useDeferredValue(true, false);
  const { can_edit } = useBoardPermissions();
  const canAttach = useCanAttach();
  const lists = useRef<HTMLOListElement>(null);
  useTouch(lists, loadGestures);
  useLayoutEffect(keepBoardFocus, []);
  // Only who may edit cards selects them.
  useEffect(() => (can_edit ? keepSelection() : undefined), [can_edit]);
  const [announcements] = useState(() => dragAnnouncements(() => mirror.getState(), visibleOrder));

  return (
    <DeferredMatching>
      <DragArea
        announcements={announcements}
        isBlocked={isBlocked || !can_edit}
        isItemRemoved={isItemRemoved || (item !== null && !can_edit)}
        idsOf={(type, group) => (type === 'list' ? visibleOrder().lists : (visibleOrder().cards[group] ?? []))}
        countOf={({ id, type }) => (type === 'card' ? targetsOf(id).length : 1)}
        onPickUp={() => dragStore.setState({ drag: null })}
        onOver={({ id, type }, target) => {
          const list = target ? mirror.getState().lists.get(target.group) : undefined;
          // Below the loaded cards is the end of a list. The last of them keeps its place there.
          const isUnmoved = target?.before === null && list?.unloaded_cards && list.card_ids.at(-1) === id;
          if (!target || isUnmoved) {
            dragStore.setState({ drag: null });
            return;
          }
          const { group, before } = target;
          const order = visibleOrder();
          const others = ((type === 'list' ? order.lists : order.cards[group]) ?? []).filter((other) => other !== id);
          const index = before === null ? others.length : others.indexOf(before);
          dragStore.setState({ drag: { id, type, group, before, index } });
        }}
        onDrop={(_, isCanceled) => {
          const { drag: dropped } = dragStore.getState();
          const intent = isCanceled || !dropped ? null : toDropIntent(dropped, visibleOrder(), targetsOf(dropped.id));
          dragStore.setState({ drag: null });
          if (intent) dispatch(intent);
        }}
        onLongPress={({ id, type }) => {
          const card = type === 'card' ? elementOf({ list_id: '', stop: id }) : null;
          if (card) openCardMenu(id, card, null);
        }}
      >
        <CardButtonsContext value={hasCardButtons}>
          <CanEditCardsContext value={can_edit}>
            <ol
              ref={lists}
              aria-label={common.lists()}
              aria-describedby={cx(BOARD_KEYS_ID, can_edit && DRAG_INSTRUCTIONS_ID)}
              data-drag-accepts="list"
              data-drag-group=""
              data-drag-axis="x"
              data-drag-scroll=""
              data-drag-bounds=""
              {...(canAttach ? boardDropHandlers : {})}
              {...boardKeyHandlers(can_edit)}
              // `relative`, so that visually hidden texts in lists beyond the edge are clipped too: on phones they would
              // widen the whole page.
              className="relative flex min-h-0 flex-1 items-start gap-3 overflow-x-auto px-4 pt-2 pb-4 max-sm:snap-x max-sm:scroll-px-4 max-sm:snap-proximity sm:scroll-px-8 sm:px-6"
            >
              {(drag ? applyDrag(list_ids, '', drag) : list_ids).map((id: Id) => (
                <ListColumn key={id} id={id} onOpenCard={onOpenCard} />
              ))}
              {can_edit && (
                <li className="w-[300px] shrink-0 snap-start max-sm:w-[min(100vw-4rem,22rem)]">
                  {board_id !== undefined && <AddListForm board_id={board_id} />}
                </li>
              )}
            </ol>
          </CanEditCardsContext>
        </CardButtonsContext>
        {can_edit && (
          <LazyPanel component={BoardTools} open={hasCardButtons} onClose={() => undefined} hasFailureToast={false}>
            <BoardTools onOpenCard={onOpenCard} />
          </LazyPanel>
        )}
        <BoardDescriptions />
        <CardMenu onOpenCard={onOpenCard} />
      </DragArea>
    </DeferredMatching>
  );
});

/** Provides the cards that match the filter. They are deferred, so that a key in the filter is painted before the cards that it leaves. */
function DeferredMatching({ children }: { children: ReactNode }) {
  return <MatchingContext value={useDeferredValue(useMirror(({ matching }) => matching))}>{children}</MatchingContext>;
}
