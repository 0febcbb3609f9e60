import { createStore, useStore } from 'zustand';
import { useCommand } from '../../shell/commands/bindings';
import { LazyPanel } from '../../ui/LazyPanel';
import { lazyComponent } from '../../ui/lazyComponent';

const ShortcutsDialog = lazyComponent(() => import('./ShortcutsDialog'));

export const preloadShortcuts = ShortcutsDialog.preload;

const store = createStore(() => ({ isOpen: false }));

/** Opens the dialog of keyboard shortcuts. */
export function openShortcuts(): void {
  store.setState({ isOpen: true });
}

const close = () => store.setState({ isOpen: false });

/** The dialog of keyboard shortcuts, which a command opens. It is loaded on first use. */
export function KeyboardShortcuts() {
  const { isOpen } = useStore(store);
  useCommand('show_shortcuts', openShortcuts);
  return (
    <LazyPanel component={ShortcutsDialog} open={isOpen} onClose={close}>
      <ShortcutsDialog open={isOpen} onClose={close} />
    </LazyPanel>
  );
}
