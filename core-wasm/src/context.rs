//! The context of an input: collects the patches, effects and requests that it leads to.

use crate::api::ApiRequest;
use crate::protocol::effect::{IoEffect, Step};
use crate::protocol::peer::PeerMessage;
use crate::protocol::stored::{OutboxEntry, idb_key};

/// The results of one input so far. Machines add to it; [`crate::app::App`] sends the requests and queues the outbox
/// entries.
#[derive(Debug, Default)]
pub struct Context {
    /// Patches and effects.
    pub step: Step,
    /// API requests to send.
    pub requests: Vec<ApiRequest>,
    /// Changes to add to the outbox.
    pub outbox_entries: Vec<OutboxEntry>,
    /// Keys of IndexedDB with the text to store, or `None` to delete the key. Written in one transaction.
    pub idb_writes: Vec<(String, Option<String>)>,
    /// Prefixes of keys to delete from IndexedDB after the writes.
    pub idb_prefix_deletes: Vec<String>,
    /// Prefixes of keys to read from IndexedDB after that.
    pub idb_reads: Vec<String>,
    /// Messages to the other tabs, sent after the writes.
    pub broadcasts: Vec<PeerMessage>,
}

impl Context {
    /// Appends the patches and effects of another machine's step.
    pub fn append_step(&mut self, step: Step) {
        self.step.rejection = self.step.rejection.take().or(step.rejection);
        self.step.patches.extend(step.patches);
        self.step.ui_effects.extend(step.ui_effects);
        self.step.io_effects.extend(step.io_effects);
    }

    /// Stores a text in the local storage.
    pub fn set_local_storage(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.step.io_effects.push(IoEffect::SetLocalStorage { key: key.into(), value: value.into() });
    }

    /// Removes a key from the local storage.
    pub fn remove_local_storage(&mut self, key: impl Into<String>) {
        self.step.io_effects.push(IoEffect::RemoveLocalStorage { key: key.into() });
    }

    /// Stores a text in IndexedDB.
    pub fn write_idb(&mut self, key: String, text: String) {
        self.idb_writes.push((key, Some(text)));
    }

    /// Deletes a key from IndexedDB.
    pub fn delete_idb(&mut self, key: String) {
        self.idb_writes.push((key, None));
    }

    /// Quarantines an unreadable value instead of deleting it: a newer version of the app may have written it.
    pub fn quarantine(&mut self, key: String, text: String) {
        self.log(format!("Cannot read stored data, set aside: {key}"));
        self.write_idb(idb_key::quarantined(&key), text);
        self.delete_idb(key);
    }

    /// Logs a failure. The specification defines some of the messages.
    pub fn log(&mut self, message: impl Into<String>) {
        self.step.io_effects.push(IoEffect::Log { message: message.into() });
    }
}
