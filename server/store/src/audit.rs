//! The audit log: what administrators and the operator have done, and users to their API tokens (table `audit_log`).

use super::{corrupt_column, read_id, read_tag, read_timestamp, tag};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::admin::{AuditAction, AuditEntry};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use twentyfour_model::clock::MILLIS_PER_DAY;

/// How long entries are kept, in milliseconds: two years.
const RETENTION_MS: i64 = 2 * 365 * MILLIS_PER_DAY;

/// An account that an entry refers to.
#[derive(Clone)]
pub struct AuditedAccount {
    /// The id of the account; `None` for an email without one.
    pub id: Option<Id>,
    /// The email address.
    pub email: String,
}

/// A new entry.
#[derive(Clone)]
pub struct NewAuditEntry {
    /// The id of the entry.
    pub id: Id,
    /// When it happened.
    pub at: Timestamp,
    /// The administrator, or the user; `None` for the operator.
    pub admin: Option<AuditedAccount>,
    /// What happened.
    pub action: AuditAction,
    /// What it concerned; `None` for no account or address in particular.
    pub target: Option<AuditedAccount>,
    /// Details, such as the plan; may be empty.
    pub detail: String,
}

/// Adds an entry.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(connection: &mut AnyConnection, entry: NewAuditEntry) -> Result<(), StoreError> {
    let NewAuditEntry { id, at, admin, action, target, detail } = entry;
    let of = |account: Option<AuditedAccount>| match account {
        Some(AuditedAccount { id, email }) => (id.map(|id| id.to_string()), Some(email)),
        None => (None, None),
    };
    let ((admin_id, admin_email), (target_id, target_email)) = (of(admin), of(target));
    sqlx::query(
        "INSERT INTO audit_log (id, at, admin_id, admin_email, action, target_id, target_email, detail, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(id.to_string())
    .bind(at.millis())
    .bind(admin_id)
    .bind(admin_email)
    .bind(tag(&action))
    .bind(target_id)
    .bind(target_email)
    .bind(detail)
    .bind(at.plus_millis(RETENTION_MS).millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns `limit` entries after the first `offset` ones, the newest first.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn list(pool: &ReadPool, offset: i64, limit: i64) -> Result<Vec<AuditEntry>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, at, admin_email, action, target_email, detail FROM audit_log \
         ORDER BY at DESC, id DESC LIMIT $1 OFFSET $2",
    )
    .bind(limit)
    .bind(offset)
    .fetch_all(pool)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(AuditEntry {
                id: read_id(row, "id")?,
                at: read_timestamp(row, "at")?.ok_or_else(|| corrupt_column("at"))?,
                admin: row.try_get("admin_email")?,
                action: read_tag(row, "action")?,
                target: row.try_get("target_email")?,
                detail: row.try_get("detail")?,
            })
        })
        .collect()
}

/// Removes the email of a deleted account. Its id stays, which then matches no account.
///
/// # Errors
/// Returns an error if a statement fails.
pub(super) async fn forget_account(connection: &mut AnyConnection, id: Id, email: &str) -> Result<(), StoreError> {
    for column in ["admin", "target"] {
        let sql = format!("UPDATE audit_log SET {column}_email = '' WHERE {column}_id = $1");
        sqlx::query(AssertSqlSafe(sql)).bind(id.to_string()).execute(&mut *connection).await?;
    }
    forget_email(connection, email).await
}

/// Removes an email without an account, such as one that left the waitlist.
///
/// # Errors
/// Returns an error if a statement fails.
pub(super) async fn forget_email(connection: &mut AnyConnection, email: &str) -> Result<(), StoreError> {
    sqlx::query("UPDATE audit_log SET target_email = '' WHERE target_id IS NULL AND target_email = $1")
        .bind(email.to_owned())
        .execute(connection)
        .await?;
    Ok(())
}
