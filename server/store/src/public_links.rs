//! Public links to boards. Codes are stored as they are, because members who manage the board can read the link again.

use super::read_id;
use crate::StoreError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use sqlx::{Any, AnyConnection, Executor, Row};

/// Returns the code of a board's public link, or `None` if it has none.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn of_board<'e>(
    executor: impl Executor<'e, Database = Any>,
    board_id: Id,
) -> Result<Option<String>, StoreError> {
    let query = sqlx::query("SELECT code FROM public_links WHERE board_id = $1").bind(board_id.to_string());
    query.fetch_optional(executor).await?.map(|row| Ok(row.try_get("code")?)).transpose()
}

/// Returns the board with a public link, even if it is in the trash.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn board_of<'e>(executor: impl Executor<'e, Database = Any>, code: &str) -> Result<Option<Id>, StoreError> {
    let query = sqlx::query("SELECT board_id FROM public_links WHERE code = $1").bind(code.to_owned());
    query.fetch_optional(executor).await?.map(|row| read_id(&row, "board_id")).transpose()
}

/// Adds a public link to a board without one.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    board_id: Id,
    code: &str,
    now: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query("INSERT INTO public_links (board_id, code, created_at) VALUES ($1, $2, $3)")
        .bind(board_id.to_string())
        .bind(code.to_owned())
        .bind(now.millis())
        .execute(connection)
        .await?;
    Ok(())
}

/// Removes a board's public link, if it has one.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove(connection: &mut AnyConnection, board_id: Id) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM public_links WHERE board_id = $1").bind(board_id.to_string()).execute(connection).await?;
    Ok(())
}
