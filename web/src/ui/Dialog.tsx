import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from './classes';
import { Icon } from './Icon';
import { IconButton } from './IconButton';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** A sentence below the title. */
  description?: string;
  /** Whether a press beside the dialog closes it. True unless told. */
  closesOnBackdrop?: boolean;
  children: ReactNode;
}

/** A dialog of at most 500 px and 90 % of the width; a sheet at the bottom on phones. Closes on Escape. */
export function Dialog({ open, onClose, title, description, closesOnBackdrop = true, children }: DialogProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 bg-[rgb(5_8_12/0.55)] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade" />
        <RadixDialog.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={(event) => !closesOnBackdrop && event.preventDefault()}
          className={classes(
            'fixed z-50 flex max-h-[85dvh] flex-col bg-raised shadow-float outline-none',
            'inset-x-0 bottom-0 rounded-t-lg pb-[env(safe-area-inset-bottom)]',
            'data-[state=closed]:animate-sink data-[state=open]:animate-rise',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[90%] sm:max-w-[500px] sm:-translate-1/2 sm:rounded-lg',
            'sm:data-[state=closed]:animate-leave sm:data-[state=open]:animate-appear',
            'ring-1 ring-line',
          )}
        >
          <header className="flex items-center gap-4 pt-4 pr-3 pl-6">
            <RadixDialog.Title className="min-w-0 flex-1 text-lg font-semibold tracking-tight">{title}</RadixDialog.Title>
            <RadixDialog.Close asChild>
              <IconButton label="Close">
                <Icon of={X} />
              </IconButton>
            </RadixDialog.Close>
          </header>
          <div className="overflow-y-auto px-6 pt-2 pb-6">
            {description && (
              <RadixDialog.Description className="mb-4 text-secondary">{description}</RadixDialog.Description>
            )}
            {children}
          </div>
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
