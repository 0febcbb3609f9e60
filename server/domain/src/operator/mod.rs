//! The tasks of the operator: `twentyfour admin …`. They work on the database beside a running server.

mod verify;

pub use verify::{KindReport, VerificationReport, run as verify};

use crate::DomainError;
use crate::export::local_time::format_local_time;
use crate::logins;
use core_wasm::protocol::admin::AuditAction;
use core_wasm::protocol::http::UserType;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use formats::csv_table::{BYTE_ORDER_MARK, csv_row, escape_formula};
use futures_util::TryStreamExt;
use std::io::{self, Write};
use twentyfour_jobs::mails;
use twentyfour_model::LinkPurpose;
use twentyfour_model::clock::system_time;
use twentyfour_model::token::random_bytes;
use twentyfour_store::accounts::AccountRow;
use twentyfour_store::audit::{self, AuditedAccount, NewAuditEntry};
use twentyfour_store::{Database, StoreError, accounts, admin as store, tag};

/// Makes an account an administrator. Returns false if no account has the email.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn make_admin(database: &Database, email: &Email) -> Result<bool, DomainError> {
    let Some(account) = accounts::by_email(database.pool(), email).await? else { return Ok(false) };
    let entry = entry(AuditAction::MakeAdmin, Some(&account));
    let is_found = database.write(move |connection| {
        Box::pin(async move {
            let is_found = store::make_admin(connection, account.id).await?;
            audit::insert(connection, entry).await?;
            Ok::<_, DomainError>(is_found)
        })
    });
    is_found.await
}

/// Sets the plan of an account. Returns false if no account has the email.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn set_plan(database: &Database, email: &Email, plan: UserType) -> Result<bool, DomainError> {
    let Some(account) = accounts::by_email(database.pool(), email).await? else { return Ok(false) };
    let entry = NewAuditEntry { detail: tag(&plan), ..entry(AuditAction::SetPlan, Some(&account)) };
    let is_found = database.write(move |connection| {
        Box::pin(async move {
            let is_found = store::set_plan(connection, account.id, plan).await?;
            audit::insert(connection, entry).await?;
            Ok::<_, DomainError>(is_found)
        })
    });
    is_found.await
}

/// Ends the logins of an account and returns how many there were, or `None` if no account has the email.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn end_logins(database: &Database, email: &Email) -> Result<Option<u64>, DomainError> {
    let Some(account) = accounts::by_email(database.pool(), email).await? else { return Ok(None) };
    let entry = entry(AuditAction::EndLogins, Some(&account));
    let ended = database.write(move |connection| {
        Box::pin(async move {
            let ended = logins::end_all(connection, account.id, None).await?;
            audit::insert(connection, entry).await?;
            Ok::<_, DomainError>(ended)
        })
    });
    Ok(Some(ended.await?.count()))
}

/// Ends the logins, API tokens and calendar feeds of all accounts, and turns their webhooks off. Returns the number of logins.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn end_all_logins(database: &Database) -> Result<u64, DomainError> {
    let entry = entry(AuditAction::EndLogins, None);
    let ended = database.write(move |connection| {
        Box::pin(async move {
            let ended = store::end_all_logins(connection).await?;
            audit::insert(connection, entry).await?;
            Ok::<_, DomainError>(ended)
        })
    });
    ended.await
}

/// Creates a link with which the owner of an account sets a new password, as the mail for a forgotten password contains
/// it. Returns `None` if no account has the email.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn create_reset_link(
    database: &Database,
    email: &Email,
    public_url: &str,
) -> Result<Option<String>, DomainError> {
    let Some(account) = accounts::by_email(database.pool(), email).await? else { return Ok(None) };
    let entry = entry(AuditAction::ResetPassword, Some(&account));
    let (purpose, now, public_url) = (LinkPurpose::ResetPassword, system_time(), public_url.to_owned());
    let link = database.write(move |connection| {
        Box::pin(async move {
            let link = mails::create_link(connection, purpose, account.id, &account.email, &public_url, now).await?;
            audit::insert(connection, entry).await?;
            Ok::<_, DomainError>(link)
        })
    });
    Ok(Some(link.await?.address))
}

/// Writes the accounts as CSV, oldest first.
///
/// # Errors
/// Returns an error if the database fails or the output cannot be written.
pub async fn export_users(database: &Database, out: &mut (impl Write + Send)) -> Result<(), CsvExportError> {
    let mut connection = database.pool().acquire().await.map_err(StoreError::from)?;
    let columns = ["email", "first_name", "last_name", "plan", "is_admin", "is_verified", "joined", "last_login"];
    write!(out, "{BYTE_ORDER_MARK}{}", csv_row(columns))?;
    let mut accounts = store::accounts(&mut connection);
    while let Some(account) = accounts.try_next().await? {
        let fields = [
            escape_formula(&account.email),
            escape_formula(&account.first_name),
            escape_formula(&account.last_name),
            tag(&account.user_type),
            account.is_admin.to_string(),
            account.is_verified.to_string(),
            format_local_time(account.date_joined, 0),
            account.last_login.map(|moment| format_local_time(moment, 0)).unwrap_or_default(),
        ];
        write!(out, "{}", csv_row(fields))?;
    }
    Ok(())
}

/// Why a table was not exported.
#[derive(Debug)]
pub enum CsvExportError {
    /// The database cannot be read.
    Read(DomainError),
    /// The output cannot be written.
    Write(io::Error),
}

impl From<StoreError> for CsvExportError {
    fn from(error: StoreError) -> Self {
        Self::Read(error.into())
    }
}

impl From<io::Error> for CsvExportError {
    fn from(error: io::Error) -> Self {
        Self::Write(error)
    }
}

/// Writes the waitlist as CSV, oldest first.
///
/// # Errors
/// Returns an error if the database fails or the output cannot be written.
pub async fn export_waitlist(database: &Database, out: &mut (impl Write + Send)) -> Result<(), CsvExportError> {
    let mut connection = database.pool().acquire().await.map_err(StoreError::from)?;
    write!(out, "{BYTE_ORDER_MARK}{}", csv_row(["email", "name", "joined"]))?;
    let mut entries = store::waitlist(&mut connection);
    while let Some(entry) = entries.try_next().await? {
        let fields = [escape_formula(&entry.email), escape_formula(&entry.name), format_local_time(entry.joined_at, 0)];
        write!(out, "{}", csv_row(fields))?;
    }
    Ok(())
}

/// Creates a single-use invitation and returns its link. `public_url` is the base URL.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn create_invitation(database: &Database, public_url: &str) -> Result<String, DomainError> {
    let (entry, now, public_url) = (entry(AuditAction::Invite, None), system_time(), public_url.to_owned());
    let link = database.write(move |connection| {
        Box::pin(async move {
            let link = mails::create_invitation(connection, &public_url, now).await?;
            audit::insert(connection, entry).await?;
            Ok::<_, DomainError>(link)
        })
    });
    link.await
}

/// Returns the entry of the audit log for a task of the operator.
fn entry(action: AuditAction, target: Option<&AccountRow>) -> NewAuditEntry {
    let at = system_time();
    let target = target.map(|account| AuditedAccount { id: Some(account.id), email: account.email.clone() });
    let id = Id::from_parts(at.millis().unsigned_abs(), &random_bytes());
    NewAuditEntry { id, at, admin: None, action, target, detail: String::new() }
}
