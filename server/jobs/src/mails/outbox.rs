//! How mails leave the server: the transport, and the signal that wakes the sender.

use super::recipient_quota::RecipientQuota;
use super::smtp::SmtpTransport;
use crate::Wake;
use core_wasm::protocol::time::Timestamp;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use twentyfour_model::{Config, KeyedHash};
use twentyfour_store::{Database, StoreError};

/// A rendered mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    /// The mail's id, unique per attempt: letters, digits, hyphens and dots.
    pub id: String,
    /// The recipient's address without a name. Names that users enter appear in no mail, so that nobody can use the
    /// server to send their text to a stranger. Contact messages are an exception, but go to the operator only.
    pub to: String,
    /// The subject.
    pub subject: String,
    /// The plain text part.
    pub text: String,
    /// The HTML part, which loads no external resources.
    pub html: String,
    /// The address for replies, without a name, if it differs from the sender's.
    pub reply_to: Option<String>,
    /// The URL for one-click unsubscribe (RFC 8058).
    pub unsubscribe_url: Option<String>,
}

/// Why a mail was not sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SendError {
    /// The address is invalid, so the mail can never be sent.
    Unaddressable(String),
    /// The mail server rejected the mail permanently (RFC 5321, section 4.2.1: a 5xx reply code).
    PermanentFailure(String),
    /// The mail server was unreachable, timed out or rejected the mail temporarily.
    TransientFailure(String),
}

impl fmt::Display for SendError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Unaddressable(reason) | Self::PermanentFailure(reason) | Self::TransientFailure(reason)) = self;
        formatter.write_str(reason)
    }
}

/// The future of a mail that is being sent.
pub type SendFuture<'a> = Pin<Box<dyn Future<Output = Result<(), SendError>> + Send + 'a>>;

/// Sends mails: over SMTP, to the log, or to a test.
pub trait Transport: Send + Sync {
    /// Sends a mail.
    ///
    /// # Errors
    /// Resolves to a [`SendError`] if the mail was not accepted for delivery.
    fn send<'a>(&'a self, mail: &'a Mail) -> SendFuture<'a>;
}

/// The maximum time for sending one mail, from connecting to the mail server's last reply.
pub(super) const SEND_TIMEOUT: Duration = Duration::from_secs(60);

/// Sends mails through a transport, within the recipients' quota. Clones share it.
#[derive(Clone)]
pub struct Outbox {
    inner: Arc<Inner>,
    send_timeout: Duration,
    /// The number of mails per address and hour; `None` if it is not limited.
    recipients: Option<Arc<RecipientQuota>>,
}

struct Inner {
    transport: Arc<dyn Transport>,
    public_url: String,
    wake: Wake,
}

impl Outbox {
    /// Makes an outbox from the settings: one for the mail server, or for the log if none is configured.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a mail setting is invalid.
    pub fn new(config: &Config) -> Result<Self, String> {
        let transport: Arc<dyn Transport> = match &config.mail {
            Some(settings) => Arc::new(SmtpTransport::new(settings, &config.public_url)?),
            None => Arc::new(LogTransport),
        };
        let keys = config.has_rate_limits.then(|| KeyedHash::new(&config.jwt_secret));
        Ok(Self::with_transport(transport, config.public_url.clone()).with_rate_limit(keys))
    }

    /// Makes an outbox with another transport. `public_url` is the base URL of links.
    pub fn with_transport(transport: Arc<dyn Transport>, public_url: impl Into<String>) -> Self {
        let inner = Arc::new(Inner { transport, public_url: public_url.into(), wake: Wake::default() });
        Self { inner, send_timeout: SEND_TIMEOUT, recipients: None }
    }

    /// Limits the number of mails to 6 per hour and address, or ends the limit with `None`. Mails above the limit are
    /// postponed. Servers with the same `keys` and the same PostgreSQL count mails together.
    pub fn with_rate_limit(self, keys: Option<KeyedHash>) -> Self {
        Self { recipients: keys.map(|keys| Arc::new(RecipientQuota::new(keys))), ..self }
    }

    /// Uses one mail of an address's hourly quota. The inner error is the time of the next available mail, if the quota is used
    /// up.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(super) async fn acquire_quota(
        &self,
        database: &Database,
        address: &str,
        now: Timestamp,
    ) -> Result<Result<(), Timestamp>, StoreError> {
        match &self.recipients {
            Some(recipients) => recipients.try_acquire(database, address, now).await,
            None => Ok(Ok(())),
        }
    }

    /// Releases quota that was acquired at `acquired_at`, because the mail was not sent.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(super) async fn release_quota(
        &self,
        database: &Database,
        address: &str,
        acquired_at: Timestamp,
    ) -> Result<(), StoreError> {
        match &self.recipients {
            Some(recipients) => recipients.release(database, address, acquired_at).await,
            None => Ok(()),
        }
    }

    /// Sets the maximum time for sending one mail, at most 60 seconds.
    pub fn with_send_timeout(self, send_timeout: Duration) -> Self {
        Self { send_timeout: send_timeout.min(SEND_TIMEOUT), ..self }
    }

    /// Wakes the sender. Call it after committing a transaction that queued a mail.
    pub fn wake(&self) {
        self.inner.wake.wake();
    }

    /// Returns what wakes the sender, and ends it when the outbox is closed.
    pub(super) fn wake_handle(&self) -> Wake {
        self.inner.wake.clone()
    }

    /// Stops sending after the mails that are in progress.
    pub fn close(&self) {
        self.inner.wake.close();
    }

    /// Returns whether [`Self::close`] was called.
    pub(super) fn is_closed(&self) -> bool {
        self.inner.wake.is_closed()
    }

    /// Returns the maximum time for sending one mail.
    pub(super) fn send_timeout(&self) -> Duration {
        self.send_timeout
    }

    /// Returns the transport.
    pub(super) fn transport(&self) -> &dyn Transport {
        &*self.inner.transport
    }

    /// Returns the base URL of links.
    pub(super) fn public_url(&self) -> &str {
        &self.inner.public_url
    }
}

/// The transport if no mail server is configured: writes mails to the log, where the operator can find them.
struct LogTransport;

impl Transport for LogTransport {
    fn send<'a>(&'a self, mail: &'a Mail) -> SendFuture<'a> {
        Box::pin(async move {
            tracing::warn!(
                target: "mail",
                to = mail.to,
                subject = mail.subject,
                // As it is, not quoted, so that its links can be copied from the log.
                text = %mail.text,
                "SMTP_URL is not set, mail not sent",
            );
            Ok(())
        })
    }
}
