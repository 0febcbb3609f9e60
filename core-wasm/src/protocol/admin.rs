//! The page for administrators: the bodies of its HTTP API under `/admin/`, and its state. The core passes the lists on to
//! the page as the server sends them.

use super::error::Rejection;
use super::http::UserType;
use super::id::Id;
use super::time::Timestamp;
use super::view::LoadStatus;
use json::{ReadJson, WriteJson};
use serde::{Deserialize, Serialize};

/// A user's account, as administrators see it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminPerson {
    /// The account's id.
    pub id: Id,
    /// Email address, in lower case.
    pub email: String,
    /// First name.
    pub first_name: String,
    /// Last name.
    pub last_name: String,
    /// The plan.
    pub user_type: UserType,
    /// When the account was created.
    pub date_joined: Timestamp,
    /// When the user last logged in or signed up.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub last_login: Option<Timestamp>,
    /// Whether the email address has been confirmed.
    pub is_verified: bool,
    /// Whether the user is an administrator.
    pub is_admin: bool,
    /// When the account will be deleted permanently; null if deletion was not requested.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub delete_at: Option<Timestamp>,
    /// The number of browsers and programs that are logged in.
    pub logins: i64,
    /// The number of boards, those in the trash included.
    pub boards: i64,
    /// The number of cards, those in the archive and in the trash included.
    pub cards: i64,
    /// The bytes of notes, recorded changes and pictures.
    pub stored_bytes: i64,
}

/// The response to `GET /admin/people/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminPeople {
    /// At most 50 accounts, the newest first.
    pub people: Vec<AdminPerson>,
    /// Whether there is another page.
    pub has_more: bool,
}

/// A change to an account by an administrator.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PersonChange {
    /// Sets the plan.
    SetPlan {
        /// The plan.
        plan: UserType,
    },
    /// Ends all logins.
    EndLogins,
    /// Schedules the deletion of the account, as its owner can.
    Delete,
    /// Cancels the deletion of the account.
    Keep,
}

/// The body of `POST /admin/people/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminPersonRequest {
    /// The account.
    pub id: Id,
    /// What to change.
    pub change: PersonChange,
    /// The administrator's password; empty if the account has none.
    pub password: String,
}

/// An entry of the waitlist.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminWaitlistEntry {
    /// Email address, in lower case.
    pub email: String,
    /// The name, as it was entered.
    pub name: String,
    /// When the address joined the waitlist.
    pub joined_at: Timestamp,
    /// When an invitation was last created for the address; null if none was.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub invited_at: Option<Timestamp>,
}

/// The response to `GET /admin/waitlist/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminWaitlist {
    /// At most 50 entries, the earliest first.
    pub entries: Vec<AdminWaitlistEntry>,
    /// Whether there is another page.
    pub has_more: bool,
}

/// A change to an entry of the waitlist.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WaitlistChange {
    /// Invites the address to sign up, by mail if the server sends mail.
    Invite,
    /// Removes the address from the waitlist.
    Remove,
}

/// The body of `POST /admin/waitlist/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminWaitlistRequest {
    /// The email address of the entry.
    pub email: String,
    /// What to change.
    pub change: WaitlistChange,
    /// The administrator's password; empty if the account has none.
    pub password: String,
}

/// The response to a change by an administrator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminChangeResponse {
    /// The link of a new invitation, if the server sends no mail: the administrator passes it on. Null otherwise.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub invitation_url: Option<String>,
}

/// A mail that waits to be sent.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminMail {
    /// The mail's id.
    pub id: Id,
    /// What it is about, such as `reset_password`.
    pub kind: String,
    /// The recipient's address.
    pub recipient: String,
    /// When it was queued.
    pub created_at: Timestamp,
    /// When the next attempt begins.
    pub next_try_at: Timestamp,
    /// The number of attempts so far.
    pub tries: i64,
}

/// The response to `GET /admin/mails/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminMails {
    /// At most 50 mails, the earliest first.
    pub mails: Vec<AdminMail>,
    /// Whether there is another page.
    pub has_more: bool,
}

/// A change to a mail that waits to be sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum MailChange {
    /// Sends it now instead of at its next attempt.
    Retry,
    /// Deletes it without sending it.
    Delete,
}

/// The body of `POST /admin/mails/`.
#[derive(Clone, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminMailRequest {
    /// The mail.
    pub id: Id,
    /// What to change.
    pub change: MailChange,
    /// The administrator's password; empty if the account has none.
    pub password: String,
}

/// The response to `GET /admin/storage/`: what the server stores, and whether it works.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminStorage {
    /// The version of the server.
    pub version: String,
    /// The size of the database in bytes.
    pub database_bytes: i64,
    /// The free space on the disk of the data folder, in bytes.
    pub free_bytes: i64,
    /// The number of accounts.
    pub people: i64,
    /// The number of boards, those in the trash included.
    pub boards: i64,
    /// The number of cards, those in the archive and in the trash included.
    pub cards: i64,
    /// The number of notes, those in the trash included.
    pub notes: i64,
    /// The number of focus sessions.
    pub focus_sessions: i64,
    /// The number of uploaded pictures.
    pub pictures: i64,
    /// The bytes of the texts of all boards and of their recorded changes.
    pub change_bytes: i64,
    /// The bytes of the texts of all notes, with their earlier versions.
    pub note_bytes: i64,
    /// The bytes of all pictures.
    pub picture_bytes: i64,
    /// Whether a write to the database was committed just now.
    pub is_database_ok: bool,
    /// Whether the queue of writes has space.
    pub is_queue_ok: bool,
    /// Whether the disk has space.
    pub is_disk_ok: bool,
    /// The number of writes that wait for the database.
    pub queued_writes: i64,
    /// The number of open live connections.
    pub live_connections: i64,
    /// The background jobs, by name.
    pub jobs: Vec<AdminJob>,
}

/// A background job that runs again and again.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminJob {
    /// Its name, such as `purge_trash`.
    pub name: String,
    /// When it last succeeded; null before that.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub finished_at: Option<Timestamp>,
    /// When it runs next.
    pub next_run_at: Timestamp,
    /// Why its last run failed; empty if it succeeded.
    pub last_error: String,
}

/// What an administrator, the operator, or a user to the own account did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AuditAction {
    /// Made an account an administrator.
    MakeAdmin,
    /// Set the plan of an account.
    SetPlan,
    /// Ended the logins of an account, or of all accounts.
    EndLogins,
    /// Scheduled the deletion of an account.
    DeleteAccount,
    /// Canceled the deletion of an account.
    KeepAccount,
    /// Created a link to choose a new password.
    ResetPassword,
    /// Invited an address to sign up, or created an invitation.
    Invite,
    /// Removed an address from the waitlist.
    RemoveFromWaitlist,
    /// Sent a mail before its next attempt.
    RetryMail,
    /// Deleted a mail without sending it.
    DeleteMail,
    /// A user created an API token of the own account.
    CreateApiToken,
    /// A user revoked an API token of the own account.
    RevokeApiToken,
    /// A user added a webhook to the own account.
    AddWebhook,
    /// A user changed the address or the secret of a webhook of the own account, or turned it on after all logins had ended.
    ChangeWebhook,
    /// A user deleted a webhook of the own account.
    DeleteWebhook,
}

/// An entry of the audit log.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditEntry {
    /// The entry's id.
    pub id: Id,
    /// When it happened.
    pub at: Timestamp,
    /// The email of the administrator or the user; null if it happened by `twentyfour admin`, empty if the account was deleted since.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub admin: Option<String>,
    /// What happened.
    pub action: AuditAction,
    /// The email that it concerned; null for none, empty if its account was deleted or it left the waitlist since.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub target: Option<String>,
    /// Details, such as the plan or the last characters of an API token; may be empty.
    pub detail: String,
}

/// The response to `GET /admin/audit/`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AdminAudit {
    /// At most 50 entries, the newest first.
    pub entries: Vec<AuditEntry>,
    /// Whether there is another page.
    pub has_more: bool,
}

/// A part of the page for administrators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(rename_all = "snake_case")]
pub enum AdminSection {
    /// The accounts: `AdminPeople`.
    People,
    /// The waitlist: `AdminWaitlist`.
    Waitlist,
    /// The mail queue: `AdminMails`.
    Mails,
    /// Storage and health: `AdminStorage`.
    Storage,
    /// The audit log: `AdminAudit`.
    Audit,
}

/// What the page for administrators shows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
pub struct AdminQuery {
    /// The part of the page.
    pub section: AdminSection,
    /// Part of an email or a name, for the accounts; empty for all.
    pub search: String,
    /// The number of the page of a list, from 0.
    pub page: u32,
}

/// A change by an administrator.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum AdminChange {
    /// Changes an account.
    Person {
        /// The account.
        id: Id,
        /// What to change.
        change: PersonChange,
    },
    /// Changes an entry of the waitlist.
    Waitlist {
        /// The email address of the entry.
        email: String,
        /// What to change.
        change: WaitlistChange,
    },
    /// Changes a mail that waits to be sent.
    Mail {
        /// The mail.
        id: Id,
        /// What to change.
        change: MailChange,
    },
}

/// The page for administrators.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, WriteJson, Deserialize, ReadJson)]
#[cfg_attr(target_arch = "wasm32", derive(tsify::Tsify))]
#[cfg_attr(target_arch = "wasm32", tsify(missing_as_null))]
pub struct AdminView {
    /// What is shown; null until something was loaded.
    pub query: Option<AdminQuery>,
    /// The loading status of what is shown.
    pub status: LoadStatus,
    /// JSON text of the type that [`AdminSection`] names; null until loaded.
    pub content: Option<String>,
    /// Whether a change is in flight.
    pub is_changing: bool,
    /// Whether the last change succeeded, until another one starts.
    pub is_done: bool,
    /// The link of the invitation that the last change created, if the server sends no mail; null otherwise.
    pub invitation_url: Option<String>,
    /// Why the last change was refused; null if it was not.
    pub rejection: Option<Rejection>,
}
