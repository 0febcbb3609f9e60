//! What carries texts between servers: [`InProcess`], [`Postgres`] or [`Nats`]. Changes and presence are encoded on top, once for
//! all of them.

mod heartbeats;
mod in_process;
mod nats;
mod postgres;

pub use in_process::InProcess;
pub(crate) use nats::Nats;
pub(crate) use postgres::Postgres;

use futures_util::future::BoxFuture;
use futures_util::stream::BoxStream;
use std::time::Duration;

/// The maximum size of a text in bytes, which PostgreSQL sets.
#[cfg(test)]
pub(crate) const MAX_TEXT_BYTES: usize = 7_999;

/// How long to wait before a failed attempt is repeated.
pub(crate) const RETRY_AFTER: Duration = Duration::from_secs(1);

/// What texts are about. A server subscribes to each topic on its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Committed changes.
    Changes,
    /// Who has which board open.
    Presence,
}

/// What a subscription receives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Received {
    /// The subscription has begun, for the first time. Texts that were published before are not received.
    Started,
    /// The subscription has ended. Texts are lost until the next [`Received::Gap`].
    Lost,
    /// The subscription has begun again. Texts may have been lost before.
    Gap,
    /// A text that was published by any server, this one included.
    Text(String),
}

/// Carries texts between servers. A text may be received several times if its publication failed and was repeated. A
/// subscription that loses texts reports it with [`Received::Lost`] or [`Received::Gap`], perhaps only after 15 seconds, if it
/// did not notice before that nothing arrives any more. What is lost between several NATS servers is not reported.
pub trait Transport: Send + Sync + 'static {
    /// Sends a text of at most 7,999 bytes, or half a MiB if [`Self::carries_announcements`], to all servers that subscribe to its topic.
    ///
    /// # Errors
    /// Returns a sentence if that failed. The text may have been sent nevertheless.
    fn publish(&self, topic: Topic, text: String) -> BoxFuture<'_, Result<(), String>>;

    /// Subscribes to a topic. The stream connects again whenever the connection is lost, and ends when the server stops.
    fn subscribe(&self, topic: Topic) -> BoxStream<'static, Received>;

    /// Returns whether what has changed is sent with the changes, so that the other servers need not read it.
    fn carries_announcements(&self) -> bool {
        false
    }

    /// Returns whether there can be other servers.
    fn has_peers(&self) -> bool {
        true
    }
}
