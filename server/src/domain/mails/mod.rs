//! Mails: the queue, rendering (`render`, `templates`), sending (`sender`) and SMTP (`smtp`).

mod outbox;
mod recipient_quota;
mod render;
mod sender;
mod smtp;
mod templates;

pub use outbox::{Mail, Outbox, SendError, SendFuture, Transport};
pub(crate) use sender::send_due;

use crate::AppState;
use crate::error::ApiError;
use crate::store::mails;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::AnyConnection;

/// The parameters of most mails: an empty JSON object.
const EMPTY_PARAMETERS: &str = "{}";

/// What a mail is about. Everything else that a mail needs is looked up or created when it is sent, except for the text
/// of contact messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MailKind {
    /// A link that confirms the account's address or its pending address.
    ConfirmEmail,
    /// A link to reset the password of the account with the address, if there is one.
    ResetPassword,
    /// A notice to the previous address that the account's address has changed.
    EmailChanged,
    /// A notice that the password was changed.
    PasswordChanged,
    /// A notice that the account's deletion is scheduled.
    AccountDeletion,
    /// A notice that a Google identity was linked to the account.
    GoogleLinked,
    /// A confirmation for joining the waitlist, with an unsubscribe link.
    WaitlistJoined,
    /// A message from the contact form to the operator.
    Contact,
}

impl MailKind {
    const ALL: [Self; 8] = [
        Self::ConfirmEmail,
        Self::ResetPassword,
        Self::EmailChanged,
        Self::PasswordChanged,
        Self::AccountDeletion,
        Self::GoogleLinked,
        Self::WaitlistJoined,
        Self::Contact,
    ];

    /// Returns the stored name of the kind.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::ConfirmEmail => "confirm_email",
            Self::ResetPassword => "reset_password",
            Self::EmailChanged => "email_changed",
            Self::PasswordChanged => "password_changed",
            Self::AccountDeletion => "account_deletion",
            Self::GoogleLinked => "google_linked",
            Self::WaitlistJoined => "waitlist_joined",
            Self::Contact => "contact",
        }
    }

    /// Returns the kind with a stored name.
    pub(crate) fn from_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.tag() == tag)
    }
}

/// A mail to queue.
pub(crate) struct NewMail {
    pub(crate) id: Id,
    pub(crate) kind: MailKind,
    /// The recipient's address.
    pub(crate) recipient: String,
    /// The account that the mail is about; `None` if it is looked up by the address.
    pub(crate) account_id: Option<Id>,
}

/// Queues a mail in the caller's transaction. After the commit, call [`Outbox::wake`] to send it immediately; otherwise
/// it is sent a few seconds later.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn queue(connection: &mut AnyConnection, mail: &NewMail, now: Timestamp) -> Result<(), ApiError> {
    mails::insert(connection, mail, EMPTY_PARAMETERS, now).await
}

/// Queues a mail with parameters that cannot be looked up later. They are deleted with the mail.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn queue_with_parameters(
    connection: &mut AnyConnection,
    mail: &NewMail,
    parameters: &str,
    now: Timestamp,
) -> Result<(), ApiError> {
    mails::insert(connection, mail, parameters, now).await
}

/// Queues a mail in its own transaction and wakes the sender.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) async fn queue_in_own_transaction(app: &AppState, mail: NewMail, now: Timestamp) -> Result<(), ApiError> {
    app.database.write(move |connection| Box::pin(async move { queue(connection, &mail, now).await })).await?;
    app.outbox.wake();
    Ok(())
}
