import { useEffect } from 'react';
import { mirror } from '../../core/client';
import { isShortcutBlocked, keyOf } from '../../ui/keyboard';
import { pauseTimer, resetTimer, skipPhase, startTimer, startTimerWithoutPrompt } from './actions';

/** Elements that handle Space themselves. */
const SPACE_TARGETS = 'a[href], button, input, select, textarea, summary, [role="button"], [role="slider"], [role="switch"]';

const LETTERS: Record<string, () => void> = { r: resetTimer, s: skipPhase };

function toggle(): void {
  const { state, can_start } = mirror.getState().timer;
  if (state.isActive) pauseTimer();
  else if (can_start) startTimer();
}

/** Returns the timer action for a key press, or null. */
function timerAction(event: KeyboardEvent): (() => void) | null {
  const key = keyOf(event) ?? '';
  if (key !== ' ') return LETTERS[key] ?? null;
  const isHandledByTarget = event.target instanceof Element && event.target.closest(SPACE_TARGETS) !== null;
  return isHandledByTarget ? null : toggle;
}

/**
 * Returns the timer action for a key press while the timer is not visible: it does not answer a prompt that the user
 * has not seen, and does not ask for permissions without an explanation.
 */
function hiddenTimerAction(event: KeyboardEvent, show: () => void): (() => void) | null {
  const act = timerAction(event);
  if (!act) return null;
  const { state, can_start, overrun } = mirror.getState().timer;
  // Any of the keys would answer the prompt, so they only show it.
  if (overrun) return show;
  if (act !== toggle || state.isActive || !can_start) return act;
  return () => {
    show();
    startTimerWithoutPrompt();
  };
}

/**
 * Registers the timer's shortcuts outside of text fields and overlays: Space starts and pauses, r resets, and s skips.
 * If the timer is not visible, starting shows it first.
 */
export function useTimerShortcuts(isShown: boolean, show: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A key that is held down counts once.
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isShortcutBlocked(event)) return;
      const act = isShown ? timerAction(event) : hiddenTimerAction(event, show);
      if (!act) return;
      // Space would scroll the page.
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isShown, show]);
}
