import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { useCommand } from '../../shell/commands/bindings';
import { LazyPanel } from '../../ui/LazyPanel';
import { lazyComponent } from '../../ui/lazyComponent';

const QuickAddDialog = lazyComponent(() => import('./QuickAddDialog'));

export const preloadQuickAdd = QuickAddDialog.preload;

const store = createStore(() => ({ isOpen: false }));

/** Opens quick add. */
export const openQuickAdd = (): void => store.setState({ isOpen: true });

const close = () => store.setState({ isOpen: false });

/** Quick add, which its command opens. It is loaded on first use. */
export function QuickAdd() {
  const { isOpen } = useStore(store);
  useCommand('quick_add', openQuickAdd);
  useEffect(() => close, []);
  return (
    isOpen && (
      <LazyPanel component={QuickAddDialog} open onClose={close}>
        <QuickAddDialog onClose={close} />
      </LazyPanel>
    )
  );
}
