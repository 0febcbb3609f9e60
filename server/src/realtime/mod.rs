//! Live updates.
//!
//! [`hub`] holds the connections of this server and their queues. [`fan_out`] exchanges announcements with other
//! servers on the same PostgreSQL; with SQLite there are none. [`sweep`] finds connections whose login was ended
//! elsewhere.

mod fan_out;
pub(crate) mod hub;
mod sweep;

use crate::Database;
use crate::store::json;
use axum::extract::ws::Utf8Bytes;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::live::LiveMessage;
use core_wasm::protocol::record::BoardRecords;
use fan_out::FanOut;
use hub::Hub;
use std::sync::Arc;
use std::time::Duration;

/// The maximum size in bytes of a message with records. Larger changes are announced without records, and clients
/// request them.
const MAX_MESSAGE_BYTES: usize = 64 << 10;

/// How long connections may take to close at shutdown.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// A committed change of a board.
#[derive(Clone, Debug)]
pub(crate) struct Announcement {
    /// The board's owner.
    pub(crate) account_id: Id,
    pub(crate) board_id: Id,
    /// The previous version.
    pub(crate) since: i64,
    /// The new version.
    pub(crate) version: i64,
    /// The changed records, if they were loaded completely.
    pub(crate) records: Option<BoardRecords>,
}

/// The live connections of this server. Clones share them.
#[derive(Clone)]
pub struct Live {
    hub: Arc<Hub>,
    fan_out: Option<FanOut>,
}

impl Live {
    /// Starts without connections. With PostgreSQL it also connects to the other servers.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn new(database: &Database) -> Self {
        let hub = Arc::new(Hub::default());
        let fan_out = database.postgres_url().map(|url| FanOut::start(url.to_owned(), database.clone(), hub.clone()));
        tokio::spawn(sweep::run(database.clone(), hub.clone()));
        Self { hub, fan_out }
    }

    /// Closes all connections and rejects new ones. Waits up to 5 seconds for the connections to close.
    pub async fn close(&self) {
        self.hub.close(CLOSE_TIMEOUT).await;
    }

    /// Returns the connections of this server.
    pub(crate) fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// Returns whether this server has connections of the account.
    pub(crate) fn has_subscribers(&self, account_id: Id) -> bool {
        self.hub.has_subscribers(account_id)
    }

    /// Announces a change on this server and the others. Does not block.
    pub(crate) fn publish(&self, announcement: &Announcement) {
        if let Some(fan_out) = &self.fan_out {
            fan_out.announce(announcement);
        }
        announce_board(&self.hub, announcement);
    }

    /// Announces that an account's notes have changed, with their new version. Does not block.
    pub(crate) fn announce_notes(&self, account_id: Id, version: i64) {
        if let Some(fan_out) = &self.fan_out {
            fan_out.announce_notes(account_id, version);
        }
        announce_notes(&self.hub, account_id, version);
    }

    /// Announces that an account's preferences have changed, to its connections under other logins: the tabs of one
    /// browser share a login, and one of them made the change. Does not block.
    pub(crate) fn announce_preferences(&self, account_id: Id, login_id: Id) {
        if let Some(fan_out) = &self.fan_out {
            fan_out.announce_preferences(account_id);
        }
        announce_preferences(&self.hub, account_id, Some(login_id));
    }
}

/// Announces changed preferences to an account's connections on this server, except those of one login.
fn announce_preferences(hub: &Hub, account_id: Id, except_login: Option<Id>) {
    if hub.has_subscribers(account_id) {
        hub.send_to_other_logins(account_id, except_login, json(&LiveMessage::PreferencesChanged).into());
    }
}

/// Announces changed notes to an account's connections on this server.
fn announce_notes(hub: &Hub, account_id: Id, version: i64) {
    if hub.has_subscribers(account_id) {
        hub.send_to_account(account_id, json(&LiveMessage::NotesChanged { version }).into());
    }
}

/// Announces a board's change to its owner's connections on this server.
fn announce_board(hub: &Hub, announcement: &Announcement) {
    if hub.has_subscribers(announcement.account_id) {
        hub.send_to_account(announcement.account_id, encode_announcement(announcement));
    }
}

fn encode_announcement(announcement: &Announcement) -> Utf8Bytes {
    let Announcement { board_id, since, version, records, .. } = announcement.clone();
    let text = json(&LiveMessage::Changed { board_id, since, version, records });
    match text.len() <= MAX_MESSAGE_BYTES {
        true => text.into(),
        false => json(&LiveMessage::Changed { board_id, since, version, records: None }).into(),
    }
}
