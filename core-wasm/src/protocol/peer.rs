//! What the tabs of one browser tell each other, over a BroadcastChannel. All of them show the same unsent changes, and one,
//! the leader, sends them.

use super::id::Id;
use super::stored::OutboxEntry;
use serde::{Deserialize, Serialize};

/// What one tab tells all others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PeerMessage {
    /// Changes were made here, and are stored.
    #[serde(rename = "pushed")]
    EntriesAdded {
        /// Whose they are.
        account: Id,
        /// The entries of the outbox, with their ids.
        entries: Vec<(Id, OutboxEntry)>,
        /// Entries that have given way to these, before they were ever sent. An entry that is known is then another.
        #[serde(default)]
        #[serde(rename = "replaces")]
        replaced_ids: Vec<Id>,
    },
    /// The leader had an answer to what it sent.
    #[serde(rename = "answered")]
    SendResult {
        /// Whose the entries are.
        account: Id,
        /// The ids of the entries that were sent, in order.
        entry_ids: Vec<Id>,
        /// The HTTP status.
        status: u16,
        /// The body.
        body: String,
    },
    /// Another tab leads from now on. Whoever has something that waits tells it: the tab that made it may have gone before
    /// its storage had it.
    #[serde(rename = "leads")]
    LeaderChanged {
        /// Whose outbox.
        account: Id,
    },
    /// A tab asks the leader for a sign of life.
    #[serde(rename = "ask_leader")]
    PingLeader {
        /// Whose outbox.
        account: Id,
        /// The entry that waits; `None` where a reminder does.
        entry_id: Option<Id>,
    },
    /// The leader is there, and has the entry that it was asked for.
    #[serde(rename = "leader_alive")]
    LeaderPong {
        /// Whose outbox.
        account: Id,
    },
    /// Somebody wants to try again at once.
    #[serde(rename = "wake")]
    RetryNow {
        /// Whose outbox.
        account: Id,
    },
    /// A draft was kept, or forgotten.
    #[serde(rename = "draft")]
    DraftChanged {
        /// Whose it is.
        account: Id,
        /// The field.
        key: String,
        /// What stands in it; `None` when it was forgotten.
        text: Option<String>,
    },
    /// Reminders have called.
    #[serde(rename = "called")]
    RemindersFired {
        /// Whose they are.
        account: Id,
        /// The calls, as [`super::stored::StoredFiredReminders`] has them.
        calls: Vec<(Id, String)>,
    },
    /// A refused change was put away.
    #[serde(rename = "dismissed")]
    RefusalDismissed {
        /// Whose it was.
        account: Id,
        /// Which.
        refused_id: Id,
    },
}
