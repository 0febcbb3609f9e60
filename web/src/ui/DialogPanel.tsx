import * as RadixDialog from '@radix-ui/react-dialog';
import { cx } from './cx';
import type { DialogProps } from './Dialog';
import { DialogCloseButton } from './DialogCloseButton';
import { preventCloseWhileComposing } from './keyboard';

/** A text field of a form. */
const TEXT_FIELD = 'form :is(textarea, input:is(:not([type]), [type=text], [type=email], [type=password]))';

const SIZES = { medium: 'sm:max-w-[500px]', wide: 'max-sm:h-[92dvh] sm:max-w-[920px]' };

interface DialogPanelProps extends DialogProps {
  /** The element that had the focus before the dialog opened. */
  previousFocus: HTMLElement | null;
}

/** The dialog itself, which is loaded when the first dialog opens. */
export default function DialogPanel({
  open,
  onClose,
  title,
  titleStyle,
  titleField,
  description,
  closesOnBackdrop = true,
  size = 'medium',
  isTopFixed = false,
  leading,
  eyebrow,
  footer,
  isScrollFocusable = false,
  getCloseFocusTarget,
  previousFocus,
  children,
}: DialogPanelProps) {
  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-50 bg-[rgb(5_8_12/0.55)] data-[state=closed]:animate-fade-out data-[state=open]:animate-fade" />
        <RadixDialog.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          // A toast is drawn above the dialog, so a click on it is not a click outside.
          onInteractOutside={(event) => {
            const isToast = event.target instanceof Element && event.target.closest('[data-rht-toaster]') !== null;
            if (!closesOnBackdrop || isToast) event.preventDefault();
          }}
          // A field that handles Escape itself must not close the dialog too.
          onEscapeKeyDown={(event) => {
            preventCloseWhileComposing(event);
            if (event.target instanceof Element && event.target.closest('[data-handles-escape]')) event.preventDefault();
          }}
          // Focuses the dialog itself if it is wide, so that the title is read first, and the first text field
          // otherwise.
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
            // A button of a dialog that is closing must not be pressed once more. `!` overrides the inline style of Radix.
            'data-[state=closed]:pointer-events-none! data-[state=closed]:animate-sink data-[state=open]:animate-rise',
            'sm:inset-auto sm:left-1/2 sm:w-[90%] sm:rounded-lg',
            isTopFixed ? 'max-sm:h-[92dvh] sm:top-[7.5dvh] sm:-translate-x-1/2' : 'sm:top-1/2 sm:-translate-1/2',
            'sm:data-[state=closed]:animate-leave sm:data-[state=open]:animate-appear',
            'ring-1 ring-line',
          )}
        >
          <header className={cx('flex items-start gap-3 pt-4 pr-3', leading ? 'pl-4' : 'pl-6')}>
            {leading}
            <div className="min-w-0 flex-1 py-1">
              {eyebrow}
              <RadixDialog.Title
                style={titleStyle}
                className={titleField ? 'sr-only' : 'max-h-[30dvh] overflow-y-auto rounded-sm text-lg font-semibold tracking-tight'}
              >
                {title}
              </RadixDialog.Title>
              {titleField}
            </div>
            <DialogCloseButton />
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
