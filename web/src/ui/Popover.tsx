import { cloneElement, type ComponentProps, type ReactElement, type ReactNode, useId, useRef, useState } from 'react';
import { LazyPanel } from './LazyPanel';
import { lazyComponent } from './lazyComponent';

const PopoverPanel = lazyComponent(() => import('./PopoverPanel'));

export const preloadPopover = PopoverPanel.preload;

export interface PopoverProps {
  /** The button that opens the popover. */
  trigger: ReactElement<ComponentProps<'button'>>;
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
export function Popover({ trigger, open: controlledOpen, onOpenChange, ...content }: PopoverProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOwnOpen, setIsOwnOpen] = useState(false);
  const open = controlledOpen ?? isOwnOpen;
  const setOpen = onOpenChange ?? setIsOwnOpen;
  return (
    <>
      {cloneElement(trigger, {
        ref: button,
        'aria-haspopup': 'dialog',
        'aria-expanded': open,
        'aria-controls': open ? id : undefined,
        onClick: () => setOpen(!open),
      })}
      <LazyPanel component={PopoverPanel} open={open} onClose={() => setOpen(false)}>
        <PopoverPanel {...content} id={id} button={button} open={open} onOpenChange={setOpen} />
      </LazyPanel>
    </>
  );
}
