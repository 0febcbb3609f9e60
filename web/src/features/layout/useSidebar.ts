import { useCallback, useEffect, useState } from 'react';
import { storeIsSidebarOpen, readIsSidebarOpen } from '../../platform/sidebar-storage';
import { isKey, isShortcutBlocked } from '../../ui/keyboard';

/**
 * Returns whether the sidebar is open, which is stored on the device, and how to toggle it. The key `[` toggles it too.
 */
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
      // On many keyboards the bracket needs AltGr, which is reported as Control and Alt.
      if (!isKey(event, '[') || event.metaKey || (event.ctrlKey && !event.altKey) || isShortcutBlocked(event)) return;
      event.preventDefault();
      toggle();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [toggle]);
  return [isSidebarOpen, toggle];
}
