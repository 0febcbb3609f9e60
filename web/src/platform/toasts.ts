/** Shows toasts. This module decides which toasts exist; `ui/Toaster.tsx` draws them. */
import type { ToastKind } from '@twentyfour/core';
import type { ReactNode } from 'react';
import { type Renderable, type Toast, toast, type ToastOptions } from 'react-hot-toast';
import * as common from '../messages/common';

/** A toast with a button is shown longer than one that only has to be read. */
const UNDO_TOAST_OPTIONS: ToastOptions = { duration: 8000 };

/** A toast with a button. */
interface ActionToast {
  message: ReactNode;
  /** The label of the button. */
  action: string;
  onAction: () => void;
  /** Whether the toast has a close button too, because it stays until it is dismissed. */
  isDismissible: boolean;
}

/**
 * The toasts with a button, by the content that the library stores for them. An entry is garbage-collected with its
 * toast.
 */
const actionToasts = new WeakMap<object, ActionToast>();

/** The error toasts shown since errors were last dismissed. */
const errors = new Set<string>();

/** Returns the content of a toast with a button. */
function contentOf(shown: ActionToast): () => Renderable {
  const content = () => shown.message as Renderable;
  actionToasts.set(content, shown);
  return content;
}

/** Returns the message and the button of a toast; undefined if it has no button. */
export function findActionToast({ message }: Toast): ActionToast | undefined {
  return typeof message === 'function' ? actionToasts.get(message) : undefined;
}

/**
 * Shows a toast, with an Undo button if `undo` is given. Without one, the toaster's own duration applies. With an id, a new
 * toast replaces the one before.
 */
export function showToast(kind: ToastKind, message: string, undo: (() => void) | null, id?: string): void {
  const content = undo ? contentOf({ message, action: common.undo(), onAction: undo, isDismissible: false }) : message;
  const options = undo ? { ...UNDO_TOAST_OPTIONS, id } : {};
  const shown = (kind === 'blank' ? toast : toast[kind])(content, options);
  if (kind === 'error') errors.add(shown);
}

/** Dismisses the error toasts that are still shown. */
export function dismissErrors(): void {
  for (const id of errors) toast.dismiss(id);
  errors.clear();
}

/** Shows a reminder of a card until it is dismissed. A new reminder of the same card replaces the previous one. */
export function showReminderToast(message: string, path: string, open: () => void): void {
  showActionToast(`reminder ${path}`, message, common.open(), open);
}

/** Shows a toast with a button until it is used or dismissed. A new toast with the same id replaces it. */
export function showActionToast(id: string, message: ReactNode, action: string, onAction: () => void): void {
  toast(contentOf({ message, action, onAction, isDismissible: true }), { id, duration: Infinity });
}

/** Dismisses a toast, if it is still shown. */
export function dismissToast(id: string): void {
  toast.dismiss(id);
}
