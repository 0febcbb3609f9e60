import { type RefObject, useEffect } from 'react';
import { isKey, isShortcutBlocked } from '../../ui/keyboard';
import { addNote } from './actions';

/** Registers the notes page's shortcuts: `/` focuses the search, `n` creates a note. */
export function useNotesShortcuts(search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || isShortcutBlocked(event)) return;
      if (isKey(event, '/')) search.current?.focus();
      else if (isKey(event, 'n') && !event.shiftKey) addNote();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [search]);
}
