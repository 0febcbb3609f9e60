//! Accounts.

use super::{read_id, read_moment, read_tag, tag, unreadable};
use crate::error::ApiError;
use core_wasm::protocol::http::{Preferences, UserType};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::{Email, PersonName};
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AnyPool, Executor, Row};

/// An account as it is kept.
#[derive(Clone, Debug)]
pub(crate) struct AccountRow {
    pub(crate) id: Id,
    pub(crate) email: String,
    pub(crate) first_name: String,
    pub(crate) last_name: String,
    /// A PHC string.
    pub(crate) password_hash: String,
    pub(crate) date_joined: Timestamp,
    pub(crate) last_login: Option<Timestamp>,
    pub(crate) is_verified: bool,
    pub(crate) is_admin: bool,
    pub(crate) user_type: UserType,
}

const COLUMNS: &str =
    "id, email, first_name, last_name, password_hash, date_joined, last_login, is_verified, is_admin, user_type";

fn account(row: &AnyRow) -> Result<AccountRow, ApiError> {
    Ok(AccountRow {
        id: read_id(row, "id")?,
        email: row.try_get("email")?,
        first_name: row.try_get("first_name")?,
        last_name: row.try_get("last_name")?,
        password_hash: row.try_get("password_hash")?,
        date_joined: read_moment(row, "date_joined")?.ok_or_else(|| unreadable("date_joined"))?,
        last_login: read_moment(row, "last_login")?,
        is_verified: row.try_get::<i64, _>("is_verified")? != 0,
        is_admin: row.try_get::<i64, _>("is_admin")? != 0,
        user_type: read_tag(row, "user_type")?,
    })
}

/// What a new account is made of.
pub(crate) struct NewAccount {
    pub(crate) id: Id,
    pub(crate) email: Email,
    pub(crate) first_name: PersonName,
    pub(crate) last_name: PersonName,
    pub(crate) password_hash: String,
}

/// Adds an account, whose sums of focused time are complete as long as it has no session. False where another has the email.
pub(crate) async fn insert(connection: &mut AnyConnection, new: &NewAccount, now: Timestamp) -> Result<bool, ApiError> {
    let inserted = sqlx::query(
        "INSERT INTO users (id, email, first_name, last_name, password_hash, date_joined, last_login, is_verified, is_admin, user_type, \
         summed_day_start) VALUES ($1, $2, $3, $4, $5, $6, $6, 0, 0, $7, $8) ON CONFLICT (email) DO NOTHING",
    )
    .bind(new.id.to_string())
    .bind(new.email.as_str().to_owned())
    .bind(new.first_name.as_str().to_owned())
    .bind(new.last_name.as_str().to_owned())
    .bind(new.password_hash.clone())
    .bind(now.millis())
    .bind(tag(&UserType::default()))
    .bind(Preferences::default().day_start_minutes)
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() == 1)
}

/// Notes that a person has logged in.
pub(crate) async fn touch(connection: &mut AnyConnection, id: Id, now: Timestamp) -> Result<(), ApiError> {
    sqlx::query("UPDATE users SET last_login = $2 WHERE id = $1")
        .bind(id.to_string())
        .bind(now.millis())
        .execute(connection)
        .await?;
    Ok(())
}

/// The account with an id.
pub(crate) async fn by_id<'e>(
    executor: impl Executor<'e, Database = Any>,
    id: Id,
) -> Result<Option<AccountRow>, ApiError> {
    let row = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT {COLUMNS} FROM users WHERE id = $1")))
        .bind(id.to_string())
        .fetch_optional(executor)
        .await?;
    row.as_ref().map(account).transpose()
}

/// The account with an email.
pub(crate) async fn by_email(pool: &AnyPool, email: &Email) -> Result<Option<AccountRow>, ApiError> {
    let row = sqlx::query(sqlx::AssertSqlSafe(format!("SELECT {COLUMNS} FROM users WHERE email = $1")))
        .bind(email.as_str().to_owned())
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(account).transpose()
}
