//! Telling everybody who is connected what has changed.
//!
//! [`hub`] knows the connections of this server and hands messages to them. [`fan_out`] tells the other servers on the same
//! PostgreSQL, and hears from them; on SQLite there is no other. [`sweep`] finds out which connected logins have
//! ended elsewhere.

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

/// The most bytes of a message with records. What is larger is asked for by whoever wants it.
const MAX_MESSAGE_BYTES: usize = 64 << 10;

/// How long connections may take to close when the server stops.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// A change of a board that was committed.
#[derive(Clone, Debug)]
pub(crate) struct Announcement {
    /// Whose board it is.
    pub(crate) account_id: Id,
    pub(crate) board_id: Id,
    /// The version before.
    pub(crate) since: i64,
    /// The version after.
    pub(crate) version: i64,
    /// What changed in between, where it is at hand and whole.
    pub(crate) records: Option<BoardRecords>,
}

/// The live connections of this server. Clones share them.
#[derive(Clone)]
pub struct Live {
    hub: Arc<Hub>,
    fan_out: Option<FanOut>,
}

impl Live {
    /// Nobody is connected yet. On PostgreSQL it connects to the other servers. Must be called within a tokio runtime.
    pub fn new(database: &Database) -> Self {
        let hub = Arc::new(Hub::default());
        let fan_out = database.postgres_url().map(|url| FanOut::start(url.to_owned(), database.clone(), hub.clone()));
        tokio::spawn(sweep::run(database.clone(), hub.clone()));
        Self { hub, fan_out }
    }

    /// Closes all connections and takes no more, since the server stops. Waits for them, but not for ever.
    pub async fn close(&self) {
        self.hub.close(CLOSE_TIMEOUT).await;
    }

    pub(crate) fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// Whether somebody here would hear of a change of the account's.
    pub(crate) fn has_subscribers(&self, account_id: Id) -> bool {
        self.hub.has_subscribers(account_id)
    }

    /// Tells of a change, here and on the other servers. Waits for nobody.
    pub(crate) fn publish(&self, announcement: &Announcement) {
        if let Some(fan_out) = &self.fan_out {
            fan_out.announce(announcement);
        }
        announce_board(&self.hub, announcement);
    }

    /// Tells that an account's notes have changed, and the version that they have now. Waits for nobody.
    pub(crate) fn announce_notes(&self, account_id: Id, version: i64) {
        if let Some(fan_out) = &self.fan_out {
            fan_out.announce_notes(account_id, version);
        }
        announce_notes(&self.hub, account_id, version);
    }

    /// Announces that an account's preferences have changed, to its connections under other logins: the tabs of one browser share
    /// a login, and one of them made the change. Does not block.
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

/// Tells those who are connected here.
fn announce_notes(hub: &Hub, account_id: Id, version: i64) {
    if hub.has_subscribers(account_id) {
        hub.send_to_account(account_id, json(&LiveMessage::NotesChanged { version }).into());
    }
}

/// Tells those who are connected here.
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
