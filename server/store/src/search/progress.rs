//! Keeping `search_texts` up to date. Each board, and the notes of each account, have a version that grows with every change.
//! `search_progress` has the version up to which the texts are indexed, so that a step indexes what is newer: after changes, after a
//! restart, and in a database of an earlier release alike.

use super::texts::SearchText;
use crate::boards::{BOARD_UNION_COLUMNS, board_of_union};
use crate::records::{BoardContents, CARD_UNION_COLUMNS, ITEM_UNION_COLUMNS, LIST_UNION_COLUMNS};
use crate::statements::{execute_all, placeholders};
use crate::{ReadPool, StoreError, notes, read_id};
use core_wasm::protocol::id::Id;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use twentyfour_model::Owner;

/// The number of boards or accounts without any row that one step removes.
const MAX_REMOVED: i64 = 100;

/// The tables of a board's records.
const BOARD_TABLES: [&str; 3] = ["lists", "cards", "items"];

/// What is indexed as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// A board with its records.
    Board(Id),
    /// The notes of an account.
    Notes(Owner),
}

impl Subject {
    /// Returns the id of the board or of the account.
    pub fn id(self) -> Id {
        match self {
            Self::Board(id) => id,
            Self::Notes(owner) => owner.id(),
        }
    }

    /// Returns the SQL that selects its version, and the version of its last purge.
    fn select_version(self) -> &'static str {
        match self {
            Self::Board(_) => "SELECT version, purged_version FROM boards WHERE id = $1",
            Self::Notes(_) => {
                "SELECT notes_version AS version, CAST(0 AS BIGINT) AS purged_version FROM users WHERE id = $1"
            }
        }
    }
}

/// A range of versions: those after `after`, up to `up_to`.
#[derive(Clone, Copy)]
struct Versions {
    after: i64,
    up_to: i64,
}

/// Returns the ids of at most `limit` boards that are not completely indexed, in their order, after the board `after`.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn boards_behind(pool: &ReadPool, after: Option<Id>, limit: i64) -> Result<Vec<Id>, StoreError> {
    const SQL: &str = "SELECT boards.id FROM boards LEFT JOIN search_progress AS done ON done.subject_id = boards.id \
        WHERE boards.id > $1 AND (done.version IS NULL OR done.version < boards.version \
        OR done.purged_version < boards.purged_version) ORDER BY boards.id LIMIT $2";
    ids_behind(pool, SQL, after, limit).await
}

/// Returns the ids of at most `limit` accounts whose notes are not completely indexed, in their order, after the account `after`.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn accounts_behind(pool: &ReadPool, after: Option<Id>, limit: i64) -> Result<Vec<Id>, StoreError> {
    const SQL: &str = "SELECT users.id FROM users LEFT JOIN search_progress AS done ON done.subject_id = users.id \
        WHERE users.id > $1 AND users.notes_version > COALESCE(done.version, 0) ORDER BY users.id LIMIT $2";
    ids_behind(pool, SQL, after, limit).await
}

async fn ids_behind(pool: &ReadPool, sql: &'static str, after: Option<Id>, limit: i64) -> Result<Vec<Id>, StoreError> {
    let after = after.map(|id| id.to_string()).unwrap_or_default();
    let rows = sqlx::query(sql).bind(after).bind(limit).fetch_all(pool).await?;
    rows.iter().map(|row| read_id(row, "id")).collect()
}

/// Indexes the records of a board, or the notes of an account, that changed since the last step: about `limit` of them. Returns true
/// if there are more.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn index_step(connection: &mut AnyConnection, subject: Subject, limit: i64) -> Result<bool, StoreError> {
    let id = subject.id().to_string();
    // The write locks the row, so that two servers do not index the same at once. Boards begin with version 0.
    let done = sqlx::query(
        "INSERT INTO search_progress (subject_id, version, purged_version) VALUES ($1, -1, 0) \
         ON CONFLICT (subject_id) DO UPDATE SET version = search_progress.version RETURNING version, purged_version",
    );
    let done = done.bind(id.clone()).fetch_one(&mut *connection).await?;
    let (after, purged): (i64, i64) = (done.try_get("version")?, done.try_get("purged_version")?);
    let current = sqlx::query(subject.select_version()).bind(id.clone()).fetch_optional(&mut *connection).await?;
    let Some(current) = current else {
        forget_subject(connection, subject.id()).await?;
        return Ok(false);
    };
    let (version, purged_version): (i64, i64) = (current.try_get("version")?, current.try_get("purged_version")?);
    if let Subject::Board(board_id) = subject
        && purged_version > purged
    {
        // A server of an earlier release has not removed them.
        forget_deleted(connection, board_id).await?;
    }
    let up_to = end_of_step(connection, subject, after, limit).await?.unwrap_or(version);
    let versions = Versions { after, up_to };
    let texts = match subject {
        Subject::Board(board_id) => texts_of_board(connection, board_id, versions).await?,
        Subject::Notes(owner) => texts_of_notes(connection, owner, versions).await?,
    };
    put(connection, texts).await?;
    sqlx::query("UPDATE search_progress SET version = $2 WHERE subject_id = $1")
        .bind(id)
        .bind(up_to)
        .execute(connection)
        .await?;
    Ok(up_to < version)
}

/// Returns the version at which a step ends, or `None` if everything fits. Records with the same version are indexed in one step.
async fn end_of_step(
    connection: &mut AnyConnection,
    subject: Subject,
    after: i64,
    limit: i64,
) -> Result<Option<i64>, StoreError> {
    let selects = match subject {
        Subject::Board(_) => BOARD_TABLES
            .map(|table| format!("SELECT version FROM {table} WHERE board_id = $1 AND version > $2"))
            .join(" UNION ALL "),
        Subject::Notes(_) => "SELECT version FROM notes WHERE user_id = $1 AND version > $2".to_owned(),
    };
    let sql = format!("SELECT version FROM ({selects}) AS changed ORDER BY version LIMIT 1 OFFSET $3");
    let query = sqlx::query(AssertSqlSafe(sql)).bind(subject.id().to_string()).bind(after).bind(limit);
    let Some(row) = query.fetch_optional(connection).await? else { return Ok(None) };
    let next: i64 = row.try_get("version")?;
    Ok(Some((next - 1).max(after + 1)))
}

/// Returns the texts of the records of a board that were written at some versions.
async fn texts_of_board(
    connection: &mut AnyConnection,
    board_id: Id,
    versions: Versions,
) -> Result<Vec<SearchText>, StoreError> {
    const WRITTEN: &str = "board_id = $1 AND version > $2 AND version <= $3";
    let sql = format!(
        "SELECT {BOARD_UNION_COLUMNS} FROM boards WHERE id = $1 AND record_version > $2 \
         UNION ALL SELECT {LIST_UNION_COLUMNS} FROM lists WHERE {WRITTEN} \
         UNION ALL SELECT {CARD_UNION_COLUMNS} FROM cards WHERE {WRITTEN} \
         UNION ALL SELECT {ITEM_UNION_COLUMNS} FROM items WHERE {WRITTEN}"
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(board_id.to_string()).bind(versions.after).bind(versions.up_to);
    let mut contents = BoardContents::default();
    let mut texts = Vec::new();
    for row in &query.fetch_all(connection).await? {
        match row.try_get("record")? {
            "board" => texts.push(SearchText::of_board(&board_of_union(row)?.0.board)),
            _ => contents.add(row)?,
        }
    }
    texts.extend(contents.lists.iter().map(|list| SearchText::of_list(board_id, list)));
    texts.extend(contents.cards.iter().map(|card| SearchText::of_card(board_id, card)));
    texts.extend(contents.items.iter().filter_map(|item| SearchText::of_item(board_id, item)));
    Ok(texts)
}

/// Returns the texts of the notes of an account that were written at some versions, and forgets those that were removed.
async fn texts_of_notes(
    connection: &mut AnyConnection,
    owner: Owner,
    versions: Versions,
) -> Result<Vec<SearchText>, StoreError> {
    let Versions { after, up_to } = versions;
    let removed = notes::removed_between(connection, owner, after, up_to).await?;
    for ids in removed.chunks(crate::MAX_BINDS - 1) {
        forget_notes(connection, owner, ids).await?;
    }
    let written = notes::written_between(connection, owner, after, up_to).await?;
    Ok(written.iter().map(|note| SearchText::of_note(owner.id(), note)).collect())
}

/// Writes texts, unless they are the same as before.
async fn put(connection: &mut AnyConnection, texts: Vec<SearchText>) -> Result<(), StoreError> {
    execute_all(connection, texts.into_iter().map(SearchText::into_row), |values| {
        format!(
            "INSERT INTO search_texts (subject_id, kind, record_id, card_id, moment, title, labels, words) \
             SELECT * FROM ({values}) AS given WHERE column1 IS NOT NULL \
             ON CONFLICT (subject_id, kind, record_id) DO UPDATE SET moment = excluded.moment, title = excluded.title, \
             labels = excluded.labels, words = excluded.words \
             WHERE search_texts.words <> excluded.words OR search_texts.moment <> excluded.moment"
        )
    })
    .await
}

/// Removes the texts of a board's records that no longer exist, and stores the version of the last purge as done.
///
/// # Errors
/// Returns an error if a statement fails.
pub(crate) async fn forget_deleted(connection: &mut AnyConnection, board_id: Id) -> Result<(), StoreError> {
    let board = board_id.to_string();
    // The write locks the texts of the board, as `lock` does.
    let progress = sqlx::query(
        "UPDATE search_progress SET purged_version = COALESCE((SELECT boards.purged_version FROM boards WHERE boards.id = $1), \
         search_progress.purged_version) WHERE subject_id = $1",
    );
    progress.bind(board.clone()).execute(&mut *connection).await?;
    for (kinds, table) in [("'list'", "lists"), ("'card'", "cards"), ("'subtask', 'comment', 'attachment'", "items")] {
        let sql = format!(
            "DELETE FROM search_texts WHERE subject_id = $1 AND kind IN ({kinds}) AND NOT EXISTS \
             (SELECT 1 FROM {table} WHERE {table}.board_id = $1 AND {table}.id = search_texts.record_id)"
        );
        sqlx::query(AssertSqlSafe(sql)).bind(board.clone()).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Removes the texts of notes.
///
/// # Errors
/// Returns an error if a statement fails.
pub(crate) async fn forget_notes(connection: &mut AnyConnection, owner: Owner, ids: &[Id]) -> Result<(), StoreError> {
    lock(connection, owner.id()).await?;
    let ids_list = placeholders(2, ids.len());
    let sql = format!("DELETE FROM search_texts WHERE subject_id = $1 AND kind = 'note' AND record_id IN ({ids_list})");
    let query = sqlx::query(AssertSqlSafe(sql)).persistent(false).bind(owner.id().to_string());
    ids.iter().fold(query, |query, id| query.bind(id.to_string())).execute(connection).await?;
    Ok(())
}

/// Removes all texts of a board, or of an account's notes.
///
/// # Errors
/// Returns an error if a statement fails.
pub(crate) async fn forget_subject(connection: &mut AnyConnection, subject_id: Id) -> Result<(), StoreError> {
    for table in ["search_progress", "search_texts"] {
        let sql = format!("DELETE FROM {table} WHERE subject_id = $1");
        sqlx::query(AssertSqlSafe(sql)).bind(subject_id.to_string()).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Locks the texts of a board, or of an account's notes, until the transaction ends, in case another server indexes them.
async fn lock(connection: &mut AnyConnection, subject_id: Id) -> Result<(), StoreError> {
    sqlx::query("UPDATE search_progress SET version = version WHERE subject_id = $1")
        .bind(subject_id.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Removes the texts of some boards and accounts that no longer exist: a server of an earlier release does not remove them. Returns
/// true if there may be more.
///
/// # Errors
/// Returns an error if a statement fails or a stored value is invalid.
pub async fn remove_missing(connection: &mut AnyConnection) -> Result<bool, StoreError> {
    // A write transaction begins with a write.
    let removed = sqlx::query(
        "DELETE FROM search_progress WHERE subject_id IN (SELECT subject_id FROM search_progress \
         WHERE NOT EXISTS (SELECT 1 FROM boards WHERE boards.id = search_progress.subject_id) \
         AND NOT EXISTS (SELECT 1 FROM users WHERE users.id = search_progress.subject_id) LIMIT $1) RETURNING subject_id",
    );
    let removed = removed.bind(MAX_REMOVED).fetch_all(&mut *connection).await?;
    for row in &removed {
        forget_subject(connection, read_id(row, "subject_id")?).await?;
    }
    Ok(!removed.is_empty())
}
