import * as RadixDialog from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';
import { usePreviousFocus } from './focus';
import { Icon } from './Icon';
import { IconButton } from './IconButton';
import { preventCloseWhileComposing } from './keyboard';

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** A sentence below the title. */
  description?: string;
  /** Whether a press beside the dialog closes it. True unless told. */
  closesOnBackdrop?: boolean;
  /** `wide` for what is read and worked on, as large as that is; `medium` for a question or a short form. */
  size?: 'medium' | 'wide';
  /** What stands before the title. */
  leading?: ReactNode;
  /** A line of its own above the title, for eyes only. */
  eyebrow?: ReactNode;
  /** What stays in sight below what scrolls. */
  footer?: ReactNode;
  /** Whether there is nothing in it but text: then what scrolls takes the keys itself. */
  isScrollFocusable?: boolean;
  /** What gets the focus as it closes; what had it before, unless told. */
  getCloseFocusTarget?: () => HTMLElement | null;
  children: ReactNode;
}

/** A field of a form that one types into. */
const TEXT_FIELD = 'form :is(textarea, input:is(:not([type]), [type=text], [type=email], [type=password]))';

const SIZES = { medium: 'sm:max-w-[500px]', wide: 'max-sm:h-[92dvh] sm:max-w-[920px]' };

/** A dialog of at most 500 px (920 where it is wide) and 90 % of the width; a sheet at the bottom on phones. Closes on Escape. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  closesOnBackdrop = true,
  size = 'medium',
  leading,
  eyebrow,
  footer,
  isScrollFocusable = false,
  getCloseFocusTarget,
  children,
}: DialogProps) {
  const previousFocus = usePreviousFocus(open);
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 bg-[rgb(5_8_12/0.55)] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade" />
        <RadixDialog.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          // A toast lies above the dialog and is no place beside it.
          onInteractOutside={(event) => {
            const isToast = event.target instanceof Element && event.target.closest('[data-rht-toaster]') !== null;
            if (!closesOnBackdrop || isToast) event.preventDefault();
          }}
          // A field of its own answer to Escape closes itself only.
          onEscapeKeyDown={(event) => {
            preventCloseWhileComposing(event);
            if (event.target instanceof Element && event.target.closest('[data-handles-escape]')) event.preventDefault();
          }}
          // What is read first is the title, and not the first of many buttons; what is filled in first is the first field.
          onOpenAutoFocus={(event) => {
            if (!(event.currentTarget instanceof HTMLElement)) return;
            const first = size === 'wide' ? event.currentTarget : event.currentTarget.querySelector<HTMLElement>(TEXT_FIELD);
            if (!first) return;
            event.preventDefault();
            first.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            (getCloseFocusTarget?.() ?? previousFocus)?.focus();
          }}
          className={cx(
            SIZES[size],
            'fixed z-50 flex max-h-[92dvh] sm:max-h-[85dvh] flex-col bg-raised shadow-float outline-none',
            'inset-x-0 bottom-0 rounded-t-lg pb-[env(safe-area-inset-bottom)]',
            'data-[state=closed]:animate-sink data-[state=open]:animate-rise',
            'sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[90%] sm:-translate-1/2 sm:rounded-lg',
            'sm:data-[state=closed]:animate-leave sm:data-[state=open]:animate-appear',
            'ring-1 ring-line',
          )}
        >
          <header className={cx('flex items-start gap-3 pt-4 pr-3', leading ? 'pl-4' : 'pl-6')}>
            {leading}
            <div className="min-w-0 flex-1 py-1">
              {eyebrow}
              <RadixDialog.Title className="max-h-[30dvh] overflow-y-auto text-lg font-semibold tracking-tight">
                {title}
              </RadixDialog.Title>
            </div>
            <RadixDialog.Close asChild>
              <IconButton label="Close">
                <Icon icon={X} />
              </IconButton>
            </RadixDialog.Close>
          </header>
          <div
            {...(isScrollFocusable ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}
            className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-2 pb-6"
          >
            {description && (
              <RadixDialog.Description className="mb-4 text-secondary">{description}</RadixDialog.Description>
            )}
            {children}
          </div>
          {footer && <footer className="border-t border-line px-6 py-3">{footer}</footer>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
