import * as RadixPopover from '@radix-ui/react-popover';
import type { RefObject } from 'react';
import { cx } from './cx';
import { preventCloseWhileComposing } from './keyboard';
import type { PopoverProps } from './Popover';
import { enableSheet } from './sheet';

interface PopoverPanelProps extends Omit<PopoverProps, 'trigger' | 'open' | 'onOpenChange'> {
  id: string;
  /** The button beside which the panel floats, and which gets the focus back. */
  button: RefObject<HTMLElement | null>;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** The panel of a popover, which is loaded when the first popover opens. */
export default function PopoverPanel({ id, button, open, onOpenChange, label, side = 'bottom', align = 'start', className, onCloseFocus, children }: PopoverPanelProps) {
  return (
    <RadixPopover.Root open={open} onOpenChange={onOpenChange}>
      <RadixPopover.Anchor virtualRef={button as RefObject<HTMLElement>} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          id={id}
          ref={enableSheet}
          data-popover
          data-sheet
          aria-label={label}
          side={side}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          onEscapeKeyDown={preventCloseWhileComposing}
          // The button itself closes the panel that it has opened.
          onInteractOutside={(event) => {
            if (event.target instanceof Node && button.current?.contains(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            if (onCloseFocus) onCloseFocus();
            // A click outside may have moved the focus already.
            else if (document.activeElement === document.body) button.current?.focus();
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
