//! Mails: the queue, rendering (`render`, the content in `templates` and `messages`, `layout` with `mail.html`), sending
//! (`sender`) and SMTP (`smtp`).

#[cfg(test)]
mod client_rules;
#[cfg(test)]
mod html_reader;
mod layout;
mod links;
#[rustfmt::skip]
mod messages;
mod outbox;
mod recipient_quota;
mod render;
#[cfg(test)]
mod samples;
mod sender;
mod smtp;
mod templates;

pub use links::{create as create_link, create_invitation};
pub use outbox::{Mail, Outbox, SendError, SendFuture, Transport};
pub use sender::{LEASE_MS, send_due};

use crate::Job;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::language::Language;
use core_wasm::protocol::messages::current_language;
use core_wasm::protocol::time::Timestamp;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::time::Duration;
use twentyfour_model::Clock;
use twentyfour_model::NewMail;
use twentyfour_store::Connection;
use twentyfour_store::Database;
use twentyfour_store::StoreError;
use twentyfour_store::mails;

/// How often the mail queue is checked without a wake-up: for retries, and for mails that another server queued and
/// failed to send.
const QUEUE_POLL_INTERVAL: Duration = Duration::from_secs(5);

/// The dependencies of sending mail.
#[derive(Clone)]
pub struct MailDeps {
    /// The database.
    pub database: Database,
    /// Returns the current time.
    pub clock: Clock,
    /// How mail leaves the server.
    pub outbox: Outbox,
}

/// Returns the job that sends mails as they are queued, until the outbox is closed.
pub fn job(deps: MailDeps) -> Job {
    let wake = deps.outbox.wake_handle();
    let send = move || {
        let deps = deps.clone();
        async move { send_due(&deps).await }
    };
    Job::new(QUEUE_POLL_INTERVAL, "cannot read the mail queue, retrying", send).with_wake(wake)
}

/// The parameters of an invitation to a board.
#[derive(Serialize, Deserialize)]
pub struct BoardInvitationMail {
    /// The name of the person who invites.
    pub from: String,
    /// The name of the board.
    pub board: String,
    /// The URL that accepts the invitation.
    pub link: String,
}

/// The parameters of a mail about an inbox.
#[derive(Serialize, Deserialize)]
pub struct InboxMail {
    /// The entries, latest first. What they contain is read when the mail is sent.
    pub entry_ids: Vec<Id>,
    /// Whether there are more unread entries.
    pub has_more: bool,
    /// The token of the link that turns these mails off.
    pub unsubscribe_token: String,
}

/// The parameters of a mail about a new password.
#[derive(Serialize, Deserialize)]
pub struct PasswordChangedMail {
    /// Whether it was set with a mailed link, which ends all access to the account.
    #[serde(default)]
    pub is_reset: bool,
}

/// What was changed about a webhook.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WebhookChange {
    /// It was added.
    Added,
    /// It has another address.
    AddressChanged,
    /// It has another secret.
    SecretReplaced,
    /// It was turned on after all logins had ended.
    TurnedOn,
}

/// The parameters of a mail about a webhook that was added or changed.
#[derive(Serialize, Deserialize)]
pub struct WebhookChangedMail {
    /// The host of its address. The rest of the address may be secret.
    pub host: String,
    /// What was changed.
    pub change: WebhookChange,
}

/// The parameters of a mail about a webhook that was turned off.
#[derive(Serialize, Deserialize)]
pub struct WebhookDisabledMail {
    /// The host of its address. The rest of the address may be secret.
    pub host: String,
    /// Whether the address responded that it is gone.
    pub is_gone: bool,
}

/// The parameters that all mails have.
#[derive(Default, Serialize, Deserialize)]
struct CommonParameters {
    /// The language of the request that queued the mail, for people who have not chosen one.
    #[serde(default)]
    language: Language,
}

/// The parameters of a mail in the queue.
#[derive(Serialize)]
struct QueuedParameters<'a, P> {
    #[serde(flatten)]
    common: CommonParameters,
    #[serde(flatten)]
    parameters: &'a P,
}

/// Queues a mail in the caller's transaction. After the commit, call [`Outbox::wake`] to send it immediately; otherwise
/// it is sent a few seconds later.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn queue(connection: &mut Connection, mail: &NewMail, now: Timestamp) -> Result<(), StoreError> {
    queue_with_parameters(connection, mail, &BTreeMap::<String, String>::new(), now).await
}

/// Queues a mail with parameters that cannot be looked up later. They are deleted with the mail.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn queue_with_parameters(
    connection: &mut Connection,
    mail: &NewMail,
    parameters: &impl Serialize,
    now: Timestamp,
) -> Result<(), StoreError> {
    let parameters = QueuedParameters { common: CommonParameters { language: current_language() }, parameters };
    mails::insert(connection, mail, &twentyfour_store::json(&parameters), now).await
}

/// Queues a mail in its own transaction and wakes the sender.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn queue_in_own_transaction(
    database: &Database,
    outbox: &Outbox,
    mail: NewMail,
    now: Timestamp,
) -> Result<(), StoreError> {
    database.write(move |connection| Box::pin(async move { queue(connection, &mail, now).await })).await?;
    outbox.wake();
    Ok(())
}
