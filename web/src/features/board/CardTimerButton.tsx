import type { Id } from '@twentyfour/core';
import { mirror } from '../../core/client';
import * as messages from '../../messages/board';
import { cx } from '../../ui/cx';
import { TIMER_ACTION_LABELS, toggleCardTimer, type CardTimerState } from './cardTimer';

interface CardTimerButtonProps {
  id: Id;
  title: string;
  timerState: CardTimerState;
  tabIndex: 0 | -1;
}

/**
 * A button that starts the timer for a card. It appears on hover like the card's menu button, and stays visible while
 * the timer runs for the card. On touch screens it is in the menu instead, because it would take the place of the title.
 */
export function CardTimerButton({ id, title, timerState, tabIndex }: CardTimerButtonProps) {
  const isOn = timerState === 'running' || timerState === 'paused';
  const action = TIMER_ACTION_LABELS[timerState]();
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      aria-label={messages.cardTimerAction({ action, title })}
      title={action}
      onClick={() => toggleCardTimer(id, mirror.getState().board?.id, timerState)}
      className={cx(
        'css-icon absolute top-1 right-8 grid size-7 place-items-center rounded-sm [--icon-size:1rem] group-hover:bg-(--card-bg-hover) hover:text-primary focus-visible:bg-(--card-bg-hover) coarse:top-0! coarse:right-11 coarse:size-11 coarse:bg-transparent! compact:top-px',
        timerState === 'running' ? 'icon-pause' : 'icon-play',
        isOn ? 'text-accent-text [[data-has-cover]~&]:bg-(--card-bg-hover)!' : 'text-secondary before:hidden group-hover:before:block focus-visible:before:block coarse:hidden',
      )}
    />
  );
}
