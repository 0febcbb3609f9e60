import type { ToastKind } from '@twentyfour/core';
import { toast } from 'react-hot-toast';

/** Shows a toast. How long it stays is the toaster's business (`ui/Toaster`). */
export function showToast(kind: ToastKind, message: string): void {
  switch (kind) {
    case 'blank':
      toast(message);
      return;
    case 'error':
      toast.error(message);
      return;
    case 'success':
      toast.success(message);
      return;
    default:
      kind satisfies never;
  }
}
