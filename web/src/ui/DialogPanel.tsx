import * as RadixDialog from '@radix-ui/react-dialog';
import { cx } from './cx';
import type { DialogProps } from './Dialog';
import { DialogFrame } from './DialogFrame';
import { DialogHeader, dialogTitleClassName } from './DialogHeader';
import type { FindFocusTarget } from './focus';

/** A text field of a form, apart from the hidden user name for password managers. */
const TEXT_FIELD = 'form :is(textarea, input:is(:not([type]), [type=text], [type=email], [type=password])):not([hidden])';

/** A control below the header. A search is left out, because it would open the keyboard of a phone over what it searches. */
const CONTROL = '[data-contents] :is(a[href], button:not(:disabled), input:not(:disabled, [type=search])):not([hidden], [tabindex="-1"])';

/**
 * Returns what gets the focus when a dialog opens: the first text field, or else the first control, so that a question begins
 * with the button that changes nothing.
 */
function findFirstFocus(panel: HTMLElement): HTMLElement | null {
  const first = panel.querySelector<HTMLElement>(TEXT_FIELD) ?? panel.querySelector<HTMLElement>(CONTROL);
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return first;
  // Of radio buttons, Tab reaches the chosen one only.
  const chosen = panel.querySelectorAll<HTMLInputElement>('[type=radio]:checked');
  return [...chosen].find(({ name }) => name === first.name) ?? first;
}

const SIZES = { medium: 'sm:max-w-[500px]', wide: 'max-sm:h-[92dvh] sm:max-w-[920px]' };

interface DialogPanelProps extends DialogProps {
  /** Finds the element that had the focus before the dialog opened. */
  findPreviousFocus: FindFocusTarget;
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
  opensKeyboard = true,
  getCloseFocusTarget,
  findPreviousFocus,
  children,
}: DialogPanelProps) {
  const isRead = size === 'wide' || isScrollFocusable;
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      findFocusTarget={() => getCloseFocusTarget?.() ?? findPreviousFocus()}
      hasDescription={Boolean(description)}
      isSheet
      // A toast is drawn above the dialog, so a click on it is not a click outside.
      onInteractOutside={(event) => {
        const isToast = event.target instanceof Element && event.target.closest('[data-rht-toaster]') !== null;
        if (!closesOnBackdrop || isToast) event.preventDefault();
      }}
      // A field that handles Escape itself must not close the dialog too.
      onEscapeKeyDown={(event) => {
        if (event.target instanceof Element && event.target.closest('[data-handles-escape]')) event.preventDefault();
      }}
      onOpenAutoFocus={(event) => {
        const panel = event.currentTarget as HTMLElement;
        event.preventDefault();
        // What is read gets the focus itself, so that its title is read first.
        const isPanelFirst = isRead || (!opensKeyboard && matchMedia('(pointer: coarse)').matches);
        if (!isPanelFirst) findFirstFocus(panel)?.focus();
        if (!panel.contains(document.activeElement)) panel.focus();
      }}
      className={cx(
        SIZES[size],
        'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-lg pb-[env(safe-area-inset-bottom)] sm:max-h-[85dvh]',
        'data-[state=closed]:animate-sink data-[state=open]:animate-rise',
        'sm:inset-auto sm:left-1/2 sm:w-[90%] sm:rounded-lg',
        isTopFixed ? 'max-sm:h-[92dvh] sm:top-[7.5dvh] sm:-translate-x-1/2' : 'sm:top-1/2 sm:-translate-1/2',
        'sm:data-[state=closed]:animate-leave sm:data-[state=open]:animate-appear',
      )}
    >
      <DialogHeader leading={leading}>
        {eyebrow}
        <RadixDialog.Title
          dir="auto"
          style={titleStyle}
          className={titleField ? 'sr-only' : cx(dialogTitleClassName, 'max-h-[30dvh] overflow-y-auto rounded-sm')}
        >
          {title}
        </RadixDialog.Title>
        {titleField}
      </DialogHeader>
      <div
        {...(isScrollFocusable ? { tabIndex: 0, role: 'group', 'aria-label': title } : {})}
        data-contents
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-2 pb-6"
      >
        {description && (
          <RadixDialog.Description className="mb-4 text-secondary">{description}</RadixDialog.Description>
        )}
        {children}
      </div>
      {footer && <footer className="border-t border-line px-6 py-3">{footer}</footer>}
    </DialogFrame>
  );
}
