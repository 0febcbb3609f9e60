//! Invitations to boards, identified by the hash of their code.

use super::{read_id, read_tag, tag};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::sharing::{BoardInvitation, Role};
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Executor, Row};
use twentyfour_model::Owner;

const COLUMNS: &str = "id, board_id, email, role, created_at, expires_at, accepted_by";

/// An invitation as stored.
pub struct InvitationRow {
    /// The board.
    pub board_id: Id,
    /// The invitation.
    pub invitation: BoardInvitation,
    /// The account that accepted it.
    pub accepted_by: Option<Id>,
}

fn invitation(row: &AnyRow) -> Result<InvitationRow, StoreError> {
    let accepted_by: Option<&str> = row.try_get("accepted_by")?;
    Ok(InvitationRow {
        board_id: read_id(row, "board_id")?,
        invitation: BoardInvitation {
            id: read_id(row, "id")?,
            email: row.try_get("email")?,
            role: read_tag::<Role>(row, "role")?,
            created_at: Timestamp::from_millis(row.try_get("created_at")?),
            expires_at: Timestamp::from_millis(row.try_get("expires_at")?),
        },
        accepted_by: accepted_by.and_then(Id::parse),
    })
}

/// Adds an invitation.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    board_id: Id,
    code_hash: &str,
    invitation: &BoardInvitation,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO board_invitations (id, board_id, code_hash, email, role, created_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(invitation.id.to_string())
    .bind(board_id.to_string())
    .bind(code_hash.to_owned())
    .bind(invitation.email.clone())
    .bind(tag(&invitation.role))
    .bind(invitation.created_at.millis())
    .bind(invitation.expires_at.millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the invitations to a board that can still be accepted, latest first.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn open(pool: &ReadPool, board_id: Id, now: Timestamp) -> Result<Vec<BoardInvitation>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM board_invitations WHERE board_id = $1 AND accepted_by IS NULL AND expires_at > $2 \
         ORDER BY created_at DESC, id DESC"
    );
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(board_id.to_string()).bind(now.millis()).fetch_all(pool).await?;
    rows.iter().map(|row| Ok(invitation(row)?.invitation)).collect()
}

/// Returns the number of invitations to a board that can still be accepted.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn count_open(connection: &mut AnyConnection, board_id: Id, now: Timestamp) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS number FROM board_invitations \
         WHERE board_id = $1 AND accepted_by IS NULL AND expires_at > $2",
    )
    .bind(board_id.to_string())
    .bind(now.millis())
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("number")?)
}

/// Deletes an invitation. Returns false if the board has no such invitation, or it was accepted.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove(connection: &mut AnyConnection, board_id: Id, id: Id) -> Result<bool, StoreError> {
    let removed = sqlx::query("DELETE FROM board_invitations WHERE board_id = $1 AND id = $2 AND accepted_by IS NULL")
        .bind(board_id.to_string())
        .bind(id.to_string())
        .execute(connection)
        .await?;
    Ok(removed.rows_affected() == 1)
}

/// Returns the invitation with a code that has not expired.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn find<'e>(
    executor: impl Executor<'e, Database = Any>,
    code_hash: &str,
    now: Timestamp,
) -> Result<Option<InvitationRow>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM board_invitations WHERE code_hash = $1 AND expires_at > $2");
    let query = sqlx::query(AssertSqlSafe(sql)).bind(code_hash.to_owned()).bind(now.millis());
    query.fetch_optional(executor).await?.as_ref().map(invitation).transpose()
}

/// Returns the invitation with an id, if it was mailed to the confirmed address of an account and has not expired.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn find_for<'e>(
    executor: impl Executor<'e, Database = Any>,
    id: Id,
    account: Owner,
    now: Timestamp,
) -> Result<Option<InvitationRow>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM board_invitations WHERE id = $1 AND expires_at > $2 \
         AND email = (SELECT email FROM users WHERE users.id = $3 AND is_verified <> 0)"
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(id.to_string()).bind(now.millis()).bind(account.id().to_string());
    query.fetch_optional(executor).await?.as_ref().map(invitation).transpose()
}

/// Marks an invitation as accepted.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn accept(connection: &mut AnyConnection, board_id: Id, id: Id, user_id: Id) -> Result<(), StoreError> {
    sqlx::query("UPDATE board_invitations SET accepted_by = $3 WHERE board_id = $1 AND id = $2")
        .bind(board_id.to_string())
        .bind(id.to_string())
        .bind(user_id.to_string())
        .execute(connection)
        .await?;
    Ok(())
}
