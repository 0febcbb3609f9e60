import { mirror } from '../../core/client';
import { useCommand } from '../../shell/commands/bindings';
import { pauseTimer, resetTimer, skipPhase, startTimer, startTimerWithoutPrompt } from './actions';

/**
 * Offers the timer's commands. While the timer is not visible, they do not answer a prompt that the user has not seen,
 * but show it, and starting does not ask for permissions without an explanation.
 */
export function useTimerCommands(isShown: boolean, show: () => void): void {
  const isPromptHidden = () => !isShown && mirror.getState().timer.overrun !== null;
  const toggle = () => {
    const { state, can_start } = mirror.getState().timer;
    if (isPromptHidden()) return show();
    if (state.isActive) return pauseTimer();
    if (!can_start) return undefined;
    if (isShown) return startTimer();
    show();
    return startTimerWithoutPrompt();
  };
  useCommand('toggle_timer', toggle);
  useCommand('reset_timer', () => (isPromptHidden() ? show() : resetTimer()));
  useCommand('skip_phase', () => (isPromptHidden() ? show() : skipPhase()));
}
