import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { Dialog } from '../../ui/Dialog';
import { isKey, isMac, isShortcutBlocked } from '../../ui/keyboard';

const store = createStore(() => ({ isOpen: false }));

/** Opens the dialog of keyboard shortcuts. */
export function openShortcuts(): void {
  store.setState({ isOpen: true });
}

const COMMAND = isMac ? '⌘' : 'Ctrl';

const GROUPS: readonly { name: string; keys: readonly { label: string; keys: readonly string[] }[] }[] = [
  {
    name: 'General',
    keys: [
      { label: 'Undo', keys: [COMMAND, 'Z'] },
      { label: 'Redo', keys: [COMMAND, 'Shift', 'Z'] },
      { label: 'Close dialog or menu', keys: ['Esc'] },
      { label: 'Toggle sidebar', keys: ['['] },
      { label: 'Show keyboard shortcuts', keys: ['?'] },
    ],
  },
  {
    name: 'Home',
    keys: [
      { label: 'Start or pause timer', keys: ['Space'] },
      { label: 'Reset timer', keys: ['R'] },
      { label: 'Skip', keys: ['S'] },
    ],
  },
  {
    name: 'Boards',
    keys: [
      { label: 'Filter cards', keys: ['F'] },
      { label: 'Next card', keys: ['Tab'] },
      { label: 'Open a card', keys: ['Enter'] },
      { label: 'Pick up or drop a card or list', keys: ['Space'] },
      { label: 'Move the picked-up card or list', keys: ['←', '↑', '→', '↓'] },
      { label: 'Cancel move', keys: ['Esc'] },
    ],
  },
  {
    name: 'Notes',
    keys: [
      { label: 'New note', keys: ['N'] },
      { label: 'Search', keys: ['/'] },
      { label: 'Previous or next note', keys: ['↑', '↓'] },
      { label: 'Add link', keys: [COMMAND, 'K'] },
      { label: 'Focus toolbar', keys: ['Alt', 'F10'] },
    ],
  },
];

/** A dialog of the app's keyboard shortcuts, opened by a question mark outside of text fields. */
export function KeyboardShortcuts() {
  const { isOpen } = useStore(store);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isKey(event, '?') || event.ctrlKey || event.metaKey || isShortcutBlocked(event)) return;
      event.preventDefault();
      openShortcuts();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Dialog open={isOpen} onClose={() => store.setState({ isOpen: false })} title="Keyboard shortcuts" isScrollFocusable>
      <div className="flex flex-col gap-5">
        {GROUPS.map(({ name, keys }) => (
          <section key={name}>
            <h3 className="mb-1 text-sm font-medium text-secondary">{name}</h3>
            <dl>
              {keys.map((entry) => (
                <div key={entry.label} className="flex min-h-9 items-center justify-between gap-4">
                  <dt>{entry.label}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {entry.keys.map((key) => (
                      <kbd
                        key={key}
                        className="grid h-6 min-w-6 place-items-center rounded-sm bg-hover px-1.5 font-sans text-xs font-medium ring-1 ring-line ring-inset"
                      >
                        {key}
                      </kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
