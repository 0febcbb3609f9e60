//! Live updates: the connections of this server, and announcements between the servers on one database.
//!
//! [`hub`] holds the connections of this server and their queues. [`Bus`] carries announcements to the other servers:
//! over PostgreSQL (`postgres`), or nowhere ([`InProcess`]) on SQLite, which has only one server. `sweep` finds
//! connections whose login was ended elsewhere.
//!
//! May import `twentyfour-store`, `twentyfour-model` and `core-wasm`.

pub mod hub;
mod postgres;
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

/// How long connections may take to close at shutdown.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// A committed change of a board.
#[derive(Clone, Debug)]
pub struct Announcement {
    /// The board's owner.
    pub account_id: Id,
    /// The board.
    pub board_id: Id,
    /// The previous version.
    pub since: i64,
    /// The new version.
    pub version: i64,
    /// The changed records, if they were loaded completely.
    pub records: Option<BoardRecords>,
}

/// A committed change, as the servers announce it to one another. The changed records are read from the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// A board has changed.
    Board {
        /// The board's owner.
        account_id: Id,
        /// The board.
        board_id: Id,
        /// The previous version.
        since: i64,
        /// The new version.
        version: i64,
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

    /// Returns whether this server has connections of the account.
    pub fn has_subscribers(&self, account_id: Id) -> bool {
        self.hub.has_subscribers(account_id)
    }

    /// Announces a change on this server and the others. Does not block.
    pub fn publish(&self, announcement: &Announcement) {
        let Announcement { account_id, board_id, since, version, .. } = *announcement;
        self.bus.announce(Change::Board { account_id, board_id, since, version });
        announce_board(&self.hub, announcement);
    }

    /// Announces that an account's notes have changed, with their new version. Does not block.
    pub fn announce_notes(&self, account_id: Id, version: i64) {
        self.bus.announce(Change::Notes { account_id, version });
        announce_notes(&self.hub, account_id, version);
    }

    /// Announces that an account's preferences have changed, to its connections under other logins: the tabs of one
    /// browser share a login, and one of them made the change. Does not block.
    pub fn announce_preferences(&self, account_id: Id, login_id: Id) {
        self.bus.announce(Change::Preferences { account_id });
        announce_preferences(&self.hub, account_id, Some(login_id));
    }
}

/// Announces changed preferences to an account's connections on this server, except those of one login.
fn announce_preferences(hub: &Hub, account_id: Id, except_login: Option<Id>) {
    if hub.has_subscribers(account_id) {
        hub.send_to_other_logins(account_id, except_login, encode(&LiveMessage::PreferencesChanged));
    }
}

/// Announces changed notes to an account's connections on this server.
fn announce_notes(hub: &Hub, account_id: Id, version: i64) {
    if hub.has_subscribers(account_id) {
        hub.send_to_account(account_id, encode(&LiveMessage::NotesChanged { version }));
    }
}

/// Announces a board's change to its owner's connections on this server.
fn announce_board(hub: &Hub, announcement: &Announcement) {
    if hub.has_subscribers(announcement.account_id) {
        hub.send_to_account(announcement.account_id, encode_announcement(announcement));
    }
}

/// Encodes a message as JSON text.
pub fn encode(message: &LiveMessage) -> Bytes {
    json(message).into()
}

fn encode_announcement(announcement: &Announcement) -> Bytes {
    let Announcement { board_id, since, version, records, .. } = announcement.clone();
    let text = encode(&LiveMessage::Changed { board_id, since, version, records });
    match text.len() <= MAX_MESSAGE_BYTES {
        true => text,
        false => encode(&LiveMessage::Changed { board_id, since, version, records: None }),
    }
}
