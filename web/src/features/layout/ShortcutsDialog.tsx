import { Link } from 'react-router';
import { useMirror } from '../../core/hooks';
import * as common from '../../messages/common';
import * as messages from '../../messages/shortcuts';
import { COMMAND_IDS } from '../../shell/commands/commands';
import { COMMAND_DETAILS, COMMAND_GROUPS, type CommandGroup, commandName, groupName } from '../../shell/commands/details';
import { keysOf, parseShortcuts } from '../../shell/commands/preference';
import { buttonClassName } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Keys } from '../../ui/Keys';

interface Shortcut {
  name: string;
  keys: string;
}

const ARROW_KEYS = ['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'].join(' ');

/** Keys that are not commands, because the element that has the focus handles them. */
const FIXED: Readonly<Partial<Record<CommandGroup, () => readonly Shortcut[]>>> = {
  general: () => [{ name: messages.close(), keys: 'Escape' }],
  boards: () => [
    { name: messages.otherCard(), keys: ARROW_KEYS },
    { name: messages.extendSelection(), keys: 'Shift+ArrowDown' },
    { name: messages.pickUpOrDrop(), keys: 'Space' },
    { name: messages.move(), keys: ARROW_KEYS },
    { name: messages.cancelMove(), keys: 'Escape' },
  ],
  notes: () => [
    { name: messages.previousOrNextNote(), keys: ['ArrowUp', 'ArrowDown'].join(' ') },
    { name: messages.addLink(), keys: 'Mod+k' },
    { name: messages.focusToolbar(), keys: 'Alt+F10' },
  ],
};

/** Returns the shortcuts of a group as the account has set them. */
function shortcutsOf(group: CommandGroup, preference: string | undefined): readonly Shortcut[] {
  const commands = COMMAND_IDS.filter((id) => COMMAND_DETAILS[id].group === group).flatMap((id) => {
    const [keys] = keysOf(id, preference);
    return keys === undefined ? [] : [{ name: commandName(id), keys }];
  });
  return [...commands, ...(FIXED[group]?.() ?? [])];
}

interface ShortcutsDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The dialog of the app's keyboard shortcuts: those of the whole app, then those of its pages. */
export default function ShortcutsDialog({ open, onClose }: ShortcutsDialogProps) {
  const preference = useMirror(({ preferences }) => preferences.shortcuts);
  const areSingleKeysOff = !parseShortcuts(preference ?? '').singleKeys;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={common.keyboardShortcuts()}
      isScrollFocusable
      footer={
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="text-sm text-secondary">{areSingleKeysOff && messages.singleKeysOff()}</p>
          <Link to="/app/settings?section=shortcuts" onClick={onClose} className={buttonClassName()}>
            {messages.customize()}
          </Link>
        </div>
      }
    >
      <div className="flex flex-col gap-5">
        {COMMAND_GROUPS.map((group) => (
          <section key={group}>
            <h3 className="mb-1 text-sm font-medium text-secondary">{groupName(group)}</h3>
            <dl>
              {shortcutsOf(group, preference).map(({ name, keys }) => (
                <div key={name} className="flex min-h-9 items-center justify-between gap-4">
                  <dt>{name}</dt>
                  <dd>
                    <Keys keys={keys} />
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
