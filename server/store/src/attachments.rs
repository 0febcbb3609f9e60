//! The files of attachments. The attachments themselves are items of cards, and the contents of the files are objects in a
//! store.

use super::read_id;
use super::records::{ITEM_COLUMNS, item};
use super::statements::{MAX_BINDS, placeholders};
use crate::{ReadPool, StoreError};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::record::Item;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Executor, Row};
use std::collections::BTreeSet;
use twentyfour_model::Owner;

/// The file of an attachment.
#[derive(Clone, Debug)]
pub struct AttachmentRow {
    /// The board of its card.
    pub board_id: Id,
    /// The item, which may be in the trash.
    pub item: Item,
    /// The key of the object with its contents.
    pub object_key: String,
}

/// Adds the file of an attachment, whose item was added in the same transaction. Returns false if another attachment has
/// its id.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    board_id: Id,
    item_id: Id,
    object_key: &str,
    byte_count: i64,
) -> Result<bool, StoreError> {
    let inserted = sqlx::query(
        "INSERT INTO attachments (id, board_id, object_key, byte_count) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    )
    .bind(item_id.to_string())
    .bind(board_id.to_string())
    .bind(object_key.to_owned())
    .bind(byte_count)
    .execute(connection)
    .await?;
    Ok(inserted.rows_affected() > 0)
}

/// Returns whether a board has a card, even if it is in the trash.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn has_card<'e>(
    executor: impl Executor<'e, Database = Any>,
    board_id: Id,
    card_id: Id,
) -> Result<bool, StoreError> {
    let query = sqlx::query("SELECT 1 FROM cards WHERE board_id = $1 AND id = $2");
    Ok(query.bind(board_id.to_string()).bind(card_id.to_string()).fetch_optional(executor).await?.is_some())
}

/// Joins the files of attachments with their items.
const WITH_ITEMS: &str =
    "attachments JOIN items ON items.board_id = attachments.board_id AND items.id = attachments.id";

fn attachment(row: &AnyRow) -> Result<AttachmentRow, StoreError> {
    Ok(AttachmentRow { board_id: read_id(row, "board_id")?, item: item(row)?, object_key: row.try_get("object_key")? })
}

/// Returns the file of an attachment, for any account.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn by_id<'e>(
    executor: impl Executor<'e, Database = Any>,
    id: Id,
) -> Result<Option<AttachmentRow>, StoreError> {
    let sql = format!(
        "SELECT attachments.board_id AS board_id, object_key, {ITEM_COLUMNS} FROM {WITH_ITEMS} WHERE attachments.id = $1"
    );
    let row = sqlx::query(AssertSqlSafe(sql)).bind(id.to_string()).fetch_optional(executor).await?;
    row.as_ref().map(attachment).transpose()
}

/// Returns the file of an attachment on a board of an account.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn of_member<'e>(
    executor: impl Executor<'e, Database = Any>,
    account: Owner,
    id: Id,
) -> Result<Option<AttachmentRow>, StoreError> {
    let sql = format!(
        "SELECT attachments.board_id AS board_id, object_key, {ITEM_COLUMNS} FROM {WITH_ITEMS} \
         JOIN board_members ON board_members.board_id = attachments.board_id AND board_members.user_id = $2 \
         WHERE attachments.id = $1"
    );
    let row = sqlx::query(AssertSqlSafe(sql))
        .bind(id.to_string())
        .bind(account.id().to_string())
        .fetch_optional(executor)
        .await?;
    row.as_ref().map(attachment).transpose()
}

/// Returns the attachments of a board that are not in the trash.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn of_board<'e>(
    executor: impl Executor<'e, Database = Any>,
    board_id: Id,
) -> Result<Vec<AttachmentRow>, StoreError> {
    let sql = format!(
        "SELECT attachments.board_id AS board_id, object_key, {ITEM_COLUMNS} FROM {WITH_ITEMS} \
         WHERE attachments.board_id = $1 AND items.trashed_at IS NULL ORDER BY attachments.id"
    );
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(board_id.to_string()).fetch_all(executor).await?;
    rows.iter().map(attachment).collect()
}

/// Returns the attachments on the boards that an account owns, and those that it has added to others', the trash included.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn of_account(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<AttachmentRow>, StoreError> {
    let sql = format!(
        "SELECT attachments.board_id AS board_id, object_key, {ITEM_COLUMNS} FROM board_members \
         JOIN boards ON boards.id = board_members.board_id \
         JOIN attachments ON attachments.board_id = boards.id \
         JOIN items ON items.board_id = attachments.board_id AND items.id = attachments.id \
         WHERE board_members.user_id = $1 AND (boards.owner_id = $1 OR items.author_id = $1) ORDER BY attachments.id"
    );
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(owner.id().to_string()).fetch_all(connection).await?;
    rows.iter().map(attachment).collect()
}

/// Returns the bytes of all attachments on the boards of an account, those in the trash included.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn bytes_of_owner<'e>(executor: impl Executor<'e, Database = Any>, owner: Owner) -> Result<i64, StoreError> {
    let sum = sqlx::query_scalar(
        "SELECT CAST(COALESCE(SUM(attachments.byte_count), 0) AS BIGINT) FROM boards \
         JOIN attachments ON attachments.board_id = boards.id WHERE boards.owner_id = $1",
    );
    Ok(sum.bind(owner.id().to_string()).fetch_one(executor).await?)
}

/// Returns which of some keys are those of attachments.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn known_keys(pool: &ReadPool, keys: &[String]) -> Result<BTreeSet<String>, StoreError> {
    let mut known = BTreeSet::new();
    for chunk in keys.chunks(MAX_BINDS) {
        let sql = format!("SELECT object_key FROM attachments WHERE object_key IN ({})", placeholders(1, chunk.len()));
        let query = sqlx::query(AssertSqlSafe(sql));
        for row in chunk.iter().fold(query, |query, key| query.bind(key.clone())).fetch_all(pool).await? {
            known.insert(row.try_get("object_key")?);
        }
    }
    Ok(known)
}
