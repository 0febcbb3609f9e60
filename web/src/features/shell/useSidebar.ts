import { useCallback, useEffect, useState } from 'react';
import { storeIsSidebarOpen, readIsSidebarOpen } from '../../core/side-list';
import { isKey, isShortcutBlocked } from '../../ui/keyboard';

/** Whether the list beside the rail is unfolded, which is remembered, and how to fold it: also by the key `[`. */
export function useSidebar(): [isSidebarOpen: boolean, toggle: () => void] {
  const [isSidebarOpen, setIsSidebarOpen] = useState(readIsSidebarOpen);
  const toggle = useCallback(
    () =>
      setIsSidebarOpen((before) => {
        storeIsSidebarOpen(!before);
        return !before;
      }),
    [],
  );
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      // AltGr makes the bracket on many keyboards, and reports itself as Control and Alt.
      if (!isKey(event, '[') || event.metaKey || (event.ctrlKey && !event.altKey) || isShortcutBlocked(event)) return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [toggle]);
  return [isSidebarOpen, toggle];
}
