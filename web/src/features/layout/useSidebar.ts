import { createStore, useStore } from 'zustand';
import { storedFlag } from '../../platform/stored-flag';

/** Also read by `boot/first-clock.js`. */
const flag = storedFlag('sideList', 'unfolded');

/** Whether the sidebar is open. A store, so that toggling it renders neither the layout nor the page. */
const sidebar = createStore(() => ({ isOpen: flag.read() }));

/** Returns whether the sidebar is open, which is stored on the device. */
export function useIsSidebarOpen(): boolean {
  return useStore(sidebar, ({ isOpen }) => isOpen);
}

/** Opens the sidebar, or closes it. */
export function toggleSidebar(): void {
  const isOpen = !sidebar.getState().isOpen;
  sidebar.setState({ isOpen });
  flag.store(isOpen);
}
