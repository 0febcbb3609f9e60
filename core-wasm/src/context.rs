//! What a machine gets to work with: the patches, effects and requests that one input has led to so far.

use crate::api::ApiRequest;
use crate::protocol::effect::{IoEffect, Step};
use crate::protocol::peer::PeerMessage;
use crate::protocol::stored::{OutboxEntry, idb_key};

/// What one input has led to so far. Machines add to it; [`crate::app::App`] sends the calls and queues the entries.
#[derive(Debug, Default)]
pub struct Context {
    /// Patches and effects.
    pub step: Step,
    /// Requests to send.
    pub requests: Vec<ApiRequest>,
    /// Changes to put into the outbox.
    pub outbox_entries: Vec<OutboxEntry>,
    /// What IndexedDB keeps and forgets, all or none of it.
    pub idb_writes: Vec<(String, Option<String>)>,
    /// Prefixes of what IndexedDB forgets after that.
    pub idb_prefix_deletes: Vec<String>,
    /// Prefixes of what is read from IndexedDB after that.
    pub idb_reads: Vec<String>,
    /// What the other tabs are told, once it is kept.
    pub broadcasts: Vec<PeerMessage>,
}

impl Context {
    /// Adds what another machine's step holds.
    pub fn append_step(&mut self, step: Step) {
        self.step.rejection = self.step.rejection.take().or(step.rejection);
        self.step.patches.extend(step.patches);
        self.step.ui_effects.extend(step.ui_effects);
        self.step.io_effects.extend(step.io_effects);
    }

    /// Keeps a text under a key.
    pub fn set_local_storage(&mut self, key: impl Into<String>, value: impl Into<String>) {
        self.step.io_effects.push(IoEffect::SetLocalStorage { key: key.into(), value: value.into() });
    }

    /// Forgets a key.
    pub fn remove_local_storage(&mut self, key: impl Into<String>) {
        self.step.io_effects.push(IoEffect::RemoveLocalStorage { key: key.into() });
    }

    /// Keeps a text in IndexedDB.
    pub fn write_idb(&mut self, key: String, text: String) {
        self.idb_writes.push((key, Some(text)));
    }

    /// Forgets a key of IndexedDB.
    pub fn delete_idb(&mut self, key: String) {
        self.idb_writes.push((key, None));
    }

    /// Sets aside what cannot be read, for whoever looks into it: a newer version of the app may have written it.
    pub fn quarantine(&mut self, key: String, text: String) {
        self.log(format!("Something stored could not be read and was set aside: {key}"));
        self.write_idb(idb_key::quarantined(&key), text);
        self.delete_idb(key);
    }

    /// Writes a failure to the log, in the specification's words.
    pub fn log(&mut self, message: impl Into<String>) {
        self.step.io_effects.push(IoEffect::Log { message: message.into() });
    }
}
