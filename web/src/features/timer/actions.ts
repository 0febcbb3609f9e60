import { dispatch, mirror } from '../../core/client';
import { requestNotificationPermission } from '../../core/notifications';
import { preloadBell } from '../../core/sounds';

/** Starts or resumes the timer. The first time, it asks whether it may notify: the timer view has said that it will. */
export function startTimer(): void {
  requestNotificationPermission();
  startTimerWithoutPrompt();
}

/** The same from where the timer view is not to be seen: nothing has said why it would ask, so the next start does. */
export function startTimerWithoutPrompt(): void {
  if (dispatch({ type: 'start_timer' }) === null) preloadSelectedBell();
}

/** Makes ready for the bell that the person has chosen. Call it in answer to the press by which the timer has started. */
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

/** Goes on to the next phase; what was focused counts as far as it went. */
export function skipPhase(): void {
  dispatch({ type: 'skip_timer' });
}
