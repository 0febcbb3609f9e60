import type { ToastKind } from '@twentyfour/core';
import { toast, type ToastOptions } from 'react-hot-toast';
import { ActionToast } from '../ui/ActionToast';

/** A toast that one has to reach and press stays longer than one that is only read. */
const UNDO_TOAST_OPTIONS: ToastOptions = { duration: 8000 };

/** The error toasts that were shown since the last time they were dismissed. */
const errors = new Set<string>();

/** Shows a toast, with an Undo button where there is something to undo. How long the others stay is the toaster's business. */
export function showToast(kind: ToastKind, message: string, undo: (() => void) | null): void {
  const content = undo
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
  const options = undo ? UNDO_TOAST_OPTIONS : {};
  switch (kind) {
    case 'blank':
      toast(content, options);
      return;
    case 'error':
      errors.add(toast.error(content, options));
      return;
    case 'success':
      toast.success(content, options);
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
  showActionToast(`reminder ${path}`, message, 'Open', open);
}

/** Offers something to do until it is done or put away. Another of the same id takes its place. */
export function showActionToast(id: string, message: string, action: string, onAction: () => void): void {
  const dismiss = () => dismissToast(id);
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
export function dismissToast(id: string): void {
  toast.dismiss(id);
}
