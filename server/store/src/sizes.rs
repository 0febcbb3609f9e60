//! The size of the database, and the number of records in it.

use super::db::Database;
use crate::StoreError;
use sqlx::Row;

/// What the database contains.
pub struct Sizes {
    /// The size of the database in bytes.
    pub database_bytes: i64,
    /// The number of accounts.
    pub people: i64,
    /// The number of boards.
    pub boards: i64,
    /// The number of cards.
    pub cards: i64,
    /// The bytes of the texts and the stored changes of all boards.
    pub change_bytes: i64,
    /// The number of notes.
    pub notes: i64,
    /// The bytes of the texts of all notes.
    pub note_bytes: i64,
    /// The number of focus sessions.
    pub focus_sessions: i64,
    /// The number of pictures.
    pub pictures: i64,
    /// The bytes of all pictures.
    pub picture_bytes: i64,
}

/// Returns the size of the database in bytes.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn database_bytes(database: &Database) -> Result<i64, StoreError> {
    let size = match database.is_sqlite() {
        true => "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
        false => "SELECT pg_database_size(current_database())",
    };
    Ok(sqlx::query_scalar(size).fetch_one(database.pool()).await?)
}

/// Returns what the database contains.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn sizes(database: &Database) -> Result<Sizes, StoreError> {
    let database_bytes = database_bytes(database).await?;
    let row = sqlx::query(
        "SELECT (SELECT COUNT(*) FROM users) AS people, (SELECT COUNT(*) FROM boards) AS boards, \
         (SELECT CAST(COALESCE(SUM(card_count), 0) AS BIGINT) FROM boards) AS cards, \
         (SELECT CAST(COALESCE(SUM(op_bytes + text_bytes), 0) AS BIGINT) FROM boards) AS change_bytes, \
         (SELECT COUNT(*) FROM notes) AS notes, \
         (SELECT CAST(COALESCE(SUM(stored_bytes), 0) AS BIGINT) FROM notes) AS note_bytes, \
         (SELECT COUNT(*) FROM focus_sessions WHERE is_deleted = 0) AS focus_sessions, \
         (SELECT COUNT(*) FROM pictures) AS pictures, \
         (SELECT CAST(COALESCE(SUM(byte_count), 0) AS BIGINT) FROM pictures) AS picture_bytes",
    )
    .fetch_one(database.pool())
    .await?;
    Ok(Sizes {
        database_bytes,
        people: row.try_get("people")?,
        boards: row.try_get("boards")?,
        cards: row.try_get("cards")?,
        change_bytes: row.try_get("change_bytes")?,
        notes: row.try_get("notes")?,
        note_bytes: row.try_get("note_bytes")?,
        focus_sessions: row.try_get("focus_sessions")?,
        pictures: row.try_get("pictures")?,
        picture_bytes: row.try_get("picture_bytes")?,
    })
}
