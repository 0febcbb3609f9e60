//! What filters by name refer to: the boards of an account, and the people on them.

use crate::{StoreError, read_id};
use core_wasm::protocol::id::Id;
use sqlx::{AnyConnection, Row};
use twentyfour_model::Owner;

/// A board that an account is a member of.
pub struct SearchableBoard {
    /// Its id.
    pub id: Id,
    /// Its name.
    pub name: String,
}

/// Returns the boards of an account, those in the trash included.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn boards_of(connection: &mut AnyConnection, account: Owner) -> Result<Vec<SearchableBoard>, StoreError> {
    let rows = sqlx::query(
        "SELECT boards.id, boards.name FROM board_members JOIN boards ON boards.id = board_members.board_id \
         WHERE board_members.user_id = $1",
    );
    let rows = rows.bind(account.id().to_string()).fetch_all(connection).await?;
    rows.iter().map(|row| Ok(SearchableBoard { id: read_id(row, "id")?, name: row.try_get("name")? })).collect()
}

/// Returns the members of the boards of an account, itself included: their ids and their first and last names.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn people_of(connection: &mut AnyConnection, account: Owner) -> Result<Vec<(Id, String)>, StoreError> {
    let rows = sqlx::query(
        "SELECT users.id, users.first_name || ' ' || users.last_name AS name FROM users WHERE users.id IN \
         (SELECT others.user_id FROM board_members AS mine JOIN board_members AS others ON others.board_id = mine.board_id \
         WHERE mine.user_id = $1)",
    );
    let rows = rows.bind(account.id().to_string()).fetch_all(connection).await?;
    rows.iter().map(|row| Ok((read_id(row, "id")?, row.try_get("name")?))).collect()
}
