//! The logins of accounts.

use super::statements::statements;
use super::{corrupt_column, map_missing_account, read_id, read_timestamp};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::account::Login;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::{Any, AnyConnection, Executor, Row};
use twentyfour_model::Owner;

/// The maximum number of logins per account. Accounts from before this limit may have more; the list shows the most
/// recent ones.
pub const MAX_LOGINS: i64 = 100;

/// The maximum number of logins that are ended at once if an account has too many.
const MAX_BATCH: i64 = 1_000;

/// Adds a login.
///
/// # Errors
/// Returns an error if the account no longer exists ([`StoreError::AccountMissing`]) or if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    id: Id,
    user_id: Id,
    device: &str,
    now: Timestamp,
    expires_at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO logins (id, user_id, device, created_at, last_seen, expires_at) VALUES ($1, $2, $3, $4, $4, $5)",
    )
    .bind(id.to_string())
    .bind(user_id.to_string())
    .bind(device.to_owned())
    .bind(now.millis())
    .bind(expires_at.millis())
    .execute(connection)
    .await
    .map_err(map_missing_account)?;
    Ok(())
}

/// Returns the logins of an account that exceed the limit, the least recently active ones. `new` was just added and is
/// never among them.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn excess(connection: &mut AnyConnection, user_id: Id, new: Id) -> Result<Vec<Id>, StoreError> {
    let rows = sqlx::query(
        "SELECT id FROM logins WHERE user_id = $1 AND id <> $2 ORDER BY last_seen DESC, id DESC LIMIT $3 OFFSET $4",
    )
    .bind(user_id.to_string())
    .bind(new.to_string())
    .bind(MAX_BATCH)
    .bind(MAX_LOGINS - 1)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| read_id(row, "id")).collect()
}

/// Returns whether an account has this login and it has not expired.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn exists(pool: &ReadPool, id: Id, user_id: Id, now: Timestamp) -> Result<bool, StoreError> {
    let row = sqlx::query("SELECT id FROM logins WHERE id = $1 AND user_id = $2 AND expires_at > $3")
        .bind(id.to_string())
        .bind(user_id.to_string())
        .bind(now.millis())
        .fetch_optional(pool)
        .await?;
    Ok(row.is_some())
}

/// Returns which of the given logins still exist, each with its account.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn existing(pool: &ReadPool, logins: &[(Id, Id)]) -> Result<Vec<Id>, StoreError> {
    let rows = logins.iter().map(|(user_id, id)| [(*user_id).into(), (*id).into()]);
    let queries = statements(rows, |values| {
        format!(
            "SELECT logins.id FROM ({values}) AS given \
             JOIN logins ON logins.user_id = given.column1 AND logins.id = given.column2"
        )
    });
    let mut existing = Vec::with_capacity(logins.len());
    for query in queries {
        for row in query.fetch_all(pool).await? {
            existing.push(read_id(&row, "id")?);
        }
    }
    Ok(existing)
}

/// Returns when a login was created, or `None` if it has ended.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn started_at(pool: &ReadPool, user_id: Id, id: Id) -> Result<Option<Timestamp>, StoreError> {
    let query = sqlx::query("SELECT created_at FROM logins WHERE user_id = $1 AND id = $2");
    let row = query.bind(user_id.to_string()).bind(id.to_string()).fetch_optional(pool).await?;
    row.map_or(Ok(None), |row| read_timestamp(&row, "created_at"))
}

/// Returns the logins of an account that have not expired: the current one first, then the most recently active ones.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn list(
    executor: impl Executor<'_, Database = Any>,
    owner: Owner,
    current: Id,
    now: Timestamp,
) -> Result<Vec<Login>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, device, created_at, last_seen FROM logins WHERE user_id = $1 AND expires_at > $2 \
         ORDER BY CASE WHEN id = $3 THEN 0 ELSE 1 END, last_seen DESC, id DESC LIMIT $4",
    )
    .bind(owner.id().to_string())
    .bind(now.millis())
    .bind(current.to_string())
    .bind(MAX_LOGINS)
    .fetch_all(executor)
    .await?;
    rows.iter()
        .map(|row| {
            let id = read_id(row, "id")?;
            Ok(Login {
                id,
                device: row.try_get("device")?,
                created_at: read_timestamp(row, "created_at")?.ok_or_else(|| corrupt_column("created_at"))?,
                last_seen: read_timestamp(row, "last_seen")?.ok_or_else(|| corrupt_column("last_seen"))?,
                is_current: id == current,
            })
        })
        .collect()
}

/// Records that a login refreshed its tokens, and sets its expiry to `expires_at` or to `max_age_ms` milliseconds after
/// its creation, whichever is earlier. Returns the new expiry, or `None` if the login has ended.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn record_activity(
    connection: &mut AnyConnection,
    user_id: Id,
    id: Id,
    now: Timestamp,
    expires_at: Timestamp,
    max_age_ms: i64,
) -> Result<Option<Timestamp>, StoreError> {
    let row = sqlx::query(
        "UPDATE logins SET last_seen = $2, \
         expires_at = CASE WHEN created_at + $4 < $3 THEN created_at + $4 ELSE $3 END \
         WHERE id = $1 AND user_id = $5 RETURNING expires_at",
    )
    .bind(id.to_string())
    .bind(now.millis())
    .bind(expires_at.millis())
    .bind(max_age_ms)
    .bind(user_id.to_string())
    .fetch_optional(connection)
    .await?;
    row.map_or(Ok(None), |row| read_timestamp(&row, "expires_at"))
}

/// Changes the id of a login. Returns false if the account has no such login.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn change_id(connection: &mut AnyConnection, user_id: Id, id: Id, new_id: Id) -> Result<bool, StoreError> {
    let renamed = sqlx::query("UPDATE logins SET id = $3 WHERE id = $1 AND user_id = $2")
        .bind(id.to_string())
        .bind(user_id.to_string())
        .bind(new_id.to_string())
        .execute(connection)
        .await?;
    Ok(renamed.rows_affected() == 1)
}

/// Removes a login of an account. Returns false if the account has no such login.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove(connection: &mut AnyConnection, user_id: Id, id: Id) -> Result<bool, StoreError> {
    let removed = sqlx::query("DELETE FROM logins WHERE id = $1 AND user_id = $2")
        .bind(id.to_string())
        .bind(user_id.to_string())
        .execute(connection)
        .await?;
    Ok(removed.rows_affected() == 1)
}

/// Removes all logins of an account except one, and returns the ids of those removed.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn remove_all(
    connection: &mut AnyConnection,
    user_id: Id,
    except: Option<Id>,
) -> Result<Vec<Id>, StoreError> {
    let rows = sqlx::query("DELETE FROM logins WHERE user_id = $1 AND id <> $2 RETURNING id")
        .bind(user_id.to_string())
        .bind(except.map(|id| id.to_string()).unwrap_or_default())
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| read_id(row, "id")).collect()
}
