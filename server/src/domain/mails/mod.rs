//! Mails: the queue in which they wait, what is put into them (`render`) and what they say (`templates`), who sends them (`sender`), and the
//! mail server (`smtp`).

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

/// What most mails carry: an empty object.
const EMPTY_PARAMETERS: &str = "{}";

/// What a mail is about. Whatever a mail needs beyond this is looked up, or made, at the moment of sending; what somebody
/// has written stands beside it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MailKind {
    /// A link that confirms the email of the account, or the one that is to replace it.
    ConfirmEmail,
    /// A link to choose a new password, for whichever account has the address; none may.
    ResetPassword,
    /// To the address of before: the account has another email now.
    EmailChanged,
    /// The password was changed.
    PasswordChanged,
    /// The account goes for good on a day, unless the person takes it back.
    AccountDeletion,
    /// Google can be logged in with from now on.
    GoogleLinked,
    /// To an address that has joined the waitlist: that it has, and how it leaves.
    WaitlistJoined,
    /// What somebody wrote to whoever runs the server.
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

    /// As it is kept.
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

    /// What is kept as `tag`.
    pub(crate) fn from_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.tag() == tag)
    }
}

/// A mail to be queued.
pub(crate) struct NewMail {
    /// Its id.
    pub(crate) id: Id,
    /// What it is about.
    pub(crate) kind: MailKind,
    /// The address.
    pub(crate) recipient: String,
    /// The account that it is about; `None` where it is found by the address.
    pub(crate) account_id: Option<Id>,
}

/// Puts a mail into the queue, in the transaction of what led to it. Once that is committed, [`Outbox::wake`] has it sent without
/// delay; without that it goes some seconds later.
pub(crate) async fn queue(connection: &mut AnyConnection, mail: &NewMail, now: Timestamp) -> Result<(), ApiError> {
    mails::insert(connection, mail, EMPTY_PARAMETERS, now).await
}

/// Puts a mail into the queue that carries more than can be looked up when it is sent. It is forgotten with the mail.
pub(crate) async fn queue_with_parameters(
    connection: &mut AnyConnection,
    mail: &NewMail,
    parameters: &str,
    now: Timestamp,
) -> Result<(), ApiError> {
    mails::insert(connection, mail, parameters, now).await
}

/// Puts a mail into the queue to which nothing led but that somebody asked for it, and has it sent without delay.
pub(crate) async fn queue_in_own_transaction(app: &AppState, mail: NewMail, now: Timestamp) -> Result<(), ApiError> {
    app.database.write(move |connection| Box::pin(async move { queue(connection, &mail, now).await })).await?;
    app.outbox.wake();
    Ok(())
}
