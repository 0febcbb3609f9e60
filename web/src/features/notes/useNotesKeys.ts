import { type RefObject, useEffect } from 'react';
import { isTextField, letterOf } from '../shell/keys';
import { addNote } from './actions';

/** The keys of the page, where they are no text: `/` goes to the search, `n` begins a note. */
export function useNotesKeys(search: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTextField(event.target) || document.querySelector('[role="dialog"], [role="menu"]')) return;
      if (event.key === '/') search.current?.focus();
      else if (letterOf(event) === 'n' && !event.shiftKey) addNote();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [search]);
}
