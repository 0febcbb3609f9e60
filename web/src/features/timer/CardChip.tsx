import type { TimerCard } from '@twentyfour/core';
import { X } from 'lucide-react';
import { Link } from 'react-router';
import { dispatch } from '../../core/client';
import * as messages from '../../messages/timer';
import { moveFocusBeforeUnmount } from '../../ui/focus';
import { Icon } from '../../ui/Icon';
import { MAIN_BUTTON_SELECTOR } from './TimerControls';

/** The timer's card with a link to it, and a button that removes it from the timer. */
export function CardChip({ card }: { card: TimerCard }) {
  return (
    <span className="flex max-w-[min(24rem,90vw)] min-w-0 items-center rounded-md bg-photo-pane text-base text-photo ring-1 ring-photo-line backdrop-blur-md ring-inset">
      <Link
        to={`/app/b/${card.board_slug}?card=${card.card_id}`}
        title={card.title}
        dir="auto"
        className="min-w-0 truncate rounded-md py-1.5 pr-1 pl-3 font-medium underline-offset-4 hover:underline focus-visible:outline-photo coarse:py-3"
      >
        {card.title}
      </Link>
      <button
        type="button"
        aria-label={messages.cardRemove({ title: card.title })}
        title={messages.cardRemoveHint()}
        onClick={(event) => {
          moveFocusBeforeUnmount(event.currentTarget, MAIN_BUTTON_SELECTOR);
          dispatch({ type: 'clear_timer_card' });
        }}
        className="grid size-9 shrink-0 place-items-center rounded-md transition-colors duration-120 hover:bg-photo-pane-hover focus-visible:outline-photo coarse:size-11"
      >
        <Icon icon={X} size={16} />
      </button>
    </span>
  );
}
