import type { ToastKind } from '@twentyfour/core';
import { toast, type ToastOptions } from 'react-hot-toast';
import { ActionToast } from '../ui/ActionToast';

/** A toast with a button is shown longer than one that only has to be read. */
const UNDO_TOAST_OPTIONS: ToastOptions = { duration: 8000 };

/** The error toasts shown since errors were last dismissed. */
const errors = new Set<string>();

/** Shows a toast, with an Undo button if `undo` is given. Without one, the toaster's own duration applies. */
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

/** Shows a reminder of a card until it is dismissed. A new reminder of the same card replaces the previous one. */
export function showReminderToast(message: string, path: string, open: () => void): void {
  showActionToast(`reminder ${path}`, message, 'Open', open);
}

/** Shows a toast with a button until it is used or dismissed. A new toast with the same id replaces it. */
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

/** Dismisses a toast, if it is still shown. */
export function dismissToast(id: string): void {
  toast.dismiss(id);
}
