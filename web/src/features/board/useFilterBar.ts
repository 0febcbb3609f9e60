import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';

interface FilterBarState {
  isOpen: boolean;
  input: RefObject<HTMLInputElement | null>;
  toggle: () => void;
  close: () => void;
}

/** Whether somebody is writing there, so that a letter is a letter. */
function isForWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role="menu"]') !== null;
}

/** The bar of filters of the open board. `/` and `f` lead to it from anywhere on the page; it never hides a filter that is in force. */
export function useFilterBar(): FilterBarState {
  const [isWanted, setIsWanted] = useState(false);
  const isFiltered = useMirror(({ filter }) => filter !== null);
  const input = useRef<HTMLInputElement>(null);

  const open = useCallback(() => {
    setIsWanted(true);
    // The field exists only after React has drawn.
    requestAnimationFrame(() => input.current?.focus());
  }, []);
  const close = useCallback(() => {
    setIsWanted(false);
    dispatch({ type: 'set_filter', filter: null });
  }, []);

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.key !== '/' && event.key !== 'f') || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.defaultPrevented || isForWriting(event.target) || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [open]);

  const isOpen = isWanted || isFiltered;
  return { isOpen, input, toggle: isOpen ? close : open, close };
}
