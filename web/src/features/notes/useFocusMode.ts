import { useEffect } from 'react';
import { useStore } from 'zustand';
import * as messages from '../../messages/notes';
import { useCommand } from '../../shell/commands/bindings';
import { announce } from '../../ui/Announcer';
import { isKey } from '../../ui/keyboard';
import { noteView } from './noteView';

function setIsFocusMode(isFocusMode: boolean): void {
  if (noteView.getState().isFocusMode === isFocusMode) return;
  noteView.setState({ isFocusMode });
  announce(isFocusMode ? messages.focusModeOn() : messages.focusModeOff());
}

/** Returns whether only the text of a note is shown, and a function that changes it. A command and Escape do so, too. */
export function useFocusMode(): [isFocusMode: boolean, setIsFocusMode: (isFocusMode: boolean) => void] {
  const isFocusMode = useStore(noteView, (view) => view.isFocusMode);
  useCommand('toggle_focus_mode', () => setIsFocusMode(!isFocusMode));
  useEffect(() => {
    if (!isFocusMode) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && isKey(event, 'Escape')) setIsFocusMode(false);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [isFocusMode]);
  return [isFocusMode, setIsFocusMode];
}
