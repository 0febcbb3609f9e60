//! Reads all data of an account as streams of rows, so that memory use does not grow with the size of the account.

use super::records::{CARD_COLUMNS, ITEM_COLUMNS, LIST_COLUMNS, card, item, list};
use super::{Rows, corrupt_column, read_id, read_timestamp, stream_rows};
use crate::StoreError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::{Card, Item, List};
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use twentyfour_model::Owner;

/// Returns the ids of an account's boards, the oldest first, those in the trash included.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn board_ids(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<Id>, StoreError> {
    let rows = sqlx::query("SELECT id FROM boards WHERE owner_id = $1 ORDER BY id")
        .bind(owner.id().to_string())
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| read_id(row, "id")).collect()
}

/// Streams the lists of a board, those in the trash included.
pub fn lists(connection: &mut AnyConnection, board_id: Id) -> Rows<'_, List> {
    stream_rows(connection, format!("SELECT {LIST_COLUMNS} FROM lists WHERE board_id = $1 ORDER BY id"), board_id, list)
}

/// Streams the cards of a board, those in the trash and in the archive included.
pub fn cards(connection: &mut AnyConnection, board_id: Id) -> Rows<'_, Card> {
    stream_rows(connection, format!("SELECT {CARD_COLUMNS} FROM cards WHERE board_id = $1 ORDER BY id"), board_id, card)
}

/// Streams the items on the cards of a board, those in the trash included.
pub fn items(connection: &mut AnyConnection, board_id: Id) -> Rows<'_, Item> {
    stream_rows(connection, format!("SELECT {ITEM_COLUMNS} FROM items WHERE board_id = $1 ORDER BY id"), board_id, item)
}

/// A card with the fields of its list that the CSV export shows.
pub struct CardInList {
    /// The card.
    pub card: Card,
    /// The name of its list.
    pub list_name: String,
    /// When the list, and the card with it, was moved to the trash.
    pub list_trashed_at: Option<Timestamp>,
}

/// Streams the cards of a board with their lists.
pub fn cards_in_lists(connection: &mut AnyConnection, board_id: Id) -> Rows<'_, CardInList> {
    let sql = format!(
        "SELECT {CARD_COLUMNS}, lists.name AS list_name, lists.trashed_at AS list_trashed_at FROM cards \
         JOIN lists ON lists.board_id = cards.board_id AND lists.id = cards.list_id \
         WHERE cards.board_id = $1 ORDER BY cards.created_at, cards.id"
    );
    stream_rows(connection, sql, board_id, |row| {
        Ok(CardInList {
            card: card(row)?,
            list_name: row.try_get("list_name")?,
            list_trashed_at: read_timestamp(row, "list_trashed_at")?,
        })
    })
}

/// An op of a board as stored.
pub struct StoredOp {
    /// The id of the op.
    pub id: Id,
    /// The account of the author; `None` if it is unknown.
    pub user_id: Option<Id>,
    /// SHA-256 of the body, in hexadecimal.
    pub hash: String,
    /// The op as JSON.
    pub body: String,
    /// Whether it was copied from another board with a card that was moved.
    pub is_copy: bool,
}

/// Streams the ops that were applied to a board, ordered by id, which is roughly the order of creation.
pub fn ops(connection: &mut AnyConnection, board_id: Id) -> Rows<'_, StoredOp> {
    let sql = "SELECT id, user_id, hash, body, version FROM ops WHERE board_id = $1 ORDER BY id".to_owned();
    stream_rows(connection, sql, board_id, |row| {
        let user_id = Id::parse(row.try_get::<&str, _>("user_id")?);
        Ok(StoredOp {
            id: read_id(row, "id")?,
            user_id,
            hash: row.try_get("hash")?,
            body: row.try_get("body")?,
            is_copy: row.try_get::<i64, _>("version")? == 0,
        })
    })
}

/// The identity of an account at an OpenID Connect provider.
pub struct Identity {
    /// The provider.
    pub issuer: String,
    /// The account's id at the provider.
    pub subject: String,
    /// When the identity was linked.
    pub linked_at: Timestamp,
}

/// Returns the provider identities that are linked to an account, the earliest first.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn identities(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<Identity>, StoreError> {
    let rows =
        sqlx::query("SELECT issuer, subject, linked_at FROM google_identities WHERE user_id = $1 ORDER BY linked_at")
            .bind(owner.id().to_string())
            .fetch_all(connection)
            .await?;
    let identity = |row: &AnyRow| {
        Ok(Identity {
            issuer: row.try_get("issuer")?,
            subject: row.try_get("subject")?,
            linked_at: read_timestamp(row, "linked_at")?.ok_or_else(|| corrupt_column("linked_at"))?,
        })
    };
    rows.iter().map(identity).collect()
}
