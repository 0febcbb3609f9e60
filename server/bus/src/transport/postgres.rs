//! Texts between the servers on one PostgreSQL, by LISTEN and NOTIFY.

use super::{RETRY_AFTER, Received, Topic, Transport};
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream, StreamExt};
use std::time::Duration;
use twentyfour_model::Secret;
use twentyfour_store::{Database, Listener, StoreError};

/// Carries texts over a PostgreSQL. Each subscription has a connection of its own.
pub(crate) struct Postgres {
    database: Database,
    /// Where to listen, if the database's URL leads to a connection pooler.
    listen_url: Option<Secret>,
}

impl Postgres {
    /// Makes the transport of a database.
    pub(crate) fn new(database: Database, listen_url: Option<Secret>) -> Self {
        Self { database, listen_url }
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
        let (database, listen_url) = (self.database.clone(), self.listen_url.clone());
        let subscription =
            Subscription { database, listen_url, topic, listener: None, has_started: false, pause: None };
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
    topic: Topic,
    /// The connection, unless it was lost.
    listener: Option<Listener>,
    has_started: bool,
    /// How long to wait before the next attempt to connect.
    pause: Option<Duration>,
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
            match received {
                Ok(Some(received)) => return Some(received),
                Ok(None) => tracing::warn!(next_in = ?RETRY_AFTER, "lost the notification listener, reconnecting"),
                Err(error) => {
                    tracing::warn!(%error, next_in = ?RETRY_AFTER, "lost the notification listener, reconnecting");
                }
            }
            self.pause = Some(RETRY_AFTER);
            if self.listener.take().is_some() {
                return Some(Received::Lost);
            }
        }
        None
    }

    /// Connects, or waits for the next text. Returns `None` if the connection was lost.
    async fn receive(&mut self) -> Result<Option<Received>, StoreError> {
        if let Some(listener) = &mut self.listener {
            return Ok(listener.next().await?.map(Received::Text));
        }
        if let Some(pause) = self.pause.take() {
            tokio::time::sleep(pause).await;
        }
        let url = self.listen_url.as_ref().map(Secret::expose);
        self.listener = self.database.listen(url, channel(self.topic)).await?;
        let received = if self.has_started { Received::Gap } else { Received::Started };
        self.has_started |= self.listener.is_some();
        Ok(self.listener.is_some().then_some(received))
    }
}
