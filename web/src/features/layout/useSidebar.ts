import { useState } from 'react';
import { sidebarFlag } from '../../platform/stored-flag';
import { useCommand } from '../../shell/commands/bindings';

/** Returns whether the sidebar is open, which is stored on the device, and how to toggle it. A command toggles it too. */
export function useSidebar(): [isSidebarOpen: boolean, toggle: () => void] {
  const [isSidebarOpen, setIsSidebarOpen] = useState(sidebarFlag.read);
  const toggle = () =>
    setIsSidebarOpen((before) => {
      sidebarFlag.store(!before);
      return !before;
    });
  useCommand('toggle_sidebar', toggle);
  return [isSidebarOpen, toggle];
}
