import type { NoteSummary } from '@twentyfour/core';

/** What a note is called on screen. */
export function displayNoteTitle(note: Pick<NoteSummary, 'title'> | undefined): string {
  return note?.title || 'New note';
}

/** The place of a note, in the list that is looked at. */
export function notePath(id: string | null, isTrash: boolean): string {
  return `/app/notes${id === null ? '' : `/${id}`}${isTrash ? '?view=trash' : ''}`;
}
