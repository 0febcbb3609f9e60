//! The kinds of mails.

use core_wasm::protocol::id::Id;

/// What a mail is about. Everything else that a mail needs is looked up or created when it is sent; only the text of a
/// contact message, the link of an invitation to a board, and the ids of entries of an inbox are stored with it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MailKind {
    /// A link that confirms the email of the account, or the email that will replace it.
    ConfirmEmail,
    /// A link to choose a new password, for the account with this email, if there is one.
    ResetPassword,
    /// To the previous email: the account has another one now.
    EmailChanged,
    /// The password was changed.
    PasswordChanged,
    /// The account will be deleted on a date, unless its owner cancels that.
    AccountDeletion,
    /// Google can be used to log in from now on.
    GoogleLinked,
    /// A program can act for the account with an API token from now on.
    ApiTokenCreated,
    /// To an email that joined the waitlist: confirmation and a link to leave it.
    WaitlistJoined,
    /// To an email on the waitlist: an invitation to sign up.
    Invitation,
    /// To any email: an invitation to a board.
    BoardInvitation,
    /// What is unread in the inbox of an account.
    Inbox,
    /// A webhook of the account was added, or its address or secret was changed, or it was turned on after all logins had ended.
    WebhookChanged,
    /// A webhook of the account was turned off, because its address does not accept events.
    WebhookDisabled,
    /// A message from the contact form to the operator.
    Contact,
}

impl MailKind {
    /// Every kind.
    pub const ALL: [Self; 14] = [
        Self::ConfirmEmail,
        Self::ResetPassword,
        Self::EmailChanged,
        Self::PasswordChanged,
        Self::AccountDeletion,
        Self::GoogleLinked,
        Self::ApiTokenCreated,
        Self::WaitlistJoined,
        Self::Invitation,
        Self::BoardInvitation,
        Self::Inbox,
        Self::WebhookChanged,
        Self::WebhookDisabled,
        Self::Contact,
    ];

    /// Returns the stored name.
    pub fn tag(self) -> &'static str {
        match self {
            Self::ConfirmEmail => "confirm_email",
            Self::ResetPassword => "reset_password",
            Self::EmailChanged => "email_changed",
            Self::PasswordChanged => "password_changed",
            Self::AccountDeletion => "account_deletion",
            Self::GoogleLinked => "google_linked",
            Self::ApiTokenCreated => "api_token_created",
            Self::WaitlistJoined => "waitlist_joined",
            Self::Invitation => "invitation",
            Self::BoardInvitation => "board_invitation",
            Self::Inbox => "inbox",
            Self::WebhookChanged => "webhook_changed",
            Self::WebhookDisabled => "webhook_disabled",
            Self::Contact => "contact",
        }
    }

    /// Returns the kind with a stored name.
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.tag() == tag)
    }
}

/// A mail to be queued.
#[derive(Clone)]
pub struct NewMail {
    /// The id of the mail.
    pub id: Id,
    /// What it is about.
    pub kind: MailKind,
    /// The email address.
    pub recipient: String,
    /// The account that it is about; `None` if the account is looked up by the address, or if it is about none.
    pub account_id: Option<Id>,
}
