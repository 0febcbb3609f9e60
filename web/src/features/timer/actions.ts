import { dispatch, mirror } from '../../core/client';
import { requestNotificationPermission } from '../../core/notifications';
import { preloadBell } from '../../core/sounds';

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

/** Loads the selected ending sound. Must be called from the user gesture that started the timer. */
export function preloadSelectedBell(): void {
  const { ending_sound, volume } = mirror.getState().preferences;
  if (ending_sound !== 'none' && volume > 0) preloadBell(ending_sound);
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
