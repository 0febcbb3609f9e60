import type { Id } from '@twentyfour/core';
import { uploadAttachment } from '../../../core/client';
import { useBoardPermissions, useIsGuest } from '../../../core/hooks';
import * as messages from '../../../messages/files';
import { showToast } from '../../../platform/toasts';

/** Returns whether the user may attach files to cards of the open board. Guests may not, because files need an account. */
export function useCanAttach(): boolean {
  const isGuest = useIsGuest();
  const { can_edit } = useBoardPermissions();
  return can_edit && !isGuest;
}

/** Attaches files to a card, and shows which were refused and why. */
export function attachFiles(card_id: Id, files: Iterable<File>): void {
  const refused: { name: string; reason: string }[] = [];
  for (const file of files) {
    const rejection = uploadAttachment(card_id, file);
    if (rejection) refused.push({ name: file.name, reason: rejection.message });
  }
  const [first] = refused;
  if (!first) return;
  const count = refused.length;
  showToast('error', count === 1 ? messages.refused(first) : messages.manyRefused({ ...first, count: count - 1 }), null);
}

/** Returns whether files are being dragged, rather than text or an element of the page. */
export function hasFiles({ dataTransfer }: { dataTransfer: DataTransfer }): boolean {
  return dataTransfer.types.includes('Files');
}

/** Returns the dropped files. Folders, which the browser lists like files but cannot read, are left out with a toast. */
export function droppedFiles({ dataTransfer }: { dataTransfer: DataTransfer }): File[] {
  const items = [...dataTransfer.items].filter(({ kind }) => kind === 'file');
  const readable = items.filter((item) => !item.webkitGetAsEntry()?.isDirectory);
  if (readable.length < items.length) showToast('error', messages.foldersRefused(), null);
  return readable.flatMap((item) => item.getAsFile() ?? []);
}

/**
 * Returns the pasted files; none if a formatted text is pasted, which programs often copy together with a picture of it. File
 * managers copy the names of the files as plain text.
 */
export function pastedFiles({ clipboardData: { types, files } }: { clipboardData: DataTransfer }): File[] {
  const isText = types.includes('text/plain') && types.includes('text/html');
  return isText ? [] : [...files];
}
