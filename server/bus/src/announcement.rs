//! What clients are notified of, and the messages to the connections of this server.

use super::hub::Hub;
use super::message::encode;
use bytes::Bytes;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::live::LiveMessage;
use core_wasm::protocol::record::BoardRecords;
use std::sync::Arc;

/// The maximum size in bytes of a message with records. Larger changes are announced without records, and clients
/// request them.
pub(super) const MAX_MESSAGE_BYTES: usize = 64 << 10;

/// A committed change of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Announcement {
    /// The account that made the change, for which [`AnnouncedRecords::of_author`] are.
    pub author_id: Id,
    /// The board.
    pub board_id: Id,
    /// The previous version.
    pub since: i64,
    /// The new version.
    pub version: i64,
    /// The changed records.
    pub records: AnnouncedRecords,
}

/// The records of a change, if they were loaded completely. Members who receive none request them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AnnouncedRecords {
    /// The records as the author sees them.
    pub of_author: Option<BoardRecords>,
    /// The records as every other member sees them; `None` also if they see them differently from one another.
    pub of_others: Option<BoardRecords>,
}

impl AnnouncedRecords {
    /// Returns the records of a change that only its author sees, for the members of the board on other servers. The author's
    /// connections there request it.
    pub(super) fn personal(version: i64) -> Self {
        let (lists, cards, items) = (vec![], vec![], vec![]);
        let nothing = BoardRecords { version, is_complete: false, board: None, lists, cards, items };
        Self { of_author: None, of_others: Some(nothing) }
    }

    /// Returns whether only the author sees the change.
    pub(super) fn is_personal(&self) -> bool {
        self.of_others.as_ref().is_some_and(|records| {
            records.board.is_none() && records.lists.is_empty() && records.cards.is_empty() && records.items.is_empty()
        })
    }
}

/// Something that a write has changed, of which clients are notified after the commit.
#[derive(Clone, Debug)]
pub enum News {
    /// A board has changed.
    Board(Arc<Announcement>),
    /// The notes of an account have changed.
    Notes {
        /// The account.
        account_id: Id,
        /// The new version of its notes.
        version: i64,
    },
    /// The preferences of an account have changed.
    Preferences {
        /// The account.
        account_id: Id,
        /// The login that made the change. Its connections on this server are not notified: the tabs of one browser share a
        /// login, and one of them made the change.
        login_id: Option<Id>,
    },
    /// The inbox of an account has changed.
    Inbox {
        /// The account.
        account_id: Id,
    },
    /// An account was added to a board or removed from one. Its connections are closed. They reconnect, and then receive the
    /// changes of exactly the boards of the account.
    Memberships {
        /// The account.
        account_id: Id,
    },
}

impl News {
    /// Notifies the connections of this server. Does not block.
    pub(super) fn deliver(&self, hub: &Hub) {
        match *self {
            Self::Board(ref announcement) => announce_board(hub, announcement),
            Self::Notes { account_id, version } => announce_notes(hub, account_id, version),
            Self::Preferences { account_id, login_id } => announce_preferences(hub, account_id, login_id),
            Self::Inbox { account_id } => announce_inbox(hub, account_id),
            Self::Memberships { account_id } => hub.end_memberships(account_id),
        }
    }
}

/// Announces changed preferences to an account's connections on this server, except those of one login.
fn announce_preferences(hub: &Hub, account_id: Id, except_login: Option<Id>) {
    if hub.has_subscribers(account_id) {
        hub.send_to_other_logins(account_id, except_login, encode(&LiveMessage::PreferencesChanged));
    }
}

/// Announces a changed inbox to an account's connections on this server.
fn announce_inbox(hub: &Hub, account_id: Id) {
    if hub.has_subscribers(account_id) {
        hub.send_to_account(account_id, encode(&LiveMessage::InboxChanged));
    }
}

/// Announces changed notes to an account's connections on this server.
fn announce_notes(hub: &Hub, account_id: Id, version: i64) {
    if hub.has_subscribers(account_id) {
        hub.send_to_account(account_id, encode(&LiveMessage::NotesChanged { version }));
    }
}

/// Announces a board's change to its members' connections on this server.
pub(super) fn announce_board(hub: &Hub, announcement: &Announcement) {
    let Announcement { author_id, board_id, since, .. } = *announcement;
    if since == 0 {
        hub.add_board(author_id, board_id);
    }
    if hub.has_subscribers(author_id) {
        hub.send_to_account(author_id, encode_change(announcement, announcement.records.of_author.as_ref()));
    }
    if hub.has_other_members(board_id, author_id) {
        let message = encode_change(announcement, announcement.records.of_others.as_ref());
        hub.send_to_other_members(board_id, author_id, &message);
    }
}

fn encode_change(announcement: &Announcement, records: Option<&BoardRecords>) -> Bytes {
    let Announcement { board_id, since, version, .. } = *announcement;
    let text = encode(&LiveMessage::Changed { board_id, since, version, records: records.cloned() });
    match text.len() <= MAX_MESSAGE_BYTES {
        true => text,
        false => encode(&LiveMessage::Changed { board_id, since, version, records: None }),
    }
}
