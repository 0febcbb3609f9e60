//! The intents about notes.

use super::App;
use crate::context::Context;
use crate::env::Env;
use crate::protocol::error::ErrorCode;
use crate::protocol::intent::Intent;
use crate::protocol::note::NoteChange;

impl App {
    /// Handles an intent about notes.
    pub(super) fn dispatch_notes(&mut self, intent: Intent, env: &Env, ctx: &mut Context) -> Result<(), ErrorCode> {
        let account = self.account_id.ok_or(ErrorCode::SignedOut)?;
        let notes = &mut self.notes;
        match intent {
            Intent::LoadNotes => notes.load(account, ctx),
            Intent::SearchNotes { query } => notes.search(query, ctx),
            Intent::AddNote => notes.add(env, ctx),
            Intent::OpenNote { note_id } => notes.open(account, note_id, ctx),
            Intent::CloseNote => notes.close(ctx),
            Intent::EditNote { note_id, document, edition } => {
                notes.edit(note_id, document, edition, env, ctx)?;
            }
            Intent::PinNote { note_id } => notes.apply_change(note_id, NoteChange::Pin, ctx)?,
            Intent::UnpinNote { note_id } => notes.apply_change(note_id, NoteChange::Unpin, ctx)?,
            Intent::TrashNote { note_id } => notes.apply_change(note_id, NoteChange::Trash, ctx)?,
            Intent::RestoreNote { note_id } => notes.apply_change(note_id, NoteChange::Restore, ctx)?,
            Intent::LoadNoteVersions => notes.load_versions(ctx)?,
            Intent::ShowNoteVersion { save_id } => notes.show_version(save_id, ctx)?,
            Intent::UseNoteVersion { save_id } => notes.use_version(save_id, env, ctx)?,
            Intent::PutNoteVersionAway { save_id } => notes.dismiss_version(save_id, ctx)?,
            Intent::ExportNote { note_id } => notes.export(note_id, ctx)?,
            _ => return Err(ErrorCode::NotFound),
        }
        Ok(())
    }
}
