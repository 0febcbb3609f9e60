import { dispatch } from '../../core/client';
import { askToNotify } from '../../core/notifications';

/** Starts or resumes the timer. The first time, it asks whether it may notify: the timer view has said that it will. */
export function startTimer(): void {
  askToNotify();
  dispatch({ type: 'start_timer' });
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
