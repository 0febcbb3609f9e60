import * as RadixDialog from '@radix-ui/react-dialog';
import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx';
import { type FindFocusTarget, rememberFocusTarget } from './focus';
import { preventCloseWhileComposing } from './keyboard';
import { enableSheet } from './sheet';

type ContentProps = ComponentProps<typeof RadixDialog.Content>;

interface DialogFrameProps extends Pick<ContentProps, 'className' | 'onInteractOutside' | 'onOpenAutoFocus' | 'onEscapeKeyDown'> {
  open?: boolean;
  onClose: () => void;
  /** Finds the element that gets the focus after closing. */
  findFocusTarget: FindFocusTarget;
  /** Called after closing, when the focus has returned. */
  onClosed?: () => void;
  /** The color of the overlay over the page. */
  overlayClassName?: string;
  /** Whether the dialog contains a `RadixDialog.Description`. */
  hasDescription?: boolean;
  /** Whether it is a sheet on phones, which a swipe down closes. */
  isSheet?: boolean;
  children: ReactNode;
}

/**
 * What all dialogs share: the overlay over the page, a box that traps the focus, Escape, and the focus afterwards. The box
 * contains a `RadixDialog.Title`.
 */
export function DialogFrame({
  open = true,
  onClose,
  findFocusTarget,
  onClosed,
  overlayClassName = 'bg-[rgb(5_8_12/0.55)]',
  hasDescription = false,
  isSheet = false,
  className,
  onEscapeKeyDown,
  children,
  ...contentProps
}: DialogFrameProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay
          className={cx(overlayClassName, 'fixed inset-0 z-50 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade')}
        />
        <RadixDialog.Content
          {...contentProps}
          {...(hasDescription ? {} : { 'aria-describedby': undefined })}
          ref={(dialog) => {
            if (dialog) rememberFocusTarget(dialog, findFocusTarget);
            if (isSheet) enableSheet(dialog);
          }}
          data-sheet={isSheet || undefined}
          onEscapeKeyDown={(event) => {
            preventCloseWhileComposing(event);
            onEscapeKeyDown?.(event);
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // Another dialog may have opened while this one was closing.
            if (document.activeElement === document.body) findFocusTarget()?.focus();
            onClosed?.();
          }}
          // A button of a dialog that is closing must not be pressed once more. `!` overrides the inline style of Radix.
          className={cx(
            'fixed z-50 flex flex-col bg-raised shadow-float ring-1 ring-line outline-none data-[state=closed]:pointer-events-none!',
            className,
          )}
        >
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
