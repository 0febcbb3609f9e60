import { useEffect } from 'react';
import { createStore, useStore } from 'zustand';
import * as common from '../../messages/common';
import * as messages from '../../messages/shortcuts';
import { Dialog } from '../../ui/Dialog';
import { isKey, isMac, isShortcutBlocked } from '../../ui/keyboard';

const store = createStore(() => ({ isOpen: false }));

/** Opens the dialog of keyboard shortcuts. */
export function openShortcuts(): void {
  store.setState({ isOpen: true });
}

interface ShortcutGroup {
  name: string;
  shortcuts: readonly { label: string; keys: readonly string[] }[];
}

/** Returns the shortcuts of the whole app, then those of its pages. */
function shortcutGroups(): ShortcutGroup[] {
  const command = isMac ? '⌘' : common.keyControl();
  return [
    {
      name: messages.general(),
      shortcuts: [
        { label: messages.undo(), keys: [command, 'Z'] },
        { label: messages.redo(), keys: [command, common.keyShift(), 'Z'] },
        { label: messages.close(), keys: [messages.keyEscape()] },
        { label: messages.toggleSidebar(), keys: ['['] },
        { label: messages.showShortcuts(), keys: ['?'] },
      ],
    },
    {
      name: common.home(),
      shortcuts: [
        { label: messages.startOrPause(), keys: [messages.keySpace()] },
        { label: messages.reset(), keys: ['R'] },
        { label: messages.skip(), keys: ['S'] },
      ],
    },
    {
      name: common.boards(),
      shortcuts: [
        { label: messages.filterCards(), keys: ['F'] },
        { label: messages.nextCard(), keys: [messages.keyTab()] },
        { label: messages.openCard(), keys: [messages.keyEnter()] },
        { label: messages.pickUpOrDrop(), keys: [messages.keySpace()] },
        { label: messages.move(), keys: ['←', '↑', '→', '↓'] },
        { label: messages.cancelMove(), keys: [messages.keyEscape()] },
      ],
    },
    {
      name: common.notes(),
      shortcuts: [
        { label: messages.newNote(), keys: ['N'] },
        { label: messages.searchNotes(), keys: ['/'] },
        { label: messages.previousOrNextNote(), keys: ['↑', '↓'] },
        { label: messages.addLink(), keys: [command, 'K'] },
        { label: messages.focusToolbar(), keys: [common.keyAlt(), 'F10'] },
      ],
    },
  ];
}

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
    <Dialog open={isOpen} onClose={() => store.setState({ isOpen: false })} title={messages.title()} isScrollFocusable>
      <div className="flex flex-col gap-5">
        {shortcutGroups().map(({ name, shortcuts }) => (
          <section key={name}>
            <h3 className="mb-1 text-sm font-medium text-secondary">{name}</h3>
            <dl>
              {shortcuts.map(({ label, keys }) => (
                <div key={label} className="flex min-h-9 items-center justify-between gap-4">
                  <dt>{label}</dt>
                  <dd className="flex shrink-0 gap-1">
                    {keys.map((key) => (
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
