import { type RefCallback, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { dispatch } from '../../core/client';
import { useMirror } from '../../core/hooks';
import { useCommand } from '../../shell/commands/bindings';

interface FilterBarState {
  isOpen: boolean;
  /** Whether the address seems to have a filter that is not applied yet. */
  isAwaited: boolean;
  /** Notes that the address has no filter, or that it could not be read. */
  onNoFilter: () => void;
  input: RefCallback<HTMLInputElement>;
  toggle: () => void;
  close: () => void;
}

/** Returns the state of the open board's filter bar, which a command opens too. It stays open while a filter is active. */
export function useFilterBar(): FilterBarState {
  const [isOpenedByUser, setIsOpenedByUser] = useState(false);
  // The bar is open already, so that the lists below do not move.
  const [isAwaited, setIsAwaited] = useState(() => /[?&](text|label|priority|due)=/.test(location.search));
  const isFiltered = useMirror(({ filter }) => filter !== null);
  if (isFiltered && isAwaited) setIsAwaited(false);
  const onNoFilter = useCallback(() => setIsAwaited(false), []);
  const field = useRef<HTMLInputElement>(null);
  const isFocusWanted = useRef(false);
  const input = useCallback((element: HTMLInputElement | null) => {
    field.current = element;
    if (isFocusWanted.current) element?.focus();
    isFocusWanted.current = false;
  }, []);

  const open = () => {
    field.current?.focus();
    // At once, or when the bar has loaded.
    isFocusWanted.current = field.current === null;
    flushSync(() => setIsOpenedByUser(true));
  };
  const close = () => {
    setIsOpenedByUser(false);
    setIsAwaited(false);
    dispatch({ type: 'set_filter', filter: null });
  };
  useCommand('filter_cards', open);

  const isOpen = isOpenedByUser || isFiltered || isAwaited;
  return { isOpen, isAwaited, onNoFilter, input, toggle: isOpen ? close : open, close };
}
