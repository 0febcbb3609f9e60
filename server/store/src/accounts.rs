//! Reads and writes accounts (table `users`).

use super::{corrupt_column, read_id, read_tag, read_timestamp, tag};
use crate::unique_names::EMAILS;
use crate::{ReadPool, StoreError};
use core_wasm::protocol::http::{Preferences, UserType};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::{Email, PersonName};
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, Executor, Row};
use twentyfour_model::Owner;

/// An account as stored.
#[derive(Clone, Debug)]
pub struct AccountRow {
    /// The id of the account.
    pub id: Id,
    /// The email address.
    pub email: String,
    /// The first name.
    pub first_name: String,
    /// The last name.
    pub last_name: String,
    /// A PHC string, or empty if the account has no password.
    pub password_hash: String,
    /// When the account was created.
    pub date_joined: Timestamp,
    /// The time of the last login; `None` before the first.
    pub last_login: Option<Timestamp>,
    /// Whether the email address is confirmed.
    pub is_verified: bool,
    /// Whether the account is an administrator.
    pub is_admin: bool,
    /// The plan.
    pub user_type: UserType,
    /// The email address that replaces `email` as soon as it is confirmed.
    pub pending_email: Option<String>,
    /// When the account is deleted permanently; `None` if no deletion is scheduled.
    pub delete_at: Option<Timestamp>,
}

pub(super) const COLUMNS: &str = "id, email, first_name, last_name, password_hash, date_joined, last_login, is_verified, is_admin, user_type, \
                       pending_email, delete_at";

pub(super) fn account(row: &AnyRow) -> Result<AccountRow, StoreError> {
    Ok(AccountRow {
        id: read_id(row, "id")?,
        email: row.try_get("email")?,
        first_name: row.try_get("first_name")?,
        last_name: row.try_get("last_name")?,
        password_hash: row.try_get("password_hash")?,
        date_joined: read_timestamp(row, "date_joined")?.ok_or_else(|| corrupt_column("date_joined"))?,
        last_login: read_timestamp(row, "last_login")?,
        is_verified: row.try_get::<i64, _>("is_verified")? != 0,
        is_admin: row.try_get::<i64, _>("is_admin")? != 0,
        user_type: read_tag(row, "user_type")?,
        pending_email: row.try_get("pending_email")?,
        delete_at: read_timestamp(row, "delete_at")?,
    })
}

/// The fields of a new account.
#[derive(Clone)]
pub struct NewAccount {
    /// The id of the account.
    pub id: Id,
    /// The email address.
    pub email: Email,
    /// The first name.
    pub first_name: PersonName,
    /// The last name.
    pub last_name: PersonName,
    /// The hash of the password; empty for accounts that have none.
    pub password_hash: String,
}

/// Adds an account and returns true, or returns false if the email address is taken. The daily focus sums of a new
/// account count as complete, since it has no session yet.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(connection: &mut AnyConnection, new: &NewAccount, now: Timestamp) -> Result<bool, StoreError> {
    let id = new.id.to_string();
    if !EMAILS.claim(connection, new.email.as_str(), &id).await? {
        return Ok(false);
    }
    let inserted = sqlx::query(
        "INSERT INTO users (id, email, first_name, last_name, password_hash, date_joined, last_login, is_verified, is_admin, user_type, \
         summed_day_start) VALUES ($1, $2, $3, $4, $5, $6, $6, 0, 0, $7, $8) ON CONFLICT DO NOTHING",
    )
    .bind(id.clone())
    .bind(new.email.as_str().to_owned())
    .bind(new.first_name.as_str().to_owned())
    .bind(new.last_name.as_str().to_owned())
    .bind(new.password_hash.clone())
    .bind(now.millis())
    .bind(tag(&UserType::default()))
    .bind(Preferences::default().day_start_minutes)
    .execute(&mut *connection)
    .await?;
    if inserted.rows_affected() == 1 {
        return Ok(true);
    }
    // There is an account with this id, or a server of an earlier release has added one with this address.
    EMAILS.release_unused(connection, new.email.as_str(), &id).await?;
    Ok(false)
}

/// Records a login by password. Stores `rehashed` instead of the password's hash if it is given. Returns false, and
/// changes nothing, if the stored hash is no longer `verified`.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn record_password_login(
    connection: &mut AnyConnection,
    id: Id,
    verified: &str,
    rehashed: Option<&str>,
    now: Timestamp,
) -> Result<bool, StoreError> {
    let updated =
        sqlx::query("UPDATE users SET last_login = $2, password_hash = $3 WHERE id = $1 AND password_hash = $4")
            .bind(id.to_string())
            .bind(now.millis())
            .bind(rehashed.unwrap_or(verified).to_owned())
            .bind(verified.to_owned())
            .execute(connection)
            .await?;
    Ok(updated.rows_affected() == 1)
}

/// Changes the password's hash from `verified` to `password_hash`. Returns false if the stored hash is no longer
/// `verified`.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn change_password(
    connection: &mut AnyConnection,
    id: Id,
    verified: &str,
    password_hash: &str,
) -> Result<bool, StoreError> {
    let updated = sqlx::query("UPDATE users SET password_hash = $3 WHERE id = $1 AND password_hash = $2")
        .bind(id.to_string())
        .bind(verified.to_owned())
        .bind(password_hash.to_owned())
        .execute(connection)
        .await?;
    Ok(updated.rows_affected() == 1)
}

/// Locks an account's row until the transaction ends. Returns false if its password hash is no longer `verified`
/// (empty: the account has no password) or if the login `login_id` has ended.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn lock_verified(
    connection: &mut AnyConnection,
    owner: Owner,
    login_id: Id,
    verified: &str,
) -> Result<bool, StoreError> {
    let locked = sqlx::query(
        "UPDATE users SET password_hash = password_hash WHERE id = $1 AND password_hash = $2 \
         AND EXISTS (SELECT 1 FROM logins WHERE id = $3 AND user_id = $1)",
    )
    .bind(owner.id().to_string())
    .bind(verified.to_owned())
    .bind(login_id.to_string())
    .execute(connection)
    .await?;
    Ok(locked.rows_affected() == 1)
}

/// Returns whether a Google identity is linked to the account.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn has_google(executor: impl Executor<'_, Database = Any>, owner: Owner) -> Result<bool, StoreError> {
    let row = sqlx::query("SELECT subject FROM google_identities WHERE user_id = $1 LIMIT 1")
        .bind(owner.id().to_string())
        .fetch_optional(executor)
        .await?;
    Ok(row.is_some())
}

/// Records the time of a login.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn record_login(connection: &mut AnyConnection, id: Id, now: Timestamp) -> Result<(), StoreError> {
    sqlx::query("UPDATE users SET last_login = $2 WHERE id = $1")
        .bind(id.to_string())
        .bind(now.millis())
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the account with the given id.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn by_id<'e>(executor: impl Executor<'e, Database = Any>, id: Id) -> Result<Option<AccountRow>, StoreError> {
    let row = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT {COLUMNS} FROM users WHERE id = $1")))
        .bind(id.to_string())
        .fetch_optional(executor)
        .await?;
    row.as_ref().map(account).transpose()
}

/// Returns the id of the account with a confirmed email address.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn verified_by_email(connection: &mut AnyConnection, email: &str) -> Result<Option<Id>, StoreError> {
    let sql = format!("SELECT id FROM users WHERE {} AND is_verified <> 0", EMAILS.is_owner("$1"));
    let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(email.to_owned());
    query.fetch_optional(connection).await?.map(|row| read_id(&row, "id")).transpose()
}

/// Returns the account with the given email address.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn by_email(pool: &ReadPool, email: &Email) -> Result<Option<AccountRow>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM users WHERE {}", EMAILS.is_owner("$1"));
    let row = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(email.as_str().to_owned()).fetch_optional(pool).await?;
    row.as_ref().map(account).transpose()
}
