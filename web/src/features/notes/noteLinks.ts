import type { NoteSummary } from '@twentyfour/core';
import * as messages from '../../messages/notes';

/** Returns the displayed title of a note. */
export function displayNoteTitle(note: Pick<NoteSummary, 'title'> | undefined): string {
  return note?.title || messages.untitledNote();
}

/** Returns the path of a note in the shown list. */
export function notePath(id: string | null, isTrash: boolean): string {
  return `/app/notes${id === null ? '' : `/${id}`}${isTrash ? '?view=trash' : ''}`;
}
