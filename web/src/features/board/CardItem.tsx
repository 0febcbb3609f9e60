import type { Id } from '@twentyfour/core';
import { memo, use, useId } from 'react';
import { useMirror } from '../../core/hooks';
import * as messages from '../../messages/board';
import { cx } from '../../ui/cx';
import { isKey } from '../../ui/keyboard';
import { CanEditCardsContext, CardButtonsContext } from './cardButtons';
import { CardContent } from './CardContent';
import { CardMenuButton } from './CardMenu';
import { useCardTimer } from './cardTimer';
import { CardTimerButton } from './CardTimerButton';
import { DRAG_INSTRUCTIONS_ID, useDragSource } from './dnd/DragArea';

interface CardItemProps {
  id: Id;
  onOpen: (id: Id) => void;
}

/** A card in its list. Enter or a click opens it; Space or dragging picks it up if the user may move it. */
export const CardItem = memo(function CardItem({ id, onOpen }: CardItemProps) {
  const card = useMirror((mirror) => mirror.cards.get(id));
  const { focused, timerState } = useCardTimer(id);
  const details = useId();
  const lifted_by = useDragSource(id);
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
        tabIndex={0}
        aria-label={card.title}
        aria-describedby={canEdit ? `${details} ${DRAG_INSTRUCTIONS_ID}` : details}
        onClick={() => onOpen(id)}
        onKeyDown={(event) => {
          if ((isKey(event, 'Enter') || (!canEdit && isKey(event, ' '))) && !event.defaultPrevented) {
            event.preventDefault();
            onOpen(id);
          }
        }}
        className={cx(
          'cursor-pointer rounded-md bg-(--card-bg) px-3 py-2.5 ring-1 ring-line transition-[background-color] duration-120 select-none ring-inset hover:bg-(--card-bg-hover)',
          'data-file-drop:outline-2 data-file-drop:outline-(--focus-ring) data-file-drop:outline-dashed',
          // The overlay follows the pointer, and this element marks the drop position.
          lifted_by === 'pointer' && 'opacity-40',
          lifted_by === 'keyboard' && 'shadow-float',
        )}
      >
        <CardContent card={card} details_id={details} focused={focused} timerState={timerState} />
      </div>
      {hasButtons && (
        <>
          <CardTimerButton id={id} title={card.title} timerState={timerState} />
          <CardMenuButton id={id} title={card.title} />
        </>
      )}
    </>
  );
});
