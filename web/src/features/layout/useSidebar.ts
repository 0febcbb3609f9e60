import { useState } from 'react';
import { storedFlag } from '../../platform/stored-flag';
import { useCommand } from '../../shell/commands/bindings';

/** Also read by `boot/first-clock.js`. */
const flag = storedFlag('sideList', 'unfolded');

/** Returns whether the sidebar is open, which is stored on the device, and how to toggle it. A command toggles it too. */
export function useSidebar(): [isSidebarOpen: boolean, toggle: () => void] {
  const [isSidebarOpen, setIsSidebarOpen] = useState(flag.read);
  const toggle = () =>
    setIsSidebarOpen((before) => {
      flag.store(!before);
      return !before;
    });
  useCommand('toggle_sidebar', toggle);
  return [isSidebarOpen, toggle];
}
