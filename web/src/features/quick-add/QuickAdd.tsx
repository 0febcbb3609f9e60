import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { useCommand } from '../../shell/commands/bindings';
import { LazyPanel } from '../../ui/LazyPanel';
import { lazyComponent } from '../../ui/lazyComponent';

const QuickAddDialog = lazyComponent(() => import('./QuickAddDialog'));

export const preloadQuickAdd = QuickAddDialog.preload;

interface OpenQuickAdd {
  isOpen: boolean;
  /** The day on which the card is due if its line names none; null for none. */
  due_day: string | null;
}

const store = createStore<OpenQuickAdd>(() => ({ isOpen: false, due_day: null }));

/** Opens quick add. */
export const openQuickAdd = (): void => store.setState({ isOpen: true, due_day: null });

/** Opens quick add for a card that is due on a day. */
export const openQuickAddOn = (due_day: string): void => store.setState({ isOpen: true, due_day });

const close = () => store.setState({ isOpen: false });

/** Quick add, which its command opens. It is loaded on first use. */
export function QuickAdd() {
  const { isOpen, due_day } = useStore(store);
  useCommand('quick_add', openQuickAdd, { isEnabled: !isOpen });
  useEffect(() => close, []);
  return (
    isOpen && (
      <LazyPanel component={QuickAddDialog} open onClose={close}>
        <QuickAddDialog due_day={due_day} onClose={close} />
      </LazyPanel>
    )
  );
}
