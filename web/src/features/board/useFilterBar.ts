import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { isKey, isShortcutBlocked } from '../../ui/keyboard';

interface FilterBarState {
  isOpen: boolean;
  input: RefObject<HTMLInputElement | null>;
  toggle: () => void;
  close: () => void;
}

/**
 * Returns the state of the open board's filter bar. `/` and `f` open it from anywhere on the page; it stays open while
 * a filter is active.
 */
export function useFilterBar(): FilterBarState {
  const [isOpenedByUser, setIsOpenedByUser] = useState(false);
  const isFiltered = useMirror(({ filter }) => filter !== null);
  const input = useRef<HTMLInputElement>(null);

  const open = useCallback(() => {
    setIsOpenedByUser(true);
    // The field is mounted only after React has rendered.
    requestAnimationFrame(() => input.current?.focus());
  }, []);
  const close = useCallback(() => {
    setIsOpenedByUser(false);
    dispatch({ type: 'set_filter', filter: null });
  }, []);

  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isShortcutBlocked(event)) return;
      // Many keyboard layouts have the slash on Shift.
      if (!isKey(event, '/') && (!isKey(event, 'f') || event.shiftKey)) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [open]);

  const isOpen = isOpenedByUser || isFiltered;
  return { isOpen, input, toggle: isOpen ? close : open, close };
}
