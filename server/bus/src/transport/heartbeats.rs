//! Heartbeats over PostgreSQL: a server also receives its own, so it notices when notifications do not reach it any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use twentyfour_model::token::{hex, random_bytes};
use twentyfour_store::{Database, StoreError};

/// The channel of the heartbeats of all servers. Earlier releases do not listen to it.
pub(super) const HEARTBEAT_CHANNEL: &str = "twentyfour_heartbeats";

/// The time between two heartbeats.
const HEARTBEAT_INTERVAL: Duration = Duration::from_secs(5);

/// How long a connection counts as alive without a heartbeat of this server.
pub(super) const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(15);

/// The heartbeats of this server.
pub(super) struct Heartbeats {
    /// A random id of the server, the payload.
    server_id: String,
    sent: AtomicU64,
}

impl Heartbeats {
    pub(super) fn new() -> Self {
        Self { server_id: hex(&random_bytes::<16>()), sent: AtomicU64::new(0) }
    }

    #[cfg(test)]
    pub(super) fn server_id(&self) -> &str {
        &self.server_id
    }

    /// Returns whether a heartbeat is one of this server.
    pub(super) fn is_own(&self, payload: &str) -> bool {
        payload == self.server_id
    }

    /// Returns the number of heartbeats that were sent.
    pub(super) fn sent(&self) -> u64 {
        self.sent.load(Ordering::Relaxed)
    }

    /// Sends a heartbeat.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(super) async fn send(&self, database: &Database) -> Result<(), StoreError> {
        database.notify(HEARTBEAT_CHANNEL, self.server_id.clone()).await?;
        self.sent.fetch_add(1, Ordering::Relaxed);
        Ok(())
    }

    /// Sends heartbeats until the database is closed.
    pub(super) async fn run(self: Arc<Self>, database: Database) {
        loop {
            let sending = async {
                tokio::time::sleep(HEARTBEAT_INTERVAL).await;
                self.send(&database).await
            };
            tokio::select! {
                () = database.closed() => return,
                sent = sending => if let Err(error) = sent {
                    tracing::debug!(%error, next_in = ?HEARTBEAT_INTERVAL, "cannot send a heartbeat, retrying");
                },
            }
        }
    }
}
