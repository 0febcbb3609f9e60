import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { useCommand } from '../../shell/commands/bindings';
import { LazyPanel } from '../../ui/LazyPanel';
import { lazyComponent } from '../../ui/lazyComponent';

const PalettePanel = lazyComponent(() => import('./PalettePanel'));

export const preloadPalette = PalettePanel.preload;

const store = createStore(() => ({ isOpen: false }));

/** Opens the command palette. */
export function openPalette(): void {
  store.setState({ isOpen: true });
}

const close = () => store.setState({ isOpen: false });

/** The command palette, which a command opens and closes. It is loaded on first use. */
export function CommandPalette() {
  const { isOpen } = useStore(store);
  useCommand('open_palette', () => store.setState({ isOpen: !isOpen }));
  useEffect(() => close, []);
  return (
    isOpen && (
      <LazyPanel component={PalettePanel} open onClose={close}>
        <PalettePanel onClose={close} />
      </LazyPanel>
    )
  );
}
