//! The pending changes on top of the server's notes.

use super::Notes;
use crate::context::Context;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::note::{Note, NoteChange, NoteVersion};
use crate::protocol::stored::OutboxEntry;
use crate::protocol::time::Timestamp;

/// A note with all pending changes applied.
pub(super) struct NoteState<'a> {
    pub(super) save_id: Id,
    pub(super) document: &'a str,
    pub(super) edited_at: Timestamp,
    pub(super) pinned_at: Option<Timestamp>,
    pub(super) trashed_at: Option<Timestamp>,
    pub(super) apart: Vec<NoteVersion>,
}

impl<'a> NoteState<'a> {
    /// Returns the note as the server has it.
    pub(super) fn confirmed(note: &'a Note) -> Option<Self> {
        Some(Self {
            save_id: note.save_id,
            document: note.document.as_deref()?,
            edited_at: note.edited_at,
            pinned_at: note.pinned_at,
            trashed_at: note.trashed_at,
            apart: note.apart.clone(),
        })
    }

    /// Applies a pending change that was made at `at`.
    pub(super) fn with_change(state: Option<Self>, change: &'a NoteChange, at: Timestamp) -> Option<Self> {
        if let NoteChange::Save { save_id, document, edited_at, .. } = change {
            let (pinned_at, apart) = state.map_or((None, vec![]), |state| (state.pinned_at, state.apart));
            let (save_id, edited_at) = (*save_id, *edited_at);
            return Some(Self { save_id, document, edited_at, pinned_at, trashed_at: None, apart });
        }
        let mut state = state?;
        match change {
            NoteChange::Pin => state.pinned_at = state.pinned_at.or(Some(at)),
            NoteChange::Unpin => state.pinned_at = None,
            NoteChange::Trash => state.trashed_at = state.trashed_at.or(Some(at)),
            NoteChange::Restore => state.trashed_at = None,
            NoteChange::PutAway { save_id } => state.apart.retain(|version| version.save_id != *save_id),
            NoteChange::Save { .. } => {}
        }
        Some(state)
    }
}

/// Returns when an outbox entry was created, from the timestamp in its id.
pub(super) fn entry_time(entry: Id) -> Timestamp {
    Timestamp::from_millis(entry.milliseconds().cast_signed())
}

impl Notes {
    /// Returns a note with its pending changes, or `None` if there is no such note.
    pub(super) fn state(&self, id: Id) -> Option<NoteState<'_>> {
        let changes = self.pending.iter().filter(|(_, pending)| pending.note_id == id);
        changes.fold(self.confirmed.get(&id).and_then(NoteState::confirmed), |state, (entry, pending)| {
            NoteState::with_change(state, &pending.change, entry_time(entry))
        })
    }

    /// Makes a change other than to the text. A change without effect is not sent.
    ///
    /// # Errors
    ///
    /// Returns [`ErrorCode::UnknownNote`] if the note does not exist.
    pub(crate) fn apply_change(&mut self, note_id: Id, change: NoteChange, ctx: &mut Context) -> Result<(), ErrorCode> {
        let Some(state) = self.state(note_id) else {
            // A new note without text does not exist yet, so there is nothing to change.
            let is_begun = self.new_note_ids.contains_key(&note_id);
            return if is_begun { Ok(()) } else { Err(ErrorCode::UnknownNote) };
        };
        let is_done = match &change {
            NoteChange::Pin => state.pinned_at.is_some(),
            NoteChange::Unpin => state.pinned_at.is_none(),
            NoteChange::Trash => state.trashed_at.is_some(),
            NoteChange::Restore => state.trashed_at.is_none(),
            NoteChange::PutAway { save_id } => state.apart.iter().all(|version| version.save_id != *save_id),
            NoteChange::Save { .. } => false,
        };
        if !is_done {
            ctx.outbox_entries.push(OutboxEntry::Note { note_id, change });
        }
        Ok(())
    }
}
