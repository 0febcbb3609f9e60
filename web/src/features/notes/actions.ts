/** What can be done with a note from several places. */
import type { Id, NoteSummary, NoteView } from '@twentyfour/core';
import { dispatch } from '../../core/client';
import { showToast } from '../../core/toasts';
import { announce } from '../../ui/Announcer';
import { displayNoteTitle } from './words';

export function addNote(): void {
  dispatch({ type: 'add_note' });
}

export function togglePin({ id, pinned_at }: NoteSummary): void {
  dispatch({ type: pinned_at === null ? 'pin_note' : 'unpin_note', note_id: id });
}

/** Moves a note into the trash, with the way back at hand. */
export function trashNote(note: NoteSummary): void {
  const refusal = dispatch({ type: 'trash_note', note_id: note.id });
  if (refusal) showToast('error', refusal.message, null);
  else showToast('blank', `Moved to trash: ${displayNoteTitle(note)}`, () => restoreNote(note));
}

export function restoreNote(note: NoteSummary): void {
  const refusal = dispatch({ type: 'restore_note', note_id: note.id });
  if (refusal) showToast('error', refusal.message, null);
  else announce(`Restored: ${displayNoteTitle(note)}`);
}

/** Makes a text that of the open note, which need not exist yet. Returns whether it was accepted. */
export function saveNote({ id, edition }: NoteView, document: string): boolean {
  const refusal = dispatch({ type: 'edit_note', note_id: id, document, edition });
  if (refusal) showToast('error', refusal.message, null);
  return refusal === null;
}

export function exportNote(note_id: Id): void {
  const refusal = dispatch({ type: 'export_note', note_id });
  if (refusal) showToast('error', refusal.message, null);
}
