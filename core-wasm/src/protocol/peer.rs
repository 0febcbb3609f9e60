//! Messages between the tabs of one browser, over a BroadcastChannel. All tabs show the same unsent changes; one of
//! them, the leader, sends them.

use super::id::Id;
use super::stored::OutboxEntry;
use super::text_delta::TextDelta;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// A message from one tab to all others.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[serde(rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "each is used at once, and none is kept")]
pub enum PeerMessage {
    /// Changes were made in this tab and have been stored.
    #[serde(rename = "pushed")]
    EntriesAdded {
        /// The account whose outbox it is.
        account: Id,
        /// The new entries of the outbox, with their ids.
        entries: Vec<(Id, OutboxEntry)>,
        /// Unsent entries that these entries replace. If a known id is among the new entries, its contents have
        /// changed.
        #[serde(default)]
        #[serde(rename = "replaces")]
        replaced_ids: Vec<Id>,
    },
    /// A note was saved in this tab and the save has been stored. Like [`PeerMessage::EntriesAdded`], but with only what
    /// changed of the text. A tab that does not have the earlier text reads the entry from the storage.
    NoteSaved {
        /// The account whose outbox it is.
        account: Id,
        /// The id of the new entry.
        entry_id: Id,
        /// The entry, with an empty document.
        entry: OutboxEntry,
        /// The save with the earlier text.
        base_save_id: Id,
        /// How its text differs from that one.
        delta: TextDelta,
        /// As in [`PeerMessage::EntriesAdded`].
        replaced_ids: Vec<Id>,
    },
    /// The leader received a response for a batch.
    #[serde(rename = "answered")]
    SendResult {
        /// The account whose outbox it is.
        account: Id,
        /// The ids of the entries in the batch, in order.
        entry_ids: Vec<Id>,
        /// The HTTP status; 0 if there was no response.
        status: u16,
        /// The response's body.
        body: String,
    },
    /// This tab became the leader. The others send it their unsent entries, because the tab that made a change may have
    /// closed before the change was stored.
    #[serde(rename = "leads")]
    LeaderChanged {
        /// The account whose outbox it is.
        account: Id,
    },
    /// Asks the leader tab for a [`PeerMessage::LeaderPong`], to learn whether it still runs.
    #[serde(rename = "ask_leader")]
    PingLeader {
        /// The account whose outbox it is.
        account: Id,
        /// The entry that waits to be sent; `None` if a reminder waits to be shown.
        entry_id: Option<Id>,
    },
    /// The leader's response to a ping: it runs and has the entry.
    #[serde(rename = "leader_alive")]
    LeaderPong {
        /// The account whose outbox it is.
        account: Id,
    },
    /// The user wants to retry immediately.
    #[serde(rename = "wake")]
    RetryNow {
        /// The account whose outbox it is.
        account: Id,
    },
    /// A draft was saved or discarded.
    #[serde(rename = "draft")]
    DraftChanged {
        /// The account that the draft belongs to.
        account: Id,
        /// The field that the draft belongs to.
        key: String,
        /// The draft's text; `None` when it was discarded.
        text: Option<String>,
    },
    /// Reminders have fired.
    #[serde(rename = "called")]
    RemindersFired {
        /// The account that the reminders belong to.
        account: Id,
        /// The fired reminders, in the format of [`super::stored::StoredFiredReminders`].
        calls: Vec<(Id, String)>,
    },
    /// A refused change was dismissed.
    #[serde(rename = "dismissed")]
    RefusalDismissed {
        /// The account that the change belonged to.
        account: Id,
        /// The id of the refusal.
        refused_id: Id,
    },
}
