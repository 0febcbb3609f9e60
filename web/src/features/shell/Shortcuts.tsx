import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import { Dialog } from '../../ui/Dialog';
import { isKey, isMac, isTakenElsewhere } from '../../ui/keyboard';

const store = createStore(() => ({ isOpen: false }));

/** Shows the keys. */
export function openShortcuts(): void {
  store.setState({ isOpen: true });
}

const COMMAND = isMac ? '⌘' : 'Ctrl';

const GROUPS: readonly { name: string; keys: readonly { what: string; keys: readonly string[] }[] }[] = [
  {
    name: 'General',
    keys: [
      { what: 'Undo', keys: [COMMAND, 'Z'] },
      { what: 'Redo', keys: [COMMAND, 'Shift', 'Z'] },
      { what: 'Close dialog or menu', keys: ['Esc'] },
      { what: 'Toggle sidebar', keys: ['['] },
      { what: 'Show keyboard shortcuts', keys: ['?'] },
    ],
  },
  {
    name: 'Home',
    keys: [
      { what: 'Start or pause timer', keys: ['Space'] },
      { what: 'Reset timer', keys: ['R'] },
      { what: 'Skip', keys: ['S'] },
    ],
  },
  {
    name: 'Boards',
    keys: [
      { what: 'Filter cards', keys: ['F'] },
      { what: 'Next card', keys: ['Tab'] },
      { what: 'Open a card', keys: ['Enter'] },
      { what: 'Pick up or drop a card or list', keys: ['Space'] },
      { what: 'Move the picked-up card or list', keys: ['←', '↑', '→', '↓'] },
      { what: 'Cancel move', keys: ['Esc'] },
    ],
  },
  {
    name: 'Notes',
    keys: [
      { what: 'New note', keys: ['N'] },
      { what: 'Search', keys: ['/'] },
      { what: 'Previous or next note', keys: ['↑', '↓'] },
      { what: 'Add link', keys: [COMMAND, 'K'] },
      { what: 'Focus toolbar', keys: ['Alt', 'F10'] },
    ],
  },
];

/** The keys of the app, on a question mark that is not typed into a text. */
export function Shortcuts() {
  const { isOpen } = useStore(store);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isKey(event, '?') || event.ctrlKey || event.metaKey || isTakenElsewhere(event)) return;
      event.preventDefault();
      openShortcuts();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  return (
    <Dialog open={isOpen} onClose={() => store.setState({ isOpen: false })} title="Keyboard shortcuts" isText>
      <div className="flex flex-col gap-5">
        {GROUPS.map(({ name, keys }) => (
          <section key={name}>
            <h3 className="mb-1 text-sm font-medium text-secondary">{name}</h3>
            <dl>
              {keys.map((entry) => (
                <div key={entry.what} className="flex min-h-9 items-center justify-between gap-4">
                  <dt>{entry.what}</dt>
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
