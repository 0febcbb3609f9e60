//! Live updates: the connections of this server, and announcements between the servers on one database.
//!
//! [`hub`] holds the connections of this server and their queues. [`Bus`] carries announcements to the other servers:
//! over PostgreSQL (`postgres`), or nowhere ([`InProcess`]) on SQLite, which has only one server. `sweep` finds
//! connections whose login was ended elsewhere. `presence` knows who has which board open, and `postgres_presence` carries
//! it between servers.
//!
//! May import `twentyfour-store`, `twentyfour-model` and `core-wasm`.

pub mod hub;
mod postgres;
mod postgres_presence;
mod presence;
mod sweep;

use bytes::Bytes;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::live::LiveMessage;
use core_wasm::protocol::record::BoardRecords;
use hub::Hub;
use postgres::PostgresBus;
use std::sync::Arc;
use std::time::Duration;
use twentyfour_store::Database;
use twentyfour_store::json;

/// The maximum size in bytes of a message with records. Larger changes are announced without records, and clients
/// request them.
const MAX_MESSAGE_BYTES: usize = 64 << 10;

/// What is sent when a connection is authenticated, or has to request all changes again.
pub const READY: LiveMessage = LiveMessage::Ready { accepts_presence: true };

/// How long connections may take to close at shutdown.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// A committed change of a board.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug, Default)]
pub struct AnnouncedRecords {
    /// The records as the author sees them.
    pub of_author: Option<BoardRecords>,
    /// The records as every other member sees them; `None` also if they see them differently from one another.
    pub of_others: Option<BoardRecords>,
}

impl AnnouncedRecords {
    /// Returns the records of a change that only its author sees, for the members of the board on other servers. The author's
    /// connections there request it.
    fn personal(version: i64) -> Self {
        let (lists, cards, items) = (vec![], vec![], vec![]);
        let nothing = BoardRecords { version, is_complete: false, board: None, lists, cards, items };
        Self { of_author: None, of_others: Some(nothing) }
    }

    /// Returns whether only the author sees the change.
    fn is_personal(&self) -> bool {
        self.of_others.as_ref().is_some_and(|records| {
            records.board.is_none() && records.lists.is_empty() && records.cards.is_empty() && records.items.is_empty()
        })
    }
}

/// A committed change, as the servers announce it to one another. The changed records are read from the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A board has changed.
    Board {
        /// The account that made the change.
        author_id: Id,
        /// The board.
        board_id: Id,
        /// The previous version.
        since: i64,
        /// The new version.
        version: i64,
        /// Whether only the author sees the change. The others only learn of the new version.
        is_personal: bool,
    },
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
    },
    /// The inbox of an account has changed.
    Inbox {
        /// The account.
        account_id: Id,
    },
    /// An account was added to a board or removed from one.
    Memberships {
        /// The account.
        account_id: Id,
    },
}

/// Carries announcements to the other servers.
pub trait Bus: Send + Sync {
    /// Announces a committed change to the other servers. Does not block.
    fn announce(&self, change: Change);
}

/// The bus of the only server on its database. There are no other servers, so it announces nothing.
pub struct InProcess;

impl Bus for InProcess {
    fn announce(&self, _: Change) {}
}

/// The live connections of this server. Clones share them.
#[derive(Clone)]
pub struct Live {
    hub: Arc<Hub>,
    bus: Arc<dyn Bus>,
}

impl Live {
    /// Starts without connections. With PostgreSQL it also connects to the other servers.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn new(database: &Database) -> Self {
        let hub = Arc::new(Hub::default());
        let bus: Arc<dyn Bus> = match database.has_notifications() {
            true => Arc::new(PostgresBus::start(database.clone(), hub.clone())),
            false => Arc::new(InProcess),
        };
        tokio::spawn(sweep::run(database.clone(), hub.clone()));
        Self { hub, bus }
    }

    /// Closes all connections and rejects new ones. Waits up to 5 seconds for the connections to close.
    pub async fn close(&self) {
        self.hub.close(CLOSE_TIMEOUT).await;
    }

    /// Returns the connections of this server.
    pub fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// Returns whether this server has connections of members of the board.
    pub fn has_board_subscribers(&self, board_id: Id) -> bool {
        self.hub.has_board_subscribers(board_id)
    }

    /// Announces a change on this server and the others. Does not block.
    pub fn publish(&self, announcement: &Announcement) {
        let Announcement { author_id, board_id, since, version, .. } = *announcement;
        let is_personal = announcement.records.is_personal();
        self.bus.announce(Change::Board { author_id, board_id, since, version, is_personal });
        announce_board(&self.hub, announcement);
    }

    /// Closes the connections of an account that was added to a board or removed from one. They reconnect, and then
    /// receive the changes of exactly the boards of the account. Does not block.
    pub fn end_memberships(&self, account_id: Id) {
        self.bus.announce(Change::Memberships { account_id });
        self.hub.end_memberships(account_id);
    }

    /// Announces that an account's notes have changed, with their new version. Does not block.
    pub fn announce_notes(&self, account_id: Id, version: i64) {
        self.bus.announce(Change::Notes { account_id, version });
        announce_notes(&self.hub, account_id, version);
    }

    /// Announces that an account's inbox has changed. Does not block.
    pub fn announce_inbox(&self, account_id: Id) {
        self.bus.announce(Change::Inbox { account_id });
        announce_inbox(&self.hub, account_id);
    }

    /// Announces that an account's preferences have changed, to its connections under other logins: the tabs of one
    /// browser share a login, and one of them made the change. Without a login, all are notified. Does not block.
    pub fn announce_preferences(&self, account_id: Id, login_id: Option<Id>) {
        self.bus.announce(Change::Preferences { account_id });
        announce_preferences(&self.hub, account_id, login_id);
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
fn announce_board(hub: &Hub, announcement: &Announcement) {
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

/// Encodes a message as JSON text.
pub fn encode(message: &LiveMessage) -> Bytes {
    json(message).into()
}

fn encode_change(announcement: &Announcement, records: Option<&BoardRecords>) -> Bytes {
    let Announcement { board_id, since, version, .. } = *announcement;
    let text = encode(&LiveMessage::Changed { board_id, since, version, records: records.cloned() });
    match text.len() <= MAX_MESSAGE_BYTES {
        true => text,
        false => encode(&LiveMessage::Changed { board_id, since, version, records: None }),
    }
}
