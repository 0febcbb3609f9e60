import { useEffect } from 'react';
import { mirror } from '../../core/client';
import { isShortcutBlocked, keyOf } from '../../ui/keyboard';
import { pauseTimer, resetTimer, skipPhase, startTimer, startTimerWithoutPrompt } from './actions';

/** What answers to Space itself while it has the focus. */
const SPACE_TARGETS = 'a[href], button, input, select, textarea, summary, [role="button"], [role="slider"], [role="switch"]';

const LETTERS: Record<string, () => void> = { r: resetTimer, s: skipPhase };

function toggle(): void {
  const { state, can_start } = mirror.getState().timer;
  if (state.isActive) pauseTimer();
  else if (can_start) startTimer();
}

/** What a key does to the timer; null for one that is not the timer's. */
function timerAction(event: KeyboardEvent): (() => void) | null {
  const key = keyOf(event) ?? '';
  if (key !== ' ') return LETTERS[key] ?? null;
  const isHandledByTarget = event.target instanceof Element && event.target.closest(SPACE_TARGETS) !== null;
  return isHandledByTarget ? null : toggle;
}

/** The same while the timer is not to be seen: nothing that was not read is answered, and nothing asked without a reason given. */
function hiddenTimerAction(event: KeyboardEvent, show: () => void): (() => void) | null {
  const act = timerAction(event);
  if (!act) return null;
  const { state, can_start, overrun } = mirror.getState().timer;
  // Any of the keys would answer the question, so they only show it.
  if (overrun) return show;
  if (act !== toggle || state.isActive || !can_start) return act;
  return () => {
    show();
    startTimerWithoutPrompt();
  };
}

/**
 * Space starts and pauses the timer, r resets it and s skips, wherever nothing is typed and nothing is open. Where the timer
 * is not to be seen, a start shows it first.
 */
export function useTimerShortcuts(isShown: boolean, show: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // A key that is held down counts once.
      if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || isShortcutBlocked(event)) return;
      const act = isShown ? timerAction(event) : hiddenTimerAction(event, show);
      if (!act) return;
      // Space would scroll.
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isShown, show]);
}
