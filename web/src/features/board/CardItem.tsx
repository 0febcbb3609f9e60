import type { Id } from '@twentyfour/core';
import { CalendarDays, TextAlignStart } from 'lucide-react';
import { memo, useId } from 'react';
import { useMirror } from '../../core/hooks';
import { classes } from '../../ui/classes';
import { DRAG_INSTRUCTIONS_ID, useLifted } from '../../ui/dnd';
import { Icon } from '../../ui/Icon';
import { dueDateWords } from './dates';
import { PriorityMark } from './priorities';

interface CardItemProps {
  id: Id;
  onOpen: (id: Id) => void;
}

/** A card in its list. Enter or a press opens it; Space or a drag lifts it. */
export const CardItem = memo(function CardItem({ id, onOpen }: CardItemProps) {
  const card = useMirror((mirror) => mirror.cards.get(id));
  const details = useId();
  const lifted_by = useLifted(id);
  if (!card) return null;
  const isDone = card.priority === 'completed';
  return (
    <div
      data-card-id={id}
      role="button"
      aria-roledescription="draggable"
      tabIndex={0}
      aria-label={card.title}
      aria-describedby={`${details} ${DRAG_INSTRUCTIONS_ID}`}
      onClick={() => onOpen(id)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.defaultPrevented) {
          event.preventDefault();
          onOpen(id);
        }
      }}
      className="cursor-pointer rounded-md select-none"
    >
      <div
        className={classes(
          'rounded-md bg-(--card-bg) px-3 py-2.5 ring-1 ring-line ring-inset transition-[background-color] duration-120 hover:bg-(--card-bg-hover)',
          // A pointer carries a picture of it, and this is the place where it would lie.
          lifted_by === 'pointer' && 'opacity-40',
          lifted_by === 'keyboard' && 'shadow-float',
        )}
      >
        <p className={classes('line-clamp-6', isDone && 'text-secondary line-through')}>{card.title}</p>
        <div id={details} className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs">
          <PriorityMark priority={card.priority} />
          {card.due_date && (
            <span className="inline-flex items-center gap-1 text-secondary">
              <Icon of={CalendarDays} size={14} />
              <span className="sr-only">Due </span>
              {dueDateWords(card.due_date)}
            </span>
          )}
          {card.has_description && (
            <span role="img" aria-label="Has a description" className="text-secondary">
              <Icon of={TextAlignStart} size={14} />
            </span>
          )}
          {card.labels.map((label) => (
            <span key={label} className="max-w-full truncate rounded-sm bg-hover px-1.5 py-0.5">
              {label}
            </span>
          ))}
        </div>
      </div>
    </div>
  );
});
