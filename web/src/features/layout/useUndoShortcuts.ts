import { useEffect } from 'react';
import { dispatch, mirror } from '../../core/client';
import * as messages from '../../messages/layout';
import { announce } from '../../ui/Announcer';
import { isTextField, keyOf } from '../../ui/keyboard';

/** Returns the undo or redo action for a key press, or null. */
function undoAction(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (event.altKey || event.ctrlKey === event.metaKey) return null;
  const letter = keyOf(event);
  if (letter === 'z') return event.shiftKey ? 'redo' : 'undo';
  return letter === 'y' && !event.shiftKey ? 'redo' : null;
}

/** Returns the announcement of an undone or redone change; null if the change has no name. */
function describe(step: 'undo' | 'redo', change: string | null): string {
  if (step === 'undo') return change ? messages.undoneChange({ change }) : messages.undone();
  return change ? messages.redoneChange({ change }) : messages.redone();
}

/** Registers the usual shortcuts for undo and redo. In text fields they are left to the browser. */
export function useUndoShortcuts(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const step = undoAction(event);
      if (!step || event.defaultPrevented || isTextField(event.target)) return;
      event.preventDefault();
      const what = mirror.getState().history[step];
      const rejection = dispatch(step === 'undo' ? { type: 'undo', change_id: null } : { type: 'redo' });
      announce(rejection ? rejection.message : describe(step, what));
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
