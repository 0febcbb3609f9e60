//! Notifications between the servers on one PostgreSQL: LISTEN and NOTIFY.

use crate::{Database, StoreError};
use sqlx::postgres::PgListener;

/// Sends a payload to a channel.
const NOTIFY: &str = "SELECT CAST(pg_notify($1, $2) AS TEXT)";

impl Database {
    /// Sends a payload of less than 8,000 bytes to all servers that listen to a channel, this one too.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn notify(&self, channel: &str, payload: String) -> Result<(), StoreError> {
        sqlx::query(NOTIFY).bind(channel.to_owned()).bind(payload).execute(self.pool()).await?;
        Ok(())
    }

    /// Listens to channels on a connection of its own: to `url` if there is one, otherwise to the database's URL. A
    /// connection pooler does not pass notifications on. Returns `None` on SQLite, which has no notifications.
    ///
    /// # Errors
    /// Returns an error if the database cannot be reached.
    pub async fn listen(&self, url: Option<&str>, channels: &[&str]) -> Result<Option<Listener>, StoreError> {
        let Some(database_url) = self.postgres_url() else { return Ok(None) };
        let mut listener = PgListener::connect(url.unwrap_or(database_url)).await?;
        // Otherwise, a lost connection would only be reported when there is another one.
        listener.eager_reconnect(false);
        listener.listen_all(channels.iter().copied()).await?;
        Ok(Some(Listener(listener)))
    }
}

/// A received notification.
pub struct Notification {
    /// The channel that it was sent to.
    pub channel: String,
    /// The payload.
    pub payload: String,
}

/// Receives the notifications of some channels.
pub struct Listener(PgListener);

impl Listener {
    /// Waits for the next notification. Returns `None` if the connection was lost, and with it perhaps some notifications.
    /// Loses none if the wait is canceled.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn next(&mut self) -> Result<Option<Notification>, StoreError> {
        let received = self.0.try_recv().await?;
        Ok(received.map(|notification| Notification {
            channel: notification.channel().to_owned(),
            payload: notification.payload().to_owned(),
        }))
    }
}
