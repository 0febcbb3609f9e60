import { dispatch } from '../../core/client';
import { requestNotificationPermission } from '../../shell/notificationPrompt';
import { preloadSelectedBell } from '../../shell/selectedBell';

/**
 * Starts or resumes the timer. The first time, it asks for permission to show notifications, which the timer view has
 * announced.
 */
export function startTimer(): void {
  requestNotificationPermission();
  startTimerWithoutPrompt();
}

/**
 * Starts the timer without asking, for places where the timer view is not visible and nothing explains the prompt; the
 * next start asks.
 */
export function startTimerWithoutPrompt(): void {
  if (dispatch({ type: 'start_timer' }) === null) preloadSelectedBell();
}

export function pauseTimer(): void {
  dispatch({ type: 'pause_timer' });
}

export function resetTimer(): void {
  dispatch({ type: 'reset_timer' });
}

/** Skips to the next phase; the focus time so far counts. */
export function skipPhase(): void {
  dispatch({ type: 'skip_timer' });
}
