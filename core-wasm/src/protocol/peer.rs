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
    Pushed {
        /// Whose they are.
        account: Id,
        /// The entries of the outbox, with their ids.
        entries: Vec<(Id, OutboxEntry)>,
        /// Entries that have given way to these, before they were ever sent. An entry that is known is then another.
        #[serde(default)]
        replaces: Vec<Id>,
    },
    /// The leader had an answer to what it sent.
    Answered {
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
    Leads {
        /// Whose outbox.
        account: Id,
    },
    /// A tab asks the leader for a sign of life.
    AskLeader {
        /// Whose outbox.
        account: Id,
        /// The entry that waits; `None` where a reminder does.
        entry_id: Option<Id>,
    },
    /// The leader is there, and has the entry that it was asked for.
    LeaderAlive {
        /// Whose outbox.
        account: Id,
    },
    /// Somebody wants to try again at once.
    Wake {
        /// Whose outbox.
        account: Id,
    },
    /// A draft was kept, or forgotten.
    Draft {
        /// Whose it is.
        account: Id,
        /// The field.
        key: String,
        /// What stands in it; `None` when it was forgotten.
        text: Option<String>,
    },
    /// Reminders have called.
    Called {
        /// Whose they are.
        account: Id,
        /// The calls, as [`super::stored::StoredCalls`] has them.
        calls: Vec<(Id, String)>,
    },
    /// A refused change was put away.
    Dismissed {
        /// Whose it was.
        account: Id,
        /// Which.
        refused_id: Id,
    },
}
