/**
 * The notes in the mirror. Like cards, notes live in a Map that keeps its identity, and a changed note is replaced
 * within it; the order and the open note are replaced whole.
 */
import type { Id, LoadStatus, NoteOrder, NotesView, NoteSummary, NoteView, Patch, ShownVersion } from '@twentyfour/core';

export interface NotesMirror {
  /** The load status of the notes. */
  notes_status: LoadStatus;
  notes: ReadonlyMap<Id, NoteSummary>;
  /** The ids of the shown notes in order, and the search query. */
  note_order: NoteOrder;
  /** The open note; null if none is open. */
  open_note: NoteView | null;
}

export type MutableNotesMirror = Omit<NotesMirror, 'notes'> & { notes: Map<Id, NoteSummary> };

type NotePatch = Extract<
  Patch,
  {
    type:
      | 'notes_loaded'
      | 'notes_status'
      | 'note_changed'
      | 'note_removed'
      | 'notes_ordered'
      | 'note_opened'
      | 'note_versions'
      | 'note_version_shown';
  }
>;

/** Returns the notes' initial state before the first snapshot. */
export function emptyNotes(): MutableNotesMirror {
  return indexNotes({ status: 'loading', notes: [], order: { shown: [], trashed: [], query: '' }, open: null });
}

/** Indexes the notes of a snapshot by id. */
export function indexNotes({ status, notes, order, open }: NotesView): MutableNotesMirror {
  return { notes_status: status, notes: new Map(notes.map((note) => [note.id, note])), note_order: order, open_note: open };
}

export function applyNotePatch(draft: MutableNotesMirror, patch: NotePatch): void {
  switch (patch.type) {
    case 'notes_loaded':
      Object.assign(draft, indexNotes(JSON.parse(patch.notes) as NotesView));
      return;
    case 'notes_status':
      draft.notes_status = patch.status;
      return;
    case 'note_changed':
      draft.notes.set(patch.note.id, patch.note);
      return;
    case 'note_removed':
      draft.notes.delete(patch.id);
      return;
    case 'notes_ordered':
      draft.note_order = JSON.parse(patch.order) as NoteOrder;
      return;
    case 'note_opened':
      draft.open_note = patch.note === null ? null : (JSON.parse(patch.note) as NoteView);
      return;
    case 'note_versions':
      if (draft.open_note) draft.open_note = { ...draft.open_note, apart: patch.apart, versions: patch.versions };
      return;
    case 'note_version_shown':
      if (draft.open_note) {
        const shown_version = patch.shown_version === null ? null : (JSON.parse(patch.shown_version) as ShownVersion);
        draft.open_note = { ...draft.open_note, shown_version };
      }
      return;
    default:
      patch satisfies never;
  }
}
