//! The context of an input: collects the patches, effects and requests that it leads to.

pub(crate) mod events;
pub(crate) mod recording;

use crate::api::ApiRequest;
use crate::env::Env;
use crate::protocol::effect::{IoEffect, Step};
use crate::protocol::id::Id;
use crate::protocol::peer::PeerMessage;
use crate::protocol::stored::{OutboxEntry, idb_key};
use events::DomainEvent;
use recording::{Recording, SessionChange, UndoAction, UndoStep};

/// The results of one input so far. Machines add to it; [`crate::app::App`] sends the requests and queues the outbox
/// entries.
#[derive(Debug, Default)]
pub(crate) struct Context {
    /// Patches and effects.
    pub(crate) step: Step,
    /// API requests to send.
    pub(crate) requests: Vec<ApiRequest>,
    /// Changes to add to the outbox.
    pub(crate) outbox_entries: Vec<OutboxEntry>,
    /// Keys of IndexedDB with the text to store, or `None` to delete the key. Written in one transaction.
    pub(crate) idb_writes: Vec<(String, Option<String>)>,
    /// Prefixes of keys to delete from IndexedDB after the writes.
    pub(crate) idb_prefix_deletes: Vec<String>,
    /// Prefixes of keys to read from IndexedDB after that.
    pub(crate) idb_reads: Vec<String>,
    /// Messages to the other tabs as JSON, sent after the writes.
    pub(crate) broadcasts: Vec<String>,
    /// How to undo what the user has done in this input; `None` if it cannot be undone.
    pub(crate) recording: Option<Recording>,
    /// What has happened that other machines have to know.
    pub(crate) events: Vec<DomainEvent>,
}

impl Context {
    /// Appends the patches and effects of another machine's step.
    pub(crate) fn append_step(&mut self, step: Step) {
        self.step.rejection = self.step.rejection.take().or(step.rejection);
        self.step.patches.extend(step.patches);
        self.step.ui_effects.extend(step.ui_effects);
        self.step.io_effects.extend(step.io_effects);
    }

    /// Records how to undo the op that was just applied to a board.
    pub(crate) fn record_undo(&mut self, board_id: Id, step: UndoStep) {
        let action = UndoAction::Board { board_id, steps: vec![] };
        let recording = self.recording.get_or_insert(Recording { id: None, action });
        if let UndoAction::Board { steps, .. } = &mut recording.action {
            // The last op is undone first.
            steps.insert(0, step);
        }
    }

    /// Records a change of a focus session, and returns the id by which it can be undone.
    pub(crate) fn record_session_undo(&mut self, change: SessionChange, env: &Env) -> Id {
        let id = env.new_id();
        self.recording = Some(Recording { id: Some(id), action: UndoAction::Session(change) });
        id
    }

    /// Returns the id by which the recorded changes can be undone, if there are any.
    pub(crate) fn undo_id(&mut self, env: &Env) -> Option<Id> {
        let recording = self.recording.as_mut()?;
        Some(*recording.id.get_or_insert_with(|| env.new_id()))
    }

    /// Stores a text in the local storage.
    pub(crate) fn set_local_storage(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.step.io_effects.push(IoEffect::SetLocalStorage { key: key.into(), value: value.into() });
    }

    /// Removes a key from the local storage.
    pub(crate) fn remove_local_storage(&mut self, key: impl Into<String>) {
        self.step.io_effects.push(IoEffect::RemoveLocalStorage { key: key.into() });
    }

    /// Sends a message to the other tabs.
    pub(crate) fn broadcast(&mut self, message: &PeerMessage) {
        self.broadcasts.push(json::json(message));
    }

    /// Stores a text in IndexedDB.
    pub(crate) fn write_idb(&mut self, key: String, text: String) {
        self.idb_writes.push((key, Some(text)));
    }

    /// Deletes a key from IndexedDB.
    pub(crate) fn delete_idb(&mut self, key: String) {
        self.idb_writes.push((key, None));
    }

    /// Quarantines an unreadable value instead of deleting it: a newer version of the app may have written it.
    pub(crate) fn quarantine(&mut self, key: String, text: String) {
        self.log(format!("Cannot read stored data, set aside: {key}"));
        self.write_idb(idb_key::quarantined(&key), text);
        self.delete_idb(key);
    }

    /// Logs a failure. The specification defines some of the messages.
    pub(crate) fn log(&mut self, message: impl Into<String>) {
        self.step.io_effects.push(IoEffect::Log { message: message.into() });
    }
}
