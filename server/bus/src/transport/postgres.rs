//! Texts between the servers on one PostgreSQL, by LISTEN and NOTIFY.

use super::heartbeats::{HEARTBEAT_CHANNEL, HEARTBEAT_TIMEOUT, Heartbeats};
use super::{RETRY_AFTER, Received, Topic, Transport};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream, StreamExt};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use twentyfour_model::Secret;
use twentyfour_store::{Database, Listener, Notification};

/// How long it may take to connect and to listen.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the first heartbeat on a new connection may take.
const CONFIRM_TIMEOUT: Duration = Duration::from_secs(5);

/// Why notifications may not arrive although the connection is open.
const NOTHING_ARRIVES: &str = "notifications do not arrive. If the URL leads to a connection pooler or to another database, \
                               set LISTEN_DATABASE_URL to the database itself";

/// Carries texts over a PostgreSQL. Each subscription has a connection of its own.
pub(crate) struct Postgres {
    database: Database,
    /// Where to listen, if the database's URL leads to a connection pooler.
    listen_url: Option<Secret>,
    heartbeats: Arc<Heartbeats>,
}

impl Postgres {
    /// Makes the transport of a database, and starts its heartbeats.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub(crate) fn new(database: Database, listen_url: Option<Secret>) -> Self {
        let heartbeats = Arc::new(Heartbeats::new());
        tokio::spawn(heartbeats.clone().run(database.clone()));
        Self { database, listen_url, heartbeats }
    }
}

/// Returns the channel of a topic. Servers of other releases use it, so it cannot change.
fn channel(topic: Topic) -> &'static str {
    match topic {
        Topic::Changes => "twentyfour_changes",
        Topic::Presence => "twentyfour_presence",
    }
}

impl Transport for Postgres {
    fn publish(&self, topic: Topic, text: String) -> BoxFuture<'_, Result<(), String>> {
        Box::pin(async move { self.database.notify(channel(topic), text).await.map_err(|error| error.to_string()) })
    }

    fn subscribe(&self, topic: Topic) -> BoxStream<'static, Received> {
        let subscription = Subscription {
            database: self.database.clone(),
            listen_url: self.listen_url.clone(),
            heartbeats: self.heartbeats.clone(),
            topic,
            connection: None,
            has_started: false,
            pause: None,
            last_failure: None,
        };
        stream::unfold(subscription, |mut subscription| async move {
            let received = subscription.next().await?;
            Some((received, subscription))
        })
        .boxed()
    }
}

struct Subscription {
    database: Database,
    listen_url: Option<Secret>,
    heartbeats: Arc<Heartbeats>,
    topic: Topic,
    /// The connection, unless it was lost.
    connection: Option<Connection>,
    has_started: bool,
    /// How long to wait before the next attempt to connect.
    pause: Option<Duration>,
    /// Why the last attempt to connect has failed.
    last_failure: Option<String>,
}

impl Subscription {
    /// Waits for what is received next. Returns `None` when the database is closed.
    async fn next(&mut self) -> Option<Received> {
        let database = self.database.clone();
        while !database.is_closed() {
            let received = tokio::select! {
                () = database.closed() => return None,
                received = self.receive() => received,
            };
            let error = match received {
                Ok(received) => return Some(received),
                Err(error) => error,
            };
            self.pause = Some(RETRY_AFTER);
            let was_connected = self.connection.take().is_some();
            // Attempts that fail for the same reason are logged once.
            if was_connected || self.last_failure.as_ref() != Some(&error) {
                tracing::warn!(%error, next_in = ?RETRY_AFTER, "lost the notification listener, reconnecting");
            }
            self.last_failure = Some(error);
            if was_connected {
                return Some(Received::Lost);
            }
        }
        None
    }

    /// Connects, or waits for the next text.
    ///
    /// # Errors
    /// Returns a sentence if there is no connection any more.
    async fn receive(&mut self) -> Result<Received, String> {
        if let Some(connection) = &mut self.connection {
            return connection.next(&self.heartbeats).await.map(Received::Text);
        }
        if let Some(pause) = self.pause.take() {
            sleep(pause).await;
        }
        self.connection = Some(self.connect().await?);
        self.last_failure = None;
        Ok(if std::mem::replace(&mut self.has_started, true) { Received::Gap } else { Received::Started })
    }

    /// Connects, and waits until a heartbeat has arrived.
    async fn connect(&self) -> Result<Connection, String> {
        let (url, channels) = (self.listen_url.as_ref().map(Secret::expose), [channel(self.topic), HEARTBEAT_CHANNEL]);
        let listening = async {
            let listener = self.database.listen(url, &channels).await.map_err(|error| error.to_string())?;
            self.heartbeats.send(&self.database).await.map_err(|error| error.to_string())?;
            listener.ok_or_else(|| "the database has no notifications".to_owned())
        };
        let no_response = || Err(format!("no response within {} s", CONNECT_TIMEOUT.as_secs()));
        let listener = timeout(CONNECT_TIMEOUT, listening).await.unwrap_or_else(|_| no_response())?;
        let (early, heartbeat_at, sent_before) = (VecDeque::new(), Instant::now(), self.heartbeats.sent());
        let mut connection = Connection { listener, early, heartbeat_at, sent_before };
        let confirming = timeout(CONFIRM_TIMEOUT, connection.confirm(&self.heartbeats));
        confirming.await.unwrap_or_else(|_| Err(NOTHING_ARRIVES.to_owned()))?;
        Ok(connection)
    }
}

/// A connection that listens to a topic and to heartbeats.
struct Connection {
    listener: Listener,
    /// Texts that were received before the first heartbeat.
    early: VecDeque<String>,
    /// When the last heartbeat of this server was received.
    heartbeat_at: Instant,
    /// The number of heartbeats that had been sent by then.
    sent_before: u64,
}

impl Connection {
    /// Waits for the first heartbeat.
    async fn confirm(&mut self, heartbeats: &Heartbeats) -> Result<(), String> {
        while let Some(text) = self.receive(heartbeats).await? {
            self.early.push_back(text);
        }
        Ok(())
    }

    /// Waits for the next text.
    async fn next(&mut self, heartbeats: &Heartbeats) -> Result<String, String> {
        if let Some(text) = self.early.pop_front() {
            return Ok(text);
        }
        loop {
            match timeout_at(self.heartbeat_at + HEARTBEAT_TIMEOUT, self.receive(heartbeats)).await {
                Ok(received) => {
                    if let Some(text) = received? {
                        return Ok(text);
                    }
                }
                // The second one was sent long after the first one, which has not arrived.
                Err(_) if heartbeats.sent() >= self.sent_before + 2 => return Err(NOTHING_ARRIVES.to_owned()),
                // The heartbeats could not be sent.
                Err(_) => self.on_heartbeat(heartbeats),
            }
        }
    }

    /// Waits for the next text, or for a heartbeat of this server: `None`.
    async fn receive(&mut self, heartbeats: &Heartbeats) -> Result<Option<String>, String> {
        loop {
            let received = self.listener.next().await.map_err(|error| error.to_string())?;
            let Notification { channel, payload } = received.ok_or("the connection was closed")?;
            if channel != HEARTBEAT_CHANNEL {
                return Ok(Some(payload));
            }
            if heartbeats.is_own(&payload) {
                self.on_heartbeat(heartbeats);
                return Ok(None);
            }
        }
    }

    fn on_heartbeat(&mut self, heartbeats: &Heartbeats) {
        (self.heartbeat_at, self.sent_before) = (Instant::now(), heartbeats.sent());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::{AnyConnection, Connection as _};

    /// A new database on the PostgreSQL at `TEST_POSTGRES_URL`.
    struct TestDatabase {
        database: Database,
        url: String,
        name: String,
    }

    fn server() -> String {
        std::env::var("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL names the PostgreSQL for the tests")
    }

    async fn execute(url: &str, sql: String) {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(url).await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    }

    impl TestDatabase {
        async fn create() -> Self {
            let (server, name) = (server(), format!("bus_{}", Heartbeats::new().server_id()));
            execute(&server, format!("CREATE DATABASE {name}")).await;
            let url = format!("{}/{name}", server.rsplit_once('/').unwrap().0);
            Self { database: Database::open(&url).await.unwrap(), url, name }
        }

        async fn remove(self) {
            self.database.close().await;
            execute(&server(), format!("DROP DATABASE {} WITH (FORCE)", self.name)).await;
        }
    }

    /// Makes a transport that does not send heartbeats on its own.
    fn transport(test: &TestDatabase, listen_url: Option<&str>) -> Postgres {
        let listen_url = listen_url.map(|url| Secret::new(url.to_owned()));
        Postgres { database: test.database.clone(), listen_url, heartbeats: Arc::new(Heartbeats::new()) }
    }

    async fn next(subscription: &mut BoxStream<'static, Received>) -> Received {
        timeout(Duration::from_secs(30), subscription.next()).await.unwrap().unwrap()
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn subscription_reports_a_closed_and_a_dead_connection() {
        let (test, elsewhere) = (TestDatabase::create().await, TestDatabase::create().await);
        let bus = transport(&test, None);
        let mut subscription = bus.subscribe(Topic::Changes);
        assert_eq!(next(&mut subscription).await, Received::Started);
        bus.publish(Topic::Presence, "other topic".to_owned()).await.unwrap();
        bus.heartbeats.send(&test.database).await.unwrap();
        bus.publish(Topic::Changes, "one".to_owned()).await.unwrap();
        assert_eq!(next(&mut subscription).await, Received::Text("one".to_owned()));

        let terminate = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'";
        execute(&test.url, format!("{terminate} AND datname = current_database()")).await;
        assert_eq!(next(&mut subscription).await, Received::Lost);
        assert_eq!(next(&mut subscription).await, Received::Gap);

        // Its heartbeats are sent, but do not arrive.
        let since = Instant::now();
        for _ in 0..2 {
            bus.heartbeats.send(&elsewhere.database).await.unwrap();
        }
        assert_eq!(next(&mut subscription).await, Received::Lost);
        assert!((14..30).contains(&since.elapsed().as_secs()), "{:?}", since.elapsed());
        assert_eq!(next(&mut subscription).await, Received::Gap);
        bus.publish(Topic::Changes, "two".to_owned()).await.unwrap();
        assert_eq!(next(&mut subscription).await, Received::Text("two".to_owned()));
        test.remove().await;
        assert_eq!(subscription.next().await, None);
        elsewhere.remove().await;
    }

    #[tokio::test]
    #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
    async fn subscription_does_not_begin_where_notifications_do_not_arrive() {
        let (test, elsewhere) = (TestDatabase::create().await, TestDatabase::create().await);
        let mut subscription = transport(&test, Some(&elsewhere.url)).subscribe(Topic::Changes);
        let waiting = timeout(CONFIRM_TIMEOUT + 2 * RETRY_AFTER, subscription.next());
        assert!(waiting.await.is_err());
        test.remove().await;
        assert_eq!(subscription.next().await, None);
        elsewhere.remove().await;
    }
}
