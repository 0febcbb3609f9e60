//! Where mails leave the server: who takes them over, and what wakes who sends them.

use super::recipient_quota::RecipientQuota;
use super::smtp::SmtpTransport;
use crate::config::Config;
use core_wasm::protocol::time::Timestamp;
use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::Notify;

/// A mail as it is handed over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    /// What tells it from all other mails, and from an earlier try to send it: letters, digits, hyphens and dots.
    pub id: String,
    /// The address, without a name: what people call themselves stands nowhere in a mail, so that nobody can have us carry their
    /// words to a stranger. What is written to the host of the server goes to the host alone.
    pub to: String,
    /// The subject, in ASCII.
    pub subject: String,
    /// The whole text, for who reads plain text.
    pub text: String,
    /// The same as a page of HTML that loads nothing.
    pub html: String,
    /// Whom an answer goes to, where that is not who mails are from: an address without a name.
    pub reply_to: Option<String>,
    /// The address by which a mail program has the recipient get no more of these, with one request (RFC 8058).
    pub unsubscribe_url: Option<String>,
}

/// Why a mail was not taken over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SendError {
    /// It can never be sent: its address is none.
    Unaddressable(String),
    /// The mail server has refused it and would again (RFC 5321, section 4.2.1: a code that begins with 5).
    PermanentFailure(String),
    /// The mail server could not be reached, did not answer, or asked for patience.
    TransientFailure(String),
}

impl fmt::Display for SendError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Unaddressable(reason) | Self::PermanentFailure(reason) | Self::TransientFailure(reason)) = self;
        formatter.write_str(reason)
    }
}

/// A mail that is being handed over.
pub type SendFuture<'a> = Pin<Box<dyn Future<Output = Result<(), SendError>> + Send + 'a>>;

/// Takes mails over: a mail server, the log, or what a test looks into.
pub trait Transport: Send + Sync {
    /// Takes a mail over. `Ok`: from now on it is the other side's.
    fn send<'a>(&'a self, mail: &'a Mail) -> SendFuture<'a>;
}

/// How long one mail may take from connecting to the mail server's last word.
pub(super) const SEND_TIMEOUT: Duration = Duration::from_secs(60);

/// The way out for mails. Clones share it.
#[derive(Clone)]
pub struct Outbox {
    inner: Arc<Inner>,
    send_timeout: Duration,
    /// Whether an address gets a few mails an hour at most.
    is_limited: bool,
}

struct Inner {
    transport: Arc<dyn Transport>,
    public_url: String,
    wake: Notify,
    is_closed: AtomicBool,
    recipients: RecipientQuota,
}

impl Outbox {
    /// The way out that the settings name: the mail server, or the log where there is none. The error is a sentence for the operator.
    pub fn new(config: &Config) -> Result<Self, String> {
        let transport: Arc<dyn Transport> = match &config.mail {
            Some(settings) => Arc::new(SmtpTransport::new(settings, &config.public_url)?),
            None => Arc::new(LogTransport),
        };
        Ok(Self::with_transport(transport, config.public_url.clone()).with_rate_limit(config.has_rate_limits))
    }

    /// A way out of the caller's own, with the address that links begin with.
    pub fn with_transport(transport: Arc<dyn Transport>, public_url: impl Into<String>) -> Self {
        let (wake, is_closed) = (Notify::new(), AtomicBool::new(false));
        let (public_url, recipients) = (public_url.into(), RecipientQuota::default());
        let inner = Arc::new(Inner { transport, public_url, wake, is_closed, recipients });
        Self { inner, send_timeout: SEND_TIMEOUT, is_limited: false }
    }

    /// The same that sends 6 mails an hour to an address at most, of whatever kind, and lets the others wait; or that sends all.
    pub fn with_rate_limit(self, is_limited: bool) -> Self {
        Self { is_limited, ..self }
    }

    /// Takes one of the places that an address has within an hour. The error is when there is another.
    pub(super) fn acquire_quota(&self, address: &str, now: Timestamp) -> Result<(), Timestamp> {
        if self.is_limited { self.inner.recipients.try_acquire(address, now) } else { Ok(()) }
    }

    /// Gives such a place back, since the mail did not go.
    pub(super) fn release_quota(&self, address: &str, acquired_at: Timestamp) {
        self.inner.recipients.release(address, acquired_at);
    }

    /// The same with another limit to how long one mail may take, at most 60 seconds.
    pub fn with_send_timeout(self, send_timeout: Duration) -> Self {
        Self { send_timeout: send_timeout.min(SEND_TIMEOUT), ..self }
    }

    /// Has the queue looked through now, after a transaction that put a mail into it was committed.
    pub(crate) fn wake(&self) {
        self.inner.wake.notify_one();
    }

    /// Waits until somebody has woken it since the last time.
    pub(crate) async fn wait_for_wake(&self) {
        self.inner.wake.notified().await;
    }

    /// Has no more mails sent than are on their way.
    pub fn close(&self) {
        self.inner.is_closed.store(true, Ordering::SeqCst);
        self.wake();
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.inner.is_closed.load(Ordering::SeqCst)
    }

    pub(super) fn send_timeout(&self) -> Duration {
        self.send_timeout
    }

    pub(super) fn transport(&self) -> &dyn Transport {
        &*self.inner.transport
    }

    /// The address that links begin with.
    pub(super) fn public_url(&self) -> &str {
        &self.inner.public_url
    }
}

/// Where no mail server is set: the host of the server finds each mail in the log, and can pass it on.
struct LogTransport;

impl Transport for LogTransport {
    fn send<'a>(&'a self, mail: &'a Mail) -> SendFuture<'a> {
        Box::pin(async move {
            tracing::warn!(target: "mail", to = mail.to, subject = mail.subject, "SMTP_URL is not set, mail not sent:\n{}", mail.text);
            Ok(())
        })
    }
}
