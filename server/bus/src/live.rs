//! The live connections of this server together with what announces changes to the other servers.

use super::announcement::News;
use super::changed_records::{Changed, ChangedRecords};
use super::changes::{RemoteChange, encode_notification};
use super::hub::Hub;
use super::receiver;
use super::relay::{self, new_row};
use super::sender::Sender;
use super::transport::{InProcess, Nats, Postgres, Topic, Transport};
use super::{catch_up, shared_presence, sweep};
use core_wasm::protocol::id::Id;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use twentyfour_model::BusSettings;
use twentyfour_model::token::random_bytes;
use twentyfour_store::announcements::{AnnouncementKey, StoredAnnouncement};
use twentyfour_store::{Database, OnCommit};

/// How long connections may take to close at shutdown.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

/// The maximum number of results of the relay that wait for the receiver.
const MAX_RELAYED: usize = 4;

/// The live connections of this server. Clones share them.
#[derive(Clone)]
pub struct Live {
    server_id: Id,
    hub: Arc<Hub>,
    transport: Arc<dyn Transport>,
    sender: Arc<Sender>,
    changed: Arc<ChangedRecords>,
    /// Whether writes store what they announce.
    has_relay: bool,
    /// Whether the subscription to the changes of other servers has begun and is not lost.
    is_subscribed: watch::Receiver<bool>,
}

impl Live {
    /// Starts without connections. With PostgreSQL it also connects to the other servers, by LISTEN and NOTIFY.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn new(database: &Database) -> Self {
        Self::with_settings(database, &BusSettings::default())
    }

    /// Starts without connections. With PostgreSQL it also connects to the other servers, as the settings say.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn with_settings(database: &Database, settings: &BusSettings) -> Self {
        let transport: Arc<dyn Transport> = match &settings.nats_url {
            _ if database.is_sqlite() => Arc::new(InProcess::default()),
            Some(url) => Arc::new(Nats::new(url.clone(), database.clone())),
            None => Arc::new(Postgres::new(database.clone(), settings.listen_url.clone())),
        };
        Self::with_transport(database, transport)
    }

    /// Starts without connections, and announces changes over a transport.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn with_transport(database: &Database, transport: Arc<dyn Transport>) -> Self {
        let server_id = Id::from_parts(0, &random_bytes());
        let (hub, sender) = (Arc::new(Hub::default()), Arc::new(Sender::default()));
        // An SQLite file has only one server.
        let has_relay = !database.is_sqlite();
        let (relayed, found) = mpsc::channel(MAX_RELAYED);
        let (subscribed, is_subscribed) = watch::channel(false);
        if has_relay {
            tokio::spawn(relay::run(database.clone(), relayed));
            tokio::spawn(sender.clone().run_deletions(database.clone()));
            tokio::spawn(catch_up::run(database.clone(), hub.clone(), is_subscribed.clone()));
            shared_presence::start(server_id, database, &hub, &transport);
        }
        tokio::spawn(sender.clone().run(server_id, transport.clone(), database.clone()));
        let announced = transport.subscribe(Topic::Changes);
        tokio::spawn(receiver::run(server_id, database.clone(), hub.clone(), announced, found, subscribed));
        tokio::spawn(sweep::run(database.clone(), hub.clone()));
        Self { server_id, hub, transport, sender, changed: Arc::default(), has_relay, is_subscribed }
    }

    /// Closes all connections and rejects new ones. Waits up to 5 seconds for the connections to close.
    pub async fn close(&self) {
        self.hub.close(CLOSE_TIMEOUT).await;
    }

    /// Waits until this server receives the changes of other servers. Connections that are older are notified to catch up then.
    /// Returns also if the database is closed before.
    pub async fn wait_until_subscribed(&self) {
        _ = self.is_subscribed.clone().wait_for(|is_subscribed| *is_subscribed).await;
    }

    /// Returns the connections of this server.
    pub fn hub(&self) -> &Arc<Hub> {
        &self.hub
    }

    /// Returns whether this server has connections of members of the board.
    pub fn has_board_subscribers(&self, board_id: Id) -> bool {
        self.hub.has_board_subscribers(board_id)
    }

    /// Returns the boards and notes that this server has changed since the last call.
    pub fn take_changed(&self) -> Changed {
        self.changed.take()
    }

    /// Returns what announces the news of a write after its commit, on this server and the others. `news_of` is called before
    /// the commit, again if the transaction is run again.
    pub fn announcer<T, F: Fn(&T) -> Vec<News> + Send + 'static>(&self, news_of: F) -> Announcer<F> {
        Announcer { live: self.clone(), news_of, news: Vec::new(), row: None }
    }
}

/// Announces the news of a write. The news for other servers are stored in the transaction of the write, so that a crash after
/// the commit cannot lose them.
pub struct Announcer<F> {
    live: Live,
    news_of: F,
    news: Vec<News>,
    /// The row that the write has stored.
    row: Option<AnnouncementKey>,
}

impl<F> Announcer<F> {
    fn changes(&self) -> Vec<RemoteChange> {
        self.news.iter().map(RemoteChange::of).collect()
    }
}

impl<T, F: Fn(&T) -> Vec<News> + Send + 'static> OnCommit<T> for Announcer<F> {
    fn announcements(&mut self, value: &T) -> Vec<StoredAnnouncement> {
        (self.news, self.row) = ((self.news_of)(value), None);
        if !self.live.has_relay {
            return Vec::new();
        }
        let changes = self.changes();
        let Some(first) = changes.first() else { return Vec::new() };
        let row = new_row(first.subject_id(), encode_notification(self.live.server_id, &changes));
        self.row = Some(row.key);
        vec![row]
    }

    fn committed(self: Box<Self>, _: &T) {
        self.live.changed.add(&self.news);
        if !self.news.is_empty() && self.live.transport.has_peers() {
            self.live.sender.add(self.changes(), self.row);
        }
        self.news.iter().for_each(|news| news.deliver(&self.live.hub));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use core_wasm::protocol::live::LiveMessage;
    use futures_util::FutureExt;

    async fn database(folder: &tempfile::TempDir) -> Database {
        Database::open(&format!("sqlite://{}", folder.path().join("test.db").display())).await.unwrap()
    }

    #[tokio::test]
    async fn news_of_a_committed_write_reach_all_servers() {
        let folder = tempfile::tempdir().unwrap();
        let database = database(&folder).await;
        let transport: Arc<dyn Transport> = Arc::new(InProcess::default());
        let servers = [(); 2].map(|()| Live::with_transport(&database, transport.clone()));
        let account_id = Id::from_parts(1, &[1; 10]);
        let connect = |live: &Live| {
            let login_id = Id::from_parts(1, &[2; 10]);
            live.hub().register_connection().subscribe(account_id, login_id, 1).unwrap()
        };
        // The first check of the logins, which this one does not pass.
        for checked in servers.each_ref().map(connect) {
            checked.queue.wait_until_stopped().await;
        }
        let connections = servers.each_ref().map(connect);
        let announcer = |version: i64| servers[0].announcer(move |(): &()| vec![News::Notes { account_id, version }]);
        let rejected = database.write_and_announce(
            |_| Box::pin(async { Err::<(), _>(twentyfour_store::StoreError::Panicked) }),
            announcer(1),
        );
        assert!(rejected.await.is_err());
        let written = database
            .write_and_announce(|_| Box::pin(async { Ok::<(), twentyfour_store::StoreError>(()) }), announcer(2));
        written.await.unwrap();
        for connection in &connections {
            let message =
                tokio::time::timeout(Duration::from_secs(10), connection.queue.next()).await.unwrap().unwrap();
            let expected = LiveMessage::NotesChanged { version: 2 };
            assert_eq!(serde_json::from_slice::<LiveMessage>(&message).unwrap(), expected);
            assert_eq!(connection.queue.next().now_or_never(), None);
        }
        assert!(servers[0].sender.is_idle());
        database.close().await;
    }
}
