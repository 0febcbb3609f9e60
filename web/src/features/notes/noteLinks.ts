import type { NoteSummary } from '@twentyfour/core';

/** Returns the displayed title of a note. */
export function displayNoteTitle(note: Pick<NoteSummary, 'title'> | undefined): string {
  return note?.title || 'New note';
}

/** Returns the path of a note in the shown list. */
export function notePath(id: string | null, isTrash: boolean): string {
  return `/app/notes${id === null ? '' : `/${id}`}${isTrash ? '?view=trash' : ''}`;
}
