//! The interface between the outbox and its entries. The outbox knows nothing else of what it stores and sends.

use crate::api::ApiRequest;
use crate::protocol::error::{ErrorCode, Rejection};
use crate::protocol::id::Id;
use crate::protocol::peer::PeerMessage;
use crate::protocol::response::{ApiResponse, Failure};
use json::{ReadOwnedJson, WriteJson};
use std::fmt::Debug;

/// A change that waits to be sent. Its serialized form is what the browser stores.
pub(crate) trait Entry: Clone + Debug + WriteJson + ReadOwnedJson {
    /// What the server responds when it accepts a request, parsed.
    type Receipt: Debug;

    /// Returns the key of the entries that can be sent in one request with this one, if they are next to each other.
    /// `None` for an entry that is sent alone.
    fn batch_key(&self) -> Option<Id>;

    /// Creates the request that sends this entry alone.
    fn request(&self) -> ApiRequest;

    /// Returns the JSON of the entry in the body of a batch.
    fn batch_json(&self) -> String;

    /// Creates the request that sends the entries of a batch, given as the JSON that [`Entry::batch_json`] returned.
    fn batch_request(key: Id, entries: &[String]) -> ApiRequest;

    /// Parses the response to a request that began with this entry.
    ///
    /// # Errors
    ///
    /// Returns the failure if the server did not accept the request.
    fn parse_response(&self, response: &ApiResponse) -> Result<ParsedResponse<Self::Receipt>, Failure>;

    /// Returns whether a later entry may take the place of this one while it was never sent.
    fn is_replaceable(&self) -> bool;

    /// Returns whether both entries change the same thing, so that one of them may replace the other.
    fn has_same_target(&self, other: &Self) -> bool;

    /// Takes the place of an earlier entry that was never sent, if this entry continues it. Returns whether it did.
    fn replace(&mut self, earlier: &Self) -> bool;

    /// Changes an entry that the server refused into one that it may accept. Returns whether that was possible.
    fn amend(&mut self, rejection: &Rejection) -> bool;

    /// Returns the log message for a failed request, if a failure of this entry is logged.
    fn failure_log(&self) -> Option<&'static str>;

    /// Returns the log message for a refusal, if it is logged.
    fn refusal_log(&self) -> Option<&'static str>;

    /// Returns whether an entry that is refused with this code stays in the outbox and is retried after the others,
    /// because the user can remove the reason (SPEC Y10).
    fn is_deferred_by(code: ErrorCode) -> bool;

    /// Creates the message that announces new entries, and those that they replaced, to the other tabs.
    fn added_message(account: Id, entries: Vec<(Id, Self)>, replaced_ids: Vec<Id>) -> PeerMessage;

    /// Creates the message that announces an entry to tabs that have `known`, without what both have in common. `None` if
    /// that saves nothing.
    fn difference_message(&self, account: Id, id: Id, known: &Self, replaced_ids: &[Id]) -> Option<PeerMessage>;

    /// Returns the JSON of [`Entry::added_message`] for entries that are serialized already.
    fn added_message_json(account: Id, entries: &[(Id, String)], replaced_ids: &[Id]) -> String;
}

/// The response to a request that the server accepted, at least in part.
#[derive(Debug)]
pub(crate) struct ParsedResponse<R> {
    /// Which entries the server refused, and why, in the order of the request. Empty if it accepted all of them.
    pub(crate) refusals: Vec<Option<Rejection>>,
    /// What the server responded.
    pub(crate) receipt: R,
}

/// A refused change in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Description {
    /// What the change was.
    pub(crate) what: String,
    /// The text that the user had written, if any.
    pub(crate) text: Option<String>,
}

/// An entry of a request that the server has accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ConfirmedEntry<E> {
    /// The entry's id.
    pub(crate) id: Id,
    /// The entry; `None` if it is not known in this tab, or was refused.
    pub(crate) entry: Option<E>,
}

/// A change of the outbox. From these events, the machines update their own pending entries and handle what the server
/// decided.
#[derive(Debug)]
pub(crate) enum OutboxEvent<E: Entry> {
    /// An entry is in the outbox from now on: made here, made in another tab, or read from the storage.
    Added {
        /// The entry's id. Ids are in the order in which the changes were made.
        id: Id,
        /// The entry.
        entry: E,
    },
    /// An entry has changed while it waits.
    Changed {
        /// The entry's id.
        id: Id,
        /// The entry as it is now.
        entry: E,
    },
    /// An entry was removed without being sent, because a later one replaced it.
    Replaced {
        /// The entry's id.
        id: Id,
    },
    /// The server has accepted entries.
    Confirmed {
        /// The entries of the request, in order.
        entries: Vec<ConfirmedEntry<E>>,
        /// What the server responded.
        receipt: E::Receipt,
    },
    /// The server has refused an entry for good.
    Refused {
        /// The entry's id.
        id: Id,
        /// The entry.
        entry: E,
    },
    /// An entry of another tab was removed here without a refusal, because what it depends on may only be known in that
    /// tab. It is added again if it is found in the storage.
    Dropped {
        /// The entry's id.
        id: Id,
        /// The entry.
        entry: E,
    },
    /// An entry has been announced or read again after it was removed. What the server did with it is not known.
    Outdated {
        /// The entry.
        entry: E,
    },
}
