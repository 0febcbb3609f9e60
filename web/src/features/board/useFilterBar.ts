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

/** The bar of filters of the open board. `/` and `f` lead to it from anywhere on the page; it never hides a filter that is in force. */
export function useFilterBar(): FilterBarState {
  const [isOpenedByUser, setIsOpenedByUser] = useState(false);
  const isFiltered = useMirror(({ filter }) => filter !== null);
  const input = useRef<HTMLInputElement>(null);

  const open = useCallback(() => {
    setIsOpenedByUser(true);
    // The field exists only after React has drawn.
    requestAnimationFrame(() => input.current?.focus());
  }, []);
  const close = useCallback(() => {
    setIsOpenedByUser(false);
    dispatch({ type: 'set_filter', filter: null });
  }, []);

  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isShortcutBlocked(event)) return;
      // Many layouts have the slash on Shift.
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
