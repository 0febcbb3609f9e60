import { type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { useCommand } from '../../shell/commands/bindings';

interface FilterBarState {
  isOpen: boolean;
  input: RefObject<HTMLInputElement | null>;
  toggle: () => void;
  close: () => void;
}

/** Returns the state of the open board's filter bar, which a command opens too. It stays open while a filter is active. */
export function useFilterBar(): FilterBarState {
  const [isOpenedByUser, setIsOpenedByUser] = useState(false);
  const isFiltered = useMirror(({ filter }) => filter !== null);
  const input = useRef<HTMLInputElement>(null);

  const open = () => {
    // Mounts the field.
    flushSync(() => setIsOpenedByUser(true));
    input.current?.focus();
  };
  const close = () => {
    setIsOpenedByUser(false);
    dispatch({ type: 'set_filter', filter: null });
  };
  useCommand('filter_cards', open);

  const isOpen = isOpenedByUser || isFiltered;
  return { isOpen, input, toggle: isOpen ? close : open, close };
}
