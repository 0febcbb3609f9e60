import type { Id } from '@twentyfour/core';
import { uploadAttachment } from '../../../core/client';
import { useBoardPermissions, useIsGuest } from '../../../core/hooks';
import * as messages from '../../../messages/card';
import { showToast } from '../../../platform/toasts';

/** Returns whether the user may attach files to cards of the open board. Guests may not, because files need an account. */
export function useCanAttach(): boolean {
  const isGuest = useIsGuest();
  const { can_edit } = useBoardPermissions();
  return can_edit && !isGuest;
}

/** Attaches files to a card, and shows why one was refused. */
export function attachFiles(card_id: Id, files: Iterable<File>): void {
  for (const file of files) {
    const rejection = uploadAttachment(card_id, file);
    if (rejection) showToast('error', messages.attachmentRefused({ name: file.name, reason: rejection.message }), null);
  }
}

/** Returns whether files are being dragged, rather than text or an element of the page. */
export function hasFiles({ dataTransfer }: { dataTransfer: DataTransfer }): boolean {
  return dataTransfer.types.includes('Files');
}

/** Returns the dropped files without folders, which the browser lists like files but cannot read. */
export function droppedFiles({ dataTransfer }: { dataTransfer: DataTransfer }): File[] {
  const items = [...dataTransfer.items].filter(({ kind }) => kind === 'file');
  return items.flatMap((item) => (item.webkitGetAsEntry()?.isDirectory ? [] : (item.getAsFile() ?? [])));
}

/** Returns the pasted files; none if a text is pasted, which programs often copy together with a picture of it. */
export function pastedFiles({ clipboardData }: { clipboardData: DataTransfer }): File[] {
  return clipboardData.types.includes('text/plain') ? [] : [...clipboardData.files];
}
