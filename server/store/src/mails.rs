//! The queue of outgoing mails.

use super::{corrupt_column, read_id, read_tag, read_timestamp, tag};
use crate::unique_names::EMAILS;
use crate::{ReadPool, StoreError};
use core_wasm::protocol::admin::AdminMail;
use core_wasm::protocol::http::InboxMails;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::language::Language;
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use twentyfour_model::{MailKind, NewMail};

/// A mail that is due to be sent.
pub struct DueMail {
    /// The id of the mail.
    pub id: String,
    /// When the mail was queued.
    pub created_at: Timestamp,
    /// The number of attempts, the current one included.
    pub tries: i64,
    /// What the mail is about.
    pub kind: MailKind,
    /// The recipient's address.
    pub recipient: String,
    /// The account that the mail is about; `None` if it is looked up by the address.
    pub account_id: Option<Id>,
    /// The parameters of the mail's content, as JSON.
    pub parameters: String,
}

/// A mail that is due but cannot be read, for example because a newer server queued it.
pub struct UnreadableMail {
    /// The id of the mail.
    pub id: String,
    /// When the mail was queued.
    pub created_at: Timestamp,
    /// The number of attempts, with the current one.
    pub tries: i64,
    /// Why the mail cannot be read.
    pub error: StoreError,
}

/// The fields of an account that its mails use.
pub struct MailAccount {
    /// The id of the account.
    pub id: Id,
    /// The email address.
    pub email: String,
    /// Whether the email address is confirmed.
    pub is_verified: bool,
    /// The address that will replace it once it is confirmed.
    pub pending_email: Option<String>,
    /// When the account will be deleted; `None` if that is not scheduled.
    pub delete_at: Option<Timestamp>,
    /// An IANA time zone, if known.
    pub time_zone: Option<String>,
    /// When the inbox is mailed.
    pub inbox_mails: InboxMails,
}

/// Adds a mail that is due immediately. `parameters` is JSON.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    mail: &NewMail,
    parameters: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO mails (id, kind, recipient, user_id, parameters, created_at, next_try_at, tries) \
         VALUES ($1, $2, $3, $4, $5, $6, $6, 0)",
    )
    .bind(mail.id.to_string())
    .bind(mail.kind.tag())
    .bind(mail.recipient.clone())
    .bind(mail.account_id.map(|id| id.to_string()))
    .bind(parameters.to_owned())
    .bind(now.millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// Claims at most `limit` due mails, so that no other server sends them before `leased_until`. The condition is
/// repeated in the outer statement because PostgreSQL waits for rows that another server is claiming and then checks
/// the condition again on the updated row.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn claim(
    connection: &mut AnyConnection,
    now: Timestamp,
    leased_until: Timestamp,
    limit: i64,
) -> Result<Vec<Result<DueMail, UnreadableMail>>, StoreError> {
    let rows = sqlx::query(
        "UPDATE mails SET next_try_at = $2, tries = tries + 1 WHERE next_try_at <= $1 AND id IN \
         (SELECT id FROM mails WHERE next_try_at <= $1 ORDER BY next_try_at, id LIMIT $3) \
         RETURNING id, kind, recipient, user_id, parameters, created_at, tries",
    )
    .bind(now.millis())
    .bind(leased_until.millis())
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(due_mail).collect()
}

fn due_mail(row: &AnyRow) -> Result<Result<DueMail, UnreadableMail>, StoreError> {
    let (id, tries): (String, i64) = (row.try_get("id")?, row.try_get("tries")?);
    let created_at = read_timestamp(row, "created_at")?.ok_or_else(|| corrupt_column("created_at"))?;
    let Some(kind) = MailKind::from_tag(row.try_get("kind")?) else {
        return Ok(Err(UnreadableMail { id, created_at, tries, error: corrupt_column("kind") }));
    };
    let account_id = row.try_get::<Option<&str>, _>("user_id")?.and_then(Id::parse);
    let (recipient, parameters) = (row.try_get("recipient")?, row.try_get("parameters")?);
    Ok(Ok(DueMail { id, created_at, tries, kind, recipient, account_id, parameters }))
}

/// Extends the lease of attempt number `tries` of a mail. Returns false if the mail is no longer in the queue, or another server
/// has started a later attempt.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn extend_lease(
    connection: &mut AnyConnection,
    id: &str,
    tries: i64,
    leased_until: Timestamp,
) -> Result<bool, StoreError> {
    let extended = sqlx::query("UPDATE mails SET next_try_at = $3 WHERE id = $1 AND tries = $2")
        .bind(id.to_owned())
        .bind(tries)
        .bind(leased_until.millis())
        .execute(connection)
        .await?;
    Ok(extended.rows_affected() > 0)
}

/// Returns the number of mails in the queue.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count(pool: &ReadPool) -> Result<i64, StoreError> {
    Ok(sqlx::query_scalar("SELECT COUNT(*) FROM mails").fetch_one(pool).await?)
}

/// Returns `limit` mails of the queue after the first `offset` ones, the earliest first.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn list(pool: &ReadPool, offset: i64, limit: i64) -> Result<Vec<AdminMail>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, kind, recipient, created_at, next_try_at, tries FROM mails ORDER BY created_at, id LIMIT $1 OFFSET $2",
    )
    .bind(limit)
    .bind(offset)
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(AdminMail {
                id: read_id(row, "id")?,
                kind: row.try_get("kind")?,
                recipient: row.try_get("recipient")?,
                created_at: read_timestamp(row, "created_at")?.ok_or_else(|| corrupt_column("created_at"))?,
                next_try_at: read_timestamp(row, "next_try_at")?.ok_or_else(|| corrupt_column("next_try_at"))?,
                tries: row.try_get("tries")?,
            })
        })
        .collect()
}

/// Returns the recipient of a mail in the queue and locks its row until the transaction ends. Returns `None` if it is no
/// longer in the queue.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn lock_recipient(connection: &mut AnyConnection, id: Id) -> Result<Option<String>, StoreError> {
    let row = sqlx::query("UPDATE mails SET tries = tries WHERE id = $1 RETURNING recipient")
        .bind(id.to_string())
        .fetch_optional(connection)
        .await?;
    row.map(|row| Ok(row.try_get("recipient")?)).transpose()
}

/// Makes a mail due now, unless its next attempt begins before `leased_until`: a server may be sending it.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn retry_now(
    connection: &mut AnyConnection,
    id: Id,
    now: Timestamp,
    leased_until: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE mails SET next_try_at = $2 WHERE id = $1 AND next_try_at > $3")
        .bind(id.to_string())
        .bind(now.millis())
        .bind(leased_until.millis())
        .execute(connection)
        .await?;
    Ok(())
}

/// Removes a mail from the queue, because it was sent or cannot be sent.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove(connection: &mut AnyConnection, id: &str) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM mails WHERE id = $1").bind(id.to_owned()).execute(connection).await?;
    Ok(())
}

/// Schedules the next attempt after attempt number `tries`, unless another server has started a later one.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn postpone(
    connection: &mut AnyConnection,
    id: &str,
    tries: i64,
    next_try_at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query("UPDATE mails SET next_try_at = $3 WHERE id = $1 AND tries = $2")
        .bind(id.to_owned())
        .bind(tries)
        .bind(next_try_at.millis())
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the language that an account has chosen: the one with the given id, or the one with the email address. `None` if
/// there is no such account, or it has not changed any preference.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn language(pool: &ReadPool, account_id: Option<Id>, email: &str) -> Result<Option<Language>, StoreError> {
    let condition = if account_id.is_some() { "users.id = $1".to_owned() } else { EMAILS.is_owner("$1") };
    let row = sqlx::query(AssertSqlSafe(format!(
        "SELECT language FROM users JOIN preferences ON user_id = id WHERE {condition}"
    )))
    .bind(account_id.map_or_else(|| email.to_owned(), |id| id.to_string()))
    .fetch_optional(pool)
    .await?;
    row.map(|row| read_tag(&row, "language")).transpose()
}

/// Returns the account that a mail is about: the one with the given id, or the one with the email address.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn mail_account(
    pool: &ReadPool,
    account_id: Option<Id>,
    email: &str,
) -> Result<Option<MailAccount>, StoreError> {
    let condition = if account_id.is_some() { "users.id = $1".to_owned() } else { EMAILS.is_owner("$1") };
    let row = sqlx::query(AssertSqlSafe(format!(
        "SELECT id, email, is_verified, pending_email, delete_at, time_zone, \
         COALESCE(inbox_mails, $2) AS inbox_mails FROM users LEFT JOIN preferences ON user_id = id \
         WHERE {condition}"
    )))
    .bind(account_id.map_or_else(|| email.to_owned(), |id| id.to_string()))
    .bind(tag(&InboxMails::default()))
    .fetch_optional(pool)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(MailAccount {
        id: read_id(&row, "id")?,
        email: row.try_get("email")?,
        is_verified: row.try_get::<i64, _>("is_verified")? != 0,
        pending_email: row.try_get("pending_email")?,
        delete_at: read_timestamp(&row, "delete_at")?,
        time_zone: row.try_get("time_zone")?,
        inbox_mails: read_tag(&row, "inbox_mails")?,
    }))
}
