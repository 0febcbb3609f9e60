import * as common from '../messages/common';
import * as messages from '../messages/shortcuts';
import { cx } from './cx';
import { isMac } from './keyboard';

/** The names of keys by how `keyOf` and shortcuts write them. Characters are their own names. */
const NAMES: Readonly<Record<string, () => string>> = {
  Mod: () => (isMac ? '⌘' : common.keyControl()),
  Alt: () => (isMac ? '⌥' : common.keyAlt()),
  Shift: () => (isMac ? '⇧' : common.keyShift()),
  ArrowDown: () => '↓',
  ArrowLeft: () => '←',
  ArrowRight: () => '→',
  ArrowUp: () => '↑',
  Backspace: messages.keyBackspace,
  Delete: messages.keyDelete,
  Enter: messages.keyEnter,
  Escape: messages.keyEscape,
  Space: messages.keySpace,
  Tab: messages.keyTab,
};

/** Returns the names of the keys of a shortcut such as `Mod+Shift+z` or `g b`, in the order in which they are pressed. */
export function keyNames(keys: string): string[] {
  // A plus sign after a modifier, or alone, is a key.
  return keys.split(' ').flatMap((stroke) => stroke.split(/(?<=[^+])\+/)).map((key) => NAMES[key]?.() ?? key.toUpperCase());
}

interface KeysProps {
  /** A shortcut such as `Mod+Shift+z` or `g b`. */
  keys: string;
  className?: string;
}

/** The keys of a shortcut, drawn like keys. */
export function Keys({ keys, className }: KeysProps) {
  return (
    <span className={cx('inline-flex shrink-0 gap-1', className)}>
      {keyNames(keys).map((name, index) => (
        <kbd
          // Keys may repeat within a sequence.
          key={index}
          className="grid h-6 min-w-6 place-items-center rounded-sm bg-hover px-1.5 font-sans text-xs font-medium ring-1 ring-line ring-inset"
        >
          {name}
        </kbd>
      ))}
    </span>
  );
}
