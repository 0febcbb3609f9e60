//! Moves of cards and lists, with everything on them, from one board to another.

use super::boards::TEXT_BYTES;
use super::ops::OP_ROW_BYTES;
use super::records::{BoardContents, CARD_COLUMNS, ITEM_COLUMNS, LIST_COLUMNS, card, item, list};
use super::statements::{MAX_BINDS, placeholders};
use super::{json, members, read_id, read_json, search};
use crate::StoreError;
use crate::boards::BoardSpace;
use core_wasm::protocol::id::Id;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use std::collections::BTreeSet;

/// The maximum number of records of a board that a member can watch. Equals the limit of the core.
const MAX_WATCHED: usize = 500;

/// The boards of a move, and what moves.
#[derive(Clone, Copy, Debug)]
pub struct Move<'a> {
    /// The board on which the records are.
    pub source_id: Id,
    /// The board to which they move.
    pub target_id: Id,
    /// The lists that move.
    pub list_ids: &'a [Id],
    /// The cards that move, those on the lists included.
    pub card_ids: &'a [Id],
}

impl Move<'_> {
    /// Runs a statement about each of some ids: the two boards are `$1` and `$2`, and `{ids}` stands for the list of ids.
    async fn execute(&self, connection: &mut AnyConnection, ids: &[Id], sql: &str) -> Result<(), StoreError> {
        for ids in ids.chunks(MAX_BINDS - 2) {
            let sql = sql.replace("{ids}", &placeholders(3, ids.len()));
            let query = sqlx::query(AssertSqlSafe(sql)).persistent(ids.len() == 1);
            let query = query.bind(self.source_id.to_string()).bind(self.target_id.to_string());
            ids.iter().fold(query, |query, id| query.bind(id.to_string())).execute(&mut *connection).await?;
        }
        Ok(())
    }

    /// Returns the rows of a query about each of some ids, with the same parameters.
    async fn fetch(&self, connection: &mut AnyConnection, ids: &[Id], sql: &str) -> Result<Vec<AnyRow>, StoreError> {
        let mut rows = Vec::new();
        for ids in ids.chunks(MAX_BINDS - 2) {
            let sql = sql.replace("{ids}", &placeholders(3, ids.len()));
            let query = sqlx::query(AssertSqlSafe(sql)).persistent(ids.len() == 1);
            let query = query.bind(self.source_id.to_string()).bind(self.target_id.to_string());
            rows.extend(
                ids.iter().fold(query, |query, id| query.bind(id.to_string())).fetch_all(&mut *connection).await?,
            );
        }
        Ok(rows)
    }
}

/// Returns what moves: the lists with their cards, the cards that move alone, and the items of all these cards. Records in the
/// trash are included.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn contents(connection: &mut AnyConnection, movement: &Move<'_>) -> Result<BoardContents, StoreError> {
    let mut found = BoardContents::default();
    let of_board = "board_id = $1 AND $2 = $2";
    for row in movement
        .fetch(
            connection,
            movement.list_ids,
            &format!("SELECT {LIST_COLUMNS} FROM lists WHERE {of_board} AND id IN ({{ids}})"),
        )
        .await?
    {
        found.lists.push(list(&row)?);
    }
    for (ids, column) in [(movement.list_ids, "list_id"), (movement.card_ids, "id")] {
        let sql = format!("SELECT {CARD_COLUMNS} FROM cards WHERE {of_board} AND {column} IN ({{ids}})");
        for row in movement.fetch(connection, ids, &sql).await? {
            found.cards.push(card(&row)?);
        }
    }
    let card_ids: Vec<Id> = found.cards.iter().map(|card| card.id).collect();
    let sql = format!("SELECT {ITEM_COLUMNS} FROM items WHERE {of_board} AND card_id IN ({{ids}})");
    for row in movement.fetch(connection, &card_ids, &sql).await? {
        found.items.push(item(&row)?);
    }
    Ok(found)
}

/// Returns the bytes of the attachments of the cards that move.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn attachment_bytes(connection: &mut AnyConnection, movement: &Move<'_>) -> Result<i64, StoreError> {
    const SUM: &str = "SELECT CAST(COALESCE(SUM(attachments.byte_count), 0) AS BIGINT) AS bytes FROM attachments \
        JOIN items ON items.board_id = attachments.board_id AND items.id = attachments.id \
        WHERE attachments.board_id = $1 AND $2 = $2 AND items.card_id IN ({ids})";
    let rows = movement.fetch(connection, movement.card_ids, SUM).await?;
    rows.iter().try_fold(0, |sum, row| Ok(sum + row.try_get::<i64, _>("bytes")?))
}

/// Returns the bytes that the copied activity of the cards that move counts for.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn activity_bytes(connection: &mut AnyConnection, movement: &Move<'_>) -> Result<i64, StoreError> {
    let sql = format!(
        "SELECT CAST(COALESCE(SUM(octet_length(body) + {OP_ROW_BYTES}), 0) AS BIGINT) AS bytes FROM ops \
         WHERE board_id = $1 AND $2 = $2 AND card_id IN ({{ids}}) AND body <> ''"
    );
    let rows = movement.fetch(connection, movement.card_ids, &sql).await?;
    rows.iter().try_fold(0, |sum, row| Ok(sum + row.try_get::<i64, _>("bytes")?))
}

/// Returns the members of both boards who have focused on the cards that move, in the order of their ids.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn focused_members(connection: &mut AnyConnection, movement: &Move<'_>) -> Result<BTreeSet<Id>, StoreError> {
    const MEMBERS: &str = "SELECT DISTINCT focus_days.user_id FROM board_members \
        JOIN focus_days ON focus_days.user_id = board_members.user_id \
        WHERE board_members.board_id = $2 AND focus_days.board_id = $1 AND focus_days.card_id IN ({ids})";
    movement.fetch(connection, movement.card_ids, MEMBERS).await?.iter().map(|row| read_id(row, "user_id")).collect()
}

/// Moves what belongs to the cards and lists and is not a record of the board: the files of attachments, entries of inboxes,
/// and what members of both boards watch and have collapsed. The activity is copied, because the ids of ops must stay known
/// on their board. The records must be on both boards. Returns the accounts whose inboxes have changed: entries of those who are
/// not members of both boards are hidden.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn move_belongings(connection: &mut AnyConnection, movement: &Move<'_>) -> Result<BTreeSet<Id>, StoreError> {
    const NOTIFIED: &str =
        "SELECT DISTINCT user_id FROM inbox_entries WHERE board_id = $1 AND $2 = $2 AND card_id IN ({ids})";
    const ATTACHMENTS: &str = "UPDATE attachments SET board_id = $2 WHERE board_id = $1 \
        AND id IN (SELECT items.id FROM items WHERE items.board_id = $1 AND items.card_id IN ({ids}))";
    const INBOX: &str = "UPDATE inbox_entries SET board_id = $2 WHERE board_id = $1 AND card_id IN ({ids}) \
        AND user_id IN (SELECT board_members.user_id FROM board_members WHERE board_members.board_id = $2)";
    // Version 0 marks copies, which are not part of the board's own activity.
    const ACTIVITY: &str = "INSERT INTO ops (board_id, id, hash, body, version, user_id, card_id, at) \
        SELECT $2, id, hash, body, 0, user_id, card_id, at FROM ops \
        WHERE board_id = $1 AND card_id IN ({ids}) AND body <> '' ON CONFLICT DO NOTHING";
    let notified = movement.fetch(connection, movement.card_ids, NOTIFIED).await?;
    movement.execute(connection, movement.card_ids, ATTACHMENTS).await?;
    movement.execute(connection, movement.card_ids, INBOX).await?;
    movement.execute(connection, movement.card_ids, ACTIVITY).await?;
    move_personal(connection, movement).await?;
    notified.iter().map(|row| read_id(row, "user_id")).collect()
}

/// Moves what members of both boards watch and have collapsed. They no longer watch what exceeds the limit of the target.
async fn move_personal(connection: &mut AnyConnection, movement: &Move<'_>) -> Result<(), StoreError> {
    let rows = sqlx::query(
        "SELECT source.user_id, source.collapsed_list_ids, source.watched_ids, \
         target.collapsed_list_ids AS target_collapsed, target.watched_ids AS target_watched \
         FROM board_members AS source JOIN board_members AS target ON target.user_id = source.user_id AND target.board_id = $2 \
         WHERE source.board_id = $1 AND (source.collapsed_list_ids <> '[]' OR source.watched_ids <> '[]')",
    )
    .bind(movement.source_id.to_string())
    .bind(movement.target_id.to_string())
    .fetch_all(&mut *connection)
    .await?;
    let moved: BTreeSet<Id> = movement.list_ids.iter().chain(movement.card_ids).copied().collect();
    for row in &rows {
        let (collapsed, watched): (BTreeSet<Id>, Vec<Id>) =
            (read_json(row, "collapsed_list_ids")?, read_json(row, "watched_ids")?);
        let mut target_collapsed: BTreeSet<Id> = read_json(row, "target_collapsed")?;
        let mut target_watched: Vec<Id> = read_json(row, "target_watched")?;
        target_collapsed.extend(collapsed.intersection(&moved));
        let watched = watched.into_iter().filter(|id| moved.contains(id) && !target_watched.contains(id));
        let watched: Vec<Id> = watched.take(MAX_WATCHED.saturating_sub(target_watched.len())).collect();
        target_watched.extend(watched);
        sqlx::query(
            "UPDATE board_members SET collapsed_list_ids = $3, watched_ids = $4 WHERE board_id = $1 AND user_id = $2",
        )
        .bind(movement.target_id.to_string())
        .bind(read_id(row, "user_id")?.to_string())
        .bind(json(&target_collapsed))
        .bind(json(&target_watched))
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Removes from the source what has moved, and updates the counters of both boards. Returns the versions of the source and of the
/// target. Clients with an earlier version of the source then load it as a whole. The transaction must have given each board a new
/// version.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn finish(connection: &mut AnyConnection, movement: &Move<'_>) -> Result<(i64, i64), StoreError> {
    // The items of a card, and the cards of a list, are deleted with it.
    movement
        .execute(connection, movement.card_ids, "DELETE FROM cards WHERE board_id = $1 AND $2 = $2 AND id IN ({ids})")
        .await?;
    movement
        .execute(connection, movement.list_ids, "DELETE FROM lists WHERE board_id = $1 AND $2 = $2 AND id IN ({ids})")
        .await?;
    let purged = sqlx::query("UPDATE boards SET purged_version = version WHERE id = $1");
    purged.bind(movement.source_id.to_string()).execute(&mut *connection).await?;
    // What members watch is a part of the board's own record.
    let watched = sqlx::query("UPDATE boards SET record_version = version WHERE id = $1");
    watched.bind(movement.target_id.to_string()).execute(&mut *connection).await?;
    search::forget_deleted(connection, movement.source_id).await?;
    members::forget_deleted(connection, movement.source_id).await?;
    Ok((count_again(connection, movement.source_id).await?, count_again(connection, movement.target_id).await?))
}

/// Counts the cards and the bytes of a board, and returns its version.
async fn count_again(connection: &mut AnyConnection, board_id: Id) -> Result<i64, StoreError> {
    let sql = format!(
        "UPDATE boards SET card_count = (SELECT COUNT(*) FROM cards WHERE board_id = $1), text_bytes = {TEXT_BYTES}, \
         op_bytes = (SELECT CAST(COALESCE(SUM(octet_length(body) + {OP_ROW_BYTES}), 0) AS BIGINT) FROM ops WHERE ops.board_id = $1), \
         body_bytes = (SELECT CAST(COALESCE(SUM(octet_length(body)), 0) AS BIGINT) FROM ops WHERE ops.board_id = $1 AND body <> '') \
         WHERE id = $1 RETURNING version"
    );
    Ok(sqlx::query(AssertSqlSafe(sql)).bind(board_id.to_string()).fetch_one(connection).await?.try_get("version")?)
}

/// Gives two boards a new version each, and returns these.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn take_versions(connection: &mut AnyConnection, movement: &Move<'_>) -> Result<(i64, i64), StoreError> {
    let space = BoardSpace { versions: 1, ..BoardSpace::default() };
    let spaces = [(movement.source_id, space), (movement.target_id, space)].into();
    let boards = super::boards::reserve(connection, &spaces).await?;
    let version = |id: Id| boards.iter().find(|board| board.row.board.id == id).map_or(0, |board| board.row.version);
    Ok((version(movement.source_id), version(movement.target_id)))
}
