/** The timer's state for a card. */
import type { Id } from '@twentyfour/core';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import type { Mirror } from '../../core/mirror-state';
import * as messages from '../../messages/board';
import * as timerMessages from '../../messages/timer';
import { promptForNotifications } from '../../shell/notificationPrompt';
import { preloadSelectedBell } from '../../shell/selectedBell';

/** The states of a card's timer: `none` if the timer is not for the card, `selected` if it has not started. */
const CARD_TIMER_STATES = ['none', 'selected', 'paused', 'running'] as const;
export type CardTimerState = (typeof CARD_TIMER_STATES)[number];

function cardTimerState({ timer }: Mirror, card_id: Id): CardTimerState {
  if (timer.card?.card_id !== card_id) return 'none';
  if (timer.phase !== 'focus') return 'selected';
  if (timer.state.isActive) return 'running';
  return timer.state.hasPreviousSession ? 'paused' : 'selected';
}

export interface CardTimer {
  /** The card's focus time, in seconds. */
  focused: number;
  timerState: CardTimerState;
}

/**
 * Returns a card's focus time and timer state. They are selected as one number, so that the countdown's ticks do not
 * re-render the card.
 */
export function useCardTimer(card_id: Id): CardTimer {
  const both = useMirror(
    (mirror) =>
      (mirror.focus_times.get(card_id)?.focused ?? 0) * CARD_TIMER_STATES.length + CARD_TIMER_STATES.indexOf(cardTimerState(mirror, card_id)),
  );
  return { focused: Math.floor(both / CARD_TIMER_STATES.length), timerState: CARD_TIMER_STATES[both % CARD_TIMER_STATES.length] ?? 'none' };
}

/** Returns the focus time of a board or a list, in seconds. */
export function useFocusedSeconds(id: Id | undefined): number {
  return useMirror(({ focus_times }) => (id === undefined ? 0 : (focus_times.get(id)?.focused ?? 0)));
}

/** The labels of the action that starts, pauses or resumes the timer for a card. */
export const TIMER_ACTION_LABELS: Record<CardTimerState, () => string> = {
  none: messages.cardTimerStart,
  selected: messages.cardTimerStart,
  paused: timerMessages.resumeTimer,
  running: timerMessages.pauseTimer,
};

/** Starts the timer for a card of the open board, or pauses it if it is running for the card. */
export function toggleCardTimer(card_id: Id, board_id: Id | undefined, timerState: CardTimerState): void {
  if (timerState === 'running') dispatch({ type: 'pause_timer' });
  else if (board_id !== undefined) {
    if (dispatch({ type: 'focus_card', board_id, card_id }) === null) preloadSelectedBell();
    promptForNotifications();
  }
}
