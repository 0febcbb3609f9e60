import type { Id } from '@twentyfour/core';
import { Check } from 'lucide-react';
import { memo, type MouseEvent, use, useId } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/Icon';
import { isKey } from '../../ui/keyboard';
import { srOnly } from '../../ui/srOnly';
import { CARD_POSITION_ID, useStopTabIndex } from './boardFocus';
import { CanEditCardsContext, CardButtonsContext } from './cardButtons';
import { CardContent, doneId } from './CardContent';
import { CardMenuButton, openCardMenu } from './CardMenu';
import { useCardTimer } from './cardTimer';
import { CardTimerButton } from './CardTimerButton';
import { useDragSource } from './dnd/DragArea';
import { extendSelection, selection, toggleSelected, useIsSelected } from './selection';

interface CardItemProps {
  id: Id;
  onOpen: (id: Id) => void;
}

/**
 * A card in its list. Enter or a click opens it; Space or dragging picks it up if the user may move it, and a click with
 * Shift, Ctrl or Cmd selects it. A click on what shows a field changes that field.
 */
export const CardItem = memo(function CardItem({ id, onOpen }: CardItemProps) {
  const card = useMirror((mirror) => mirror.cards.get(id));
  const { focused, timerState } = useCardTimer(id);
  const details = useId();
  const lifted_by = useDragSource(id);
  const tabIndex = useStopTabIndex(id);
  const isSelected = useIsSelected(id);
  const hasButtons = use(CardButtonsContext);
  const canEdit = use(CanEditCardsContext);
  // A first screen that an earlier version has stored has the ids of all cards, but only the first cards.
  if (!card) return <div aria-hidden className="h-16" />;
  // Two sibling elements, because a button must not contain another; the row around them is what is dragged.
  return (
    <>
      <div
        data-card-id={id}
        data-has-cover={card.cover_id ? '' : undefined}
        role="button"
        aria-roledescription={canEdit ? messages.dragRole() : undefined}
        tabIndex={tabIndex}
        aria-label={card.title}
        aria-describedby={cx(isSelected && `${details}selected`, card.priority === 'completed' && doneId(details), details, tabIndex === 0 && CARD_POSITION_ID)}
        onClick={(event) => {
          // A click on what shows a field opens its picker (`fieldClicks.ts`).
          if (event.defaultPrevented) return;
          if (!canEdit || !selectByClick(id, event)) onOpen(id);
        }}
        onContextMenu={(event) => {
          event.preventDefault();
          // A long press of a finger lifts the card.
          if ((event.nativeEvent as PointerEvent).pointerType === 'touch') return;
          // The context menu key reports no point.
          const { clientX: x, clientY: y } = event;
          openCardMenu(id, event.currentTarget, x === 0 && y === 0 ? null : { x, y });
        }}
        onKeyDown={(event) => {
          if ((isKey(event, 'Enter') || (!canEdit && isKey(event, ' '))) && !event.defaultPrevented) {
            event.preventDefault();
            onOpen(id);
          }
        }}
        className={cx(
          'cursor-pointer rounded-md bg-(--card-bg) px-3 py-2.5 compact:px-2.5 compact:py-1.5 coarse:min-h-11 coarse:py-3! transition-[background-color] duration-120 select-none ring-inset hover:bg-(--card-bg-hover)',
          isSelected ? 'ring-2 ring-accent-text' : 'ring-1 ring-line',
          'data-file-drop:outline-2 data-file-drop:outline-(--focus-ring) data-file-drop:outline-dashed',
          // The overlay follows the pointer, and this element is the gap at the drop position.
          lifted_by === 'pointer' && 'bg-hover! *:opacity-0 [&~*]:opacity-0!',
          lifted_by === 'keyboard' && 'shadow-float',
        )}
      >
        <CardContent card={card} details_id={details} focused={focused} timerState={timerState} />
      </div>
      {isSelected && (
        <span
          id={`${details}selected`}
          className="pointer-events-none absolute top-[calc(50%-0.25rem)] -left-2 grid size-4 -translate-y-1/2 place-items-center rounded-full bg-accent text-on-accent"
        >
          <Icon icon={Check} size={11} strokeWidth={2.5} />
          {srOnly(messages.cardSelected())}
        </span>
      )}
      {hasButtons && (
        <>
          <CardTimerButton id={id} title={card.title} timerState={timerState} tabIndex={tabIndex} />
          <CardMenuButton id={id} title={card.title} tabIndex={tabIndex} />
        </>
      )}
    </>
  );
});

/** Changes the selection by a click with a modifier key, or by a tap while cards are selected. Returns whether it was one. */
function selectByClick(id: Id, { shiftKey, ctrlKey, metaKey, nativeEvent }: MouseEvent): boolean {
  const isTap = (nativeEvent as PointerEvent).pointerType === 'touch' && selection.getState().ids.size > 0;
  if (shiftKey) extendSelection(id);
  else if (ctrlKey || metaKey || isTap) toggleSelected(id);
  else return false;
  return true;
}
