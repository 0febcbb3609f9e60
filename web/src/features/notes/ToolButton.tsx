import { type ComponentProps, createContext, use } from 'react';
import * as common from '../../messages/common';
import * as messages from '../../messages/notes';
import { cx } from '../../ui/cx';
import { IconButton } from '../../ui/IconButton';
import { isMac } from '../../ui/keyboard';
import { Tooltip } from '../../ui/Tooltip';

/** Returns the symbols or names of modifier keys on this device, by their names in `KeyboardEvent.key`. */
const modifierNames = (): Record<string, string> =>
  isMac ? { Meta: '⌘', Alt: '⌥', Shift: '⇧' } : { Control: common.keyControl(), Alt: common.keyAlt(), Shift: common.keyShift() };

/** The side of the toolbar on which tooltips and panels open: away from the text that it formats. */
export const TooltipSide = createContext<'top' | 'bottom'>('bottom');

interface ToolButtonProps extends ComponentProps<typeof IconButton> {
  /** The shortcut for the same action, in the names of `KeyboardEvent.key`. */
  keys?: readonly string[];
}

/** A toolbar button. Pressing it keeps the caret and, on phones, the on-screen keyboard. */
export function ToolButton({ label, keys, className, ...rest }: ToolButtonProps) {
  const names = modifierNames();
  const words = keys ? messages.toolShortcut({ tool: label, keys: keys.map((key) => names[key] ?? key).join(' ') }) : label;
  return (
    <Tooltip text={words} side={use(TooltipSide)}>
      <IconButton
        data-tool
        label={label}
        aria-keyshortcuts={keys?.join('+')}
        onMouseDown={(event) => event.preventDefault()}
        className={cx(
          'aria-pressed:bg-hover aria-pressed:text-accent-text data-[active=true]:bg-hover data-[active=true]:text-accent-text',
          'focus-visible:-outline-offset-2',
          className,
        )}
        {...rest}
      />
    </Tooltip>
  );
}
