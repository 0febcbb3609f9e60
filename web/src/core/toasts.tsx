import type { ToastKind } from '@twentyfour/core';
import { toast, type ToastOptions } from 'react-hot-toast';
import { ActionToast } from '../ui/ActionToast';

/** A toast that one has to reach and press stays longer than one that is only read. */
const WITH_UNDO: ToastOptions = { duration: 8000 };

/** The error toasts that were shown since the last time they were dismissed. */
const errors = new Set<string>();

/** Shows a toast, with an Undo button where there is something to undo. How long the others stay is the toaster's business. */
export function showToast(kind: ToastKind, message: string, undo: (() => void) | null): void {
  const words = undo
    ? ({ id }: { id: string }) => (
        <ActionToast
          message={message}
          action="Undo"
          onAction={() => {
            toast.dismiss(id);
            undo();
          }}
        />
      )
    : message;
  const options = undo ? WITH_UNDO : {};
  switch (kind) {
    case 'blank':
      toast(words, options);
      return;
    case 'error':
      errors.add(toast.error(words, options));
      return;
    case 'success':
      toast.success(words, options);
      return;
    default:
      kind satisfies never;
  }
}

/** Dismisses the error toasts that are still shown. */
export function dismissErrors(): void {
  for (const id of errors) toast.dismiss(id);
  errors.clear();
}

/** Calls a card to mind until the call is put away. The same card calling again takes the place of its last call. */
export function showReminderToast(message: string, path: string, open: () => void): void {
  showOffer(`reminder ${path}`, message, 'Open', open);
}

/** Offers something to do until it is done or put away. Another of the same id takes its place. */
export function showOffer(id: string, message: string, action: string, onAction: () => void): void {
  const dismiss = () => dismissOffer(id);
  toast(
    () => (
      <ActionToast
        message={message}
        action={action}
        onAction={() => {
          dismiss();
          onAction();
        }}
        onDismiss={dismiss}
      />
    ),
    { id, duration: Infinity },
  );
}

/** Takes back what was offered, where it still stands. */
export function dismissOffer(id: string): void {
  toast.dismiss(id);
}
