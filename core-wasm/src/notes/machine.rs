//! Loads and stores notes: from the storage, from the server, and from the responses to sent changes (SPEC N3 to N5).

use super::{Completeness, NoteSyncResult, Notes};
use crate::api::{ApiRequest, Purpose};
use crate::context::Context;
use crate::protocol::error::ErrorCode;
use crate::protocol::id::Id;
use crate::protocol::note::{Note, NoteChange, NoteResponse, NotesResponse};
use crate::protocol::patch::Patch;
use crate::protocol::response::{ApiResponse, Failure};
use crate::protocol::stored::{FORMAT, StoredNote, StoredNotes, idb_key, parse_stored};
use crate::resource::remote::FailureOutcome;

/// The latest version of a note among those that were read so far.
struct LatestStoredNote {
    id: Id,
    key: String,
    note: Option<Note>,
}

impl Notes {
    /// Shows the stored notes of an account and then requests those of the server.
    pub(crate) fn load(&mut self, account: Id, ctx: &mut Context) {
        let was_requested = self.resource.is_requested();
        if self.resource.request() {
            self.push_status_patch(ctx);
        }
        if was_requested {
            self.refresh(ctx);
        } else {
            self.account = Some(account);
            ctx.idb_reads.push(idb_key::notes_prefix(account));
        }
    }

    /// Handles the stored notes.
    pub(crate) fn on_storage_read(&mut self, stored: Vec<(String, String)>, ctx: &mut Context) {
        let Some(account) = self.account.filter(|_| !self.is_storage_loaded()) else { return };
        let (prefix, version_key) = (idb_key::notes_prefix(account), idb_key::notes_version(account));
        let (mut version, mut is_complete) = (None, true);
        let mut last: Option<LatestStoredNote> = None;
        for (key, text) in stored {
            if key == version_key {
                version = parse_stored(&text, |stored: &StoredNotes| stored.format).map(|stored| stored.version);
                continue;
            }
            let id = key.strip_prefix(&prefix).and_then(|rest| Id::parse(rest.split_once('/')?.0));
            let Some((id, stored)) = id.zip(parse_stored(&text, |stored: &StoredNote| stored.format)) else {
                ctx.quarantine(key, text);
                is_complete = false;
                continue;
            };
            let latest = LatestStoredNote { id, key, note: stored.note };
            if let Some(LatestStoredNote { id: before, key: before_key, note }) = last.replace(latest) {
                if before == id {
                    // Another tab has stored an older version.
                    ctx.delete_idb(before_key);
                } else {
                    self.confirmed.extend(note.map(|note| (before, note)));
                }
            }
        }
        self.confirmed.extend(last.and_then(|last| Some((last.id, last.note?))));
        self.version = version.filter(|_| is_complete).unwrap_or(0);
        (self.completeness, self.is_bulk) = (Completeness::Stored, true);
        self.dirty_ids.extend(self.confirmed.keys().map(|id| (*id, ())));
        if version.is_some() || !self.confirmed.is_empty() {
            self.resource.set(());
        }
        self.fetch(ctx);
    }

    /// Requests the changes since the known version, if a page has requested notes before. Some changes may have been
    /// missed.
    pub(crate) fn refresh(&mut self, ctx: &mut Context) {
        if self.is_storage_loaded() {
            self.fetch(ctx);
        }
    }

    /// Records the latest version on the server. The notes are requested only if no response in flight will contain it.
    pub(crate) fn on_live_change(&mut self, version: i64) {
        self.server_version = self.server_version.max(version);
    }

    fn fetch(&mut self, ctx: &mut Context) {
        if !self.resource.start_fetch() {
            self.resource.invalidate();
            return;
        }
        let since = self.version;
        self.server_version = since;
        ctx.requests.push(ApiRequest::get(Purpose::LoadNotes { since }, format!("/notes/?since={since}")));
    }

    /// Handles the response to a request for changes.
    pub(crate) fn on_response(&mut self, since: i64, response: &ApiResponse, ctx: &mut Context) {
        let is_known = since <= self.version;
        let response = match response.read::<NotesResponse>() {
            Err(failure) if is_known && !is_rollback(&failure, since) => return self.on_fetch_failed(ctx),
            response => response,
        };
        // Changes are applied even if there are newer ones: the next request continues from their version.
        let outcome = self.resource.finish_fetch();
        if !is_known {
            // The request was sent before the notes were reset, so its response lacks notes that are no longer known.
            return self.fetch(ctx);
        }
        // If the server has an older version than the known one, it was rolled back.
        let Some(response) = response.ok().filter(|response| response.version >= since) else {
            return self.reload_after_rollback(ctx);
        };
        let has_next_page = response.has_more && response.version > since;
        self.apply_response(response, ctx);
        if has_next_page || outcome.is_outdated {
            self.fetch(ctx);
        } else {
            self.completeness = Completeness::Synced;
            if !self.resource.is_ready() {
                self.resource.set(());
                self.push_status_patch(ctx);
            }
        }
    }

    /// Handles a failed request. If a newer version was announced meanwhile, `reconcile` requests the notes again.
    /// Otherwise they are requested when the next live connection opens.
    fn on_fetch_failed(&mut self, ctx: &mut Context) {
        ctx.log("Error fetching notes");
        match self.resource.fail_fetch() {
            FailureOutcome::Refetch => self.fetch(ctx),
            FailureOutcome::StatusFailed => self.push_status_patch(ctx),
            FailureOutcome::StatusKept => {}
        }
    }

    /// Discards all known notes after a rollback of the server and loads the server's.
    fn reload_after_rollback(&mut self, ctx: &mut Context) {
        ctx.idb_prefix_deletes.extend(self.account.map(idb_key::notes_prefix));
        self.dirty_ids.extend(self.confirmed.keys().map(|id| (*id, ())));
        self.confirmed.clear();
        (self.version, self.is_bulk) = (0, true);
        self.completeness = self.completeness.min(Completeness::Stored);
        self.fetch(ctx);
    }

    fn apply_response(&mut self, response: NotesResponse, ctx: &mut Context) {
        for id in response.removed {
            if self.confirmed.get(&id).is_some_and(|note| note.version <= response.version) {
                self.store_note(id, response.version, None, ctx);
            }
        }
        for note in response.notes {
            self.upsert(note, ctx);
        }
        self.advance_version(response.version, ctx);
    }

    /// Stores the version up to which no change is missing.
    fn advance_version(&mut self, version: i64, ctx: &mut Context) {
        if let Some(account) = self.account.filter(|_| version > self.version) {
            self.version = version;
            let stored = StoredNotes { format: FORMAT, version };
            ctx.write_idb(idb_key::notes_version(account), json::json(&stored));
        }
    }

    /// Stores a note unless a later version of it is known.
    fn upsert(&mut self, note: Note, ctx: &mut Context) {
        let is_later = self.confirmed.get(&note.id).is_none_or(|known| known.version < note.version);
        if is_later && note.document.is_some() {
            self.store_note(note.id, note.version, Some(note), ctx);
        }
    }

    /// Stores a version of a note, or with `None` that it was deleted.
    fn store_note(&mut self, id: Id, version: i64, note: Option<Note>, ctx: &mut Context) {
        let Some(account) = self.account else { return };
        let stored = StoredNote { format: FORMAT, note };
        ctx.write_idb(idb_key::note(account, id, version), json::json(&stored));
        let before = match stored.note {
            Some(note) => self.confirmed.insert(id, note),
            None => self.confirmed.remove(&id),
        };
        if let Some(before) = before.filter(|before| before.version != version) {
            ctx.delete_idb(idb_key::note(account, id, before.version));
        }
        self.dirty_ids.insert(id, ());
    }

    /// Handles the result of a change that is no longer in the outbox.
    fn on_sync_result(&mut self, result: NoteSyncResult, ctx: &mut Context) {
        match result {
            NoteSyncResult::Accepted { change, response } if self.is_storage_loaded() => {
                self.on_save_response(change, response, ctx)
            }
            // The refusal may be due to a change that was missed.
            NoteSyncResult::Refused => self.refresh(ctx),
            NoteSyncResult::Accepted { .. } => {}
        }
    }

    fn on_save_response(&mut self, change: NoteChange, response: NoteResponse, ctx: &mut Context) {
        let NoteResponse { mut note, since } = response;
        let known_version = self.confirmed.get(&note.id).map(|known| known.version);
        // All notes up to `self.version` are known, so an unknown one in that range means that the server was rolled
        // back.
        let was_rolled_back = note.version <= self.version && known_version != Some(note.version);
        if note.document.is_none() {
            note.document = match change {
                NoteChange::Save { save_id, document, .. } => {
                    // The server may have stored the same text as a different save. Later saves of the editor then have
                    // that one as their base.
                    self.merge_saves(save_id, note.save_id);
                    Some(document)
                }
                _ => {
                    let known = self.confirmed.get(&note.id).filter(|known| known.save_id == note.save_id);
                    known.and_then(|known| known.document.clone())
                }
            };
        }
        if was_rolled_back {
            self.reload_after_rollback(ctx);
            if note.document.is_some() {
                // The note is shown at once. Version 0 lets the version of the full load replace it, which is then
                // stored.
                note.version = 0;
                self.dirty_ids.insert(note.id, ());
                self.confirmed.insert(note.id, note);
            }
            return;
        }
        if note.document.is_none() || since > self.version {
            self.fetch(ctx);
        } else {
            self.advance_version(note.version, ctx);
        }
        self.upsert(note, ctx);
    }

    fn push_status_patch(&self, ctx: &mut Context) {
        ctx.step.patches.push(Patch::NotesStatus { status: self.resource.status() });
    }

    /// Handles the results of sent changes and applies the pending ones, then publishes the changed notes.
    pub(crate) fn reconcile(&mut self, results: Vec<NoteSyncResult>, is_sending_note: bool, ctx: &mut Context) {
        results.into_iter().for_each(|result| self.on_sync_result(result, ctx));
        if self.resource.is_requested() {
            self.apply_pending(ctx);
            self.reconcile_open_note(ctx);
        }
        if self.is_storage_loaded()
            && self.server_version > self.version
            && !self.resource.is_in_flight()
            && !is_sending_note
        {
            self.fetch(ctx);
        }
    }
}

/// Returns whether the server refused a request because it does not have the version `since`: it was rolled back.
fn is_rollback(failure: &Failure, since: i64) -> bool {
    matches!(failure, Failure::Permanent { rejection, .. } if rejection.code == ErrorCode::BadQuery && since > 0)
}
