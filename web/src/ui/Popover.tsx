import * as RadixPopover from '@radix-ui/react-popover';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { preventCloseWhileComposing } from './keyboard';

interface PopoverProps {
  /** The button that opens the popover. */
  trigger: ReactNode;
  /** The accessible label. */
  label: string;
  side?: 'bottom' | 'right' | 'top';
  align?: 'start' | 'center' | 'end';
  /** Set together with `onOpenChange` if something other than the button also opens or closes the popover. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Restores the focus if the button should not get it. */
  onCloseFocus?: () => void;
  className?: string;
  children: ReactNode;
}

/**
 * A small panel that floats beside its button, for content that a menu cannot hold. Closes on Escape and on a click
 * outside.
 */
export function Popover({ trigger, label, side = 'bottom', align = 'start', className, onCloseFocus, children, ...state }: PopoverProps) {
  return (
    <RadixPopover.Root {...state}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={preventCloseWhileComposing}
          onCloseAutoFocus={(event) => {
            if (!onCloseFocus) return;
            event.preventDefault();
            onCloseFocus();
          }}
          className={cx(
            'z-50 max-h-(--radix-popover-content-available-height) overflow-y-auto rounded-md bg-raised p-4 shadow-float ring-1 ring-line outline-none',
            'max-w-[min(22rem,calc(100vw-1rem))] data-[state=open]:animate-appear',
            className,
          )}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
