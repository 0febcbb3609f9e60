//! Notes: what a person does with them.

use super::App;
use crate::call::Turn;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::intent::Intent;
use crate::protocol::note::NoteChange;

impl App {
    /// What a person does with notes.
    pub(super) fn intend_notes(&mut self, intent: Intent, env: &Env, turn: &mut Turn) -> Result<(), ErrorCode> {
        let account = self.account.ok_or(ErrorCode::SignedOut)?;
        let (notes, outbox) = (&mut self.notes, &self.outbox);
        match intent {
            Intent::LoadNotes => notes.load(account, turn),
            Intent::SearchNotes { query } => notes.search(query, turn),
            Intent::AddNote => notes.add(env, turn),
            Intent::OpenNote { note_id } => notes.open(account, note_id, turn),
            Intent::CloseNote => notes.close(turn),
            Intent::EditNote { note_id, document, edition } => {
                notes.edit(note_id, document, edition, outbox, env, turn)?;
            }
            Intent::PinNote { note_id } => notes.change(note_id, NoteChange::Pin, outbox, turn)?,
            Intent::UnpinNote { note_id } => notes.change(note_id, NoteChange::Unpin, outbox, turn)?,
            Intent::TrashNote { note_id } => notes.change(note_id, NoteChange::Trash, outbox, turn)?,
            Intent::RestoreNote { note_id } => notes.change(note_id, NoteChange::Restore, outbox, turn)?,
            Intent::LoadNoteVersions => notes.load_versions(turn)?,
            Intent::ShowNoteVersion { save_id } => notes.show_version(save_id, turn)?,
            Intent::UseNoteVersion { save_id } => notes.use_version(save_id, outbox, env, turn)?,
            Intent::PutNoteVersionAway { save_id } => notes.put_version_away(save_id, outbox, turn)?,
            Intent::ExportNote { note_id } => notes.export(note_id, outbox, turn)?,
            _ => return Err(ErrorCode::NotFound),
        }
        Ok(())
    }
}
