/** Actions for notes that are used in several places. */
import type { Id, NoteSummary, NoteView } from '@twentyfour/core';
import { dispatch } from '../../core/client';
import * as messages from '../../messages/notes';
import { showToast } from '../../platform/toasts';
import { announce } from '../../ui/Announcer';
import { displayNoteTitle } from './noteLinks';

export function addNote(): void {
  dispatch({ type: 'add_note' });
}

export function togglePin({ id, pinned_at }: NoteSummary): void {
  dispatch({ type: pinned_at === null ? 'pin_note' : 'unpin_note', note_id: id });
}

/** Moves a note to the trash and offers to undo it. */
export function trashNote(note: NoteSummary): void {
  const rejection = dispatch({ type: 'trash_note', note_id: note.id });
  if (rejection) showToast('error', rejection.message, null);
  else showToast('blank', messages.trashedToast({ title: displayNoteTitle(note) }), () => restoreNote(note));
}

export function restoreNote(note: NoteSummary): void {
  const rejection = dispatch({ type: 'restore_note', note_id: note.id });
  if (rejection) showToast('error', rejection.message, null);
  else announce(messages.restored({ title: displayNoteTitle(note) }));
}

/** Saves a text as the open note's, which may be a new note. Returns whether it was accepted. */
export function saveNote({ id, edition }: NoteView, document: string): boolean {
  const rejection = dispatch({ type: 'edit_note', note_id: id, document, edition });
  if (rejection) showToast('error', rejection.message, null);
  return rejection === null;
}

export function exportNote(note_id: Id): void {
  const rejection = dispatch({ type: 'export_note', note_id });
  if (rejection) showToast('error', rejection.message, null);
}
