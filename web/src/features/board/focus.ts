/** What the timer has to do with a card. */
import type { Id } from '@twentyfour/core';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import type { Mirror } from '../../core/mirror';
import { offerToNotify } from '../../core/notifications';
import { prepareChosenBell } from '../timer/actions';

/** Whether the timer is for the card, and then how it stands; a break rests until the person goes on. */
const STANDINGS = ['none', 'chosen', 'paused', 'running'] as const;
export type Standing = (typeof STANDINGS)[number];

function standingOf({ timer }: Mirror, card_id: Id): Standing {
  if (timer.card?.card_id !== card_id) return 'none';
  if (timer.phase !== 'focus') return 'chosen';
  if (timer.state.isActive) return 'running';
  return timer.state.hasPreviousSession ? 'paused' : 'chosen';
}

export interface CardFocus {
  /** What was focused for it, in seconds. */
  focused: number;
  standing: Standing;
}

/** What a card shows of the timer. A second of the countdown changes nothing of it: the two are selected as one number. */
export function useCardFocus(card_id: Id): CardFocus {
  const both = useMirror(
    (mirror) =>
      (mirror.focus_times.get(card_id)?.focused ?? 0) * STANDINGS.length + STANDINGS.indexOf(standingOf(mirror, card_id)),
  );
  return { focused: Math.floor(both / STANDINGS.length), standing: STANDINGS[both % STANDINGS.length] ?? 'none' };
}

/** What was focused for a board or a list, in seconds. */
export function useFocused(id: Id | undefined): number {
  return useMirror(({ focus_times }) => (id === undefined ? 0 : (focus_times.get(id)?.focused ?? 0)));
}

/** What pressing a card's button does. */
export const FOCUS_WORDS: Record<Standing, string> = {
  none: 'Focus on this card',
  chosen: 'Focus on this card',
  paused: 'Resume timer',
  running: 'Pause timer',
};

/** Lets the timer run for a card of the open board, or pauses it where it does. */
export function focusOn(card_id: Id, board_id: Id | undefined, standing: Standing): void {
  if (standing === 'running') dispatch({ type: 'pause_timer' });
  else if (board_id !== undefined) {
    if (dispatch({ type: 'focus_card', board_id, card_id }) === null) prepareChosenBell();
    offerToNotify();
  }
}
