import { dispatch, mirror } from '../../core/client';
import * as messages from '../../messages/layout';
import { useCommand } from '../../shell/commands/bindings';
import { announce } from '../../ui/Announcer';

/** Returns the announcement of an undone or redone change; null if the change has no name. */
function describe(step: 'undo' | 'redo', change: string | null): string {
  if (step === 'undo') return change ? messages.undoneChange({ change }) : messages.undone();
  return change ? messages.redoneChange({ change }) : messages.redone();
}

function run(step: 'undo' | 'redo'): void {
  const what = mirror.getState().history[step];
  const rejection = dispatch(step === 'undo' ? { type: 'undo', change_id: null } : { type: 'redo' });
  announce(rejection ? rejection.message : describe(step, what));
}

/** Offers undo and redo. In text fields their keys are left to the browser. */
export function useUndoCommands(): void {
  useCommand('undo', () => run('undo'));
  useCommand('redo', () => run('redo'));
}
