import { type ReactNode, useId, useRef } from 'react';
import { cx } from '../../../ui/cx';
import PopoverPanel from '../../../ui/PopoverPanel';
import type { PickerProps } from './types';

interface PickerPopoverProps extends PickerProps {
  /** The accessible label. */
  label: string;
  className?: string;
  children: ReactNode;
}

/** The panel of a picker. */
export function PickerPopover({ label, className, anchor, onClose, onCloseFocus, children }: PickerPopoverProps) {
  const id = useId();
  const button = useRef<HTMLElement>(anchor);
  return (
    <PopoverPanel
      id={id}
      label={label}
      button={button}
      open
      onOpenChange={(open) => !open && onClose()}
      {...(onCloseFocus ? { onCloseFocus } : {})}
      className={cx('flex w-72 flex-col p-2!', className)}
    >
      {children}
    </PopoverPanel>
  );
}
