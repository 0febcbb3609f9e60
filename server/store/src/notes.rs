//! Notes, identified by account and id. Their earlier texts are in [`super::note_versions`].

use super::statements::placeholders;
use super::{json, read_id, read_json, read_timestamp};
use crate::{ReadPool, StoreError, search};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::note::Note;
use core_wasm::protocol::time::Timestamp;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Executor, Row};
use twentyfour_model::Owner;

/// A text of a note with its metadata.
#[derive(Clone, Debug)]
pub struct NoteText {
    /// The save that wrote the text.
    pub save_id: Id,
    /// The login that wrote the text.
    pub login_id: Id,
    /// The device that wrote the text, such as "Chrome on Windows".
    pub device: String,
    /// When the text was edited, by the device's clock.
    pub edited_at: Timestamp,
    /// SHA-256 of the document, in hexadecimal.
    pub hash: String,
    /// The beginning of the text, for lists.
    pub snippet: String,
    /// The text as a document in JSON.
    pub document: String,
}

/// A note as stored, without its text.
#[derive(Clone, Debug)]
pub struct NoteRow {
    /// The note, without its conflicting texts.
    pub note: Note,
    /// The login that wrote the current text.
    pub login_id: Id,
    /// SHA-256 of the current document, in hexadecimal.
    pub hash: String,
    /// The note's most recent saves, the latest last.
    pub recent_saves: Vec<Id>,
    /// Those of `recent_saves` whose text equals the current one.
    pub equal_saves: Vec<Id>,
}

/// All columns except the document, which may be long.
const COLUMNS: &str = "id, version, save_id, login_id, created_at, edited_at, pinned_at, trashed_at, recent_saves, equal_saves, \
    hash";

fn note(row: &AnyRow) -> Result<Note, StoreError> {
    Ok(Note {
        id: read_id(row, "id")?,
        document: None,
        save_id: read_id(row, "save_id")?,
        created_at: Timestamp::from_millis(row.try_get("created_at")?),
        edited_at: Timestamp::from_millis(row.try_get("edited_at")?),
        pinned_at: read_timestamp(row, "pinned_at")?,
        trashed_at: read_timestamp(row, "trashed_at")?,
        apart: Vec::new(),
        version: row.try_get("version")?,
    })
}

fn note_row(row: &AnyRow) -> Result<NoteRow, StoreError> {
    Ok(NoteRow {
        note: note(row)?,
        login_id: read_id(row, "login_id")?,
        hash: row.try_get("hash")?,
        recent_saves: read_json(row, "recent_saves")?,
        equal_saves: read_json(row, "equal_saves")?,
    })
}

fn note_with_document(row: &AnyRow) -> Result<Note, StoreError> {
    Ok(Note { document: Some(row.try_get("document")?), ..note(row)? })
}

/// Increments and returns the version of an account's notes, or returns `None` if the account does not exist. The
/// update locks the row, so other changes wait until the transaction ends.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn increment_version(connection: &mut AnyConnection, owner: Owner) -> Result<Option<i64>, StoreError> {
    let row = sqlx::query("UPDATE users SET notes_version = notes_version + 1 WHERE id = $1 RETURNING notes_version")
        .bind(owner.id().to_string())
        .fetch_optional(connection)
        .await?;
    row.map(|row| Ok(row.try_get("notes_version")?)).transpose()
}

/// Decrements the version of an account's notes, for a change that wrote nothing.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn decrement_version(connection: &mut AnyConnection, owner: Owner) -> Result<(), StoreError> {
    sqlx::query("UPDATE users SET notes_version = notes_version - 1 WHERE id = $1")
        .bind(owner.id().to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the version of an account's notes, or `None` if the account does not exist.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn version(connection: &mut AnyConnection, owner: Owner) -> Result<Option<i64>, StoreError> {
    let row = sqlx::query("SELECT notes_version FROM users WHERE id = $1")
        .bind(owner.id().to_string())
        .fetch_optional(connection)
        .await?;
    row.map(|row| Ok(row.try_get("notes_version")?)).transpose()
}

/// Returns a note without its text.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn by_id(connection: &mut AnyConnection, owner: Owner, id: Id) -> Result<Option<NoteRow>, StoreError> {
    let row = sqlx::query(AssertSqlSafe(format!("SELECT {COLUMNS} FROM notes WHERE user_id = $1 AND id = $2")))
        .bind(owner.id().to_string())
        .bind(id.to_string())
        .fetch_optional(connection)
        .await?;
    row.as_ref().map(note_row).transpose()
}

/// Returns whether an account has a note with this id, in the trash or not.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn exists(connection: &mut AnyConnection, owner: Owner, id: Id) -> Result<bool, StoreError> {
    let row = sqlx::query("SELECT id FROM notes WHERE user_id = $1 AND id = $2")
        .bind(owner.id().to_string())
        .bind(id.to_string())
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// Returns the current text of a note.
///
/// # Errors
/// Returns an error if the note does not exist or if the query fails.
pub async fn document(connection: &mut AnyConnection, owner: Owner, id: Id) -> Result<String, StoreError> {
    let row = sqlx::query("SELECT document FROM notes WHERE user_id = $1 AND id = $2")
        .bind(owner.id().to_string())
        .bind(id.to_string())
        .fetch_one(connection)
        .await?;
    Ok(row.try_get("document")?)
}

/// Adds a note, whose first text was written at `created_at`. Deletes the tombstone of a removed note with the same id.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert(
    connection: &mut AnyConnection,
    owner: Owner,
    id: Id,
    version: i64,
    created_at: Timestamp,
    text: &NoteText,
) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM removed_notes WHERE user_id = $1 AND id = $2")
        .bind(owner.id().to_string())
        .bind(id.to_string())
        .execute(&mut *connection)
        .await?;
    sqlx::query(
        "INSERT INTO notes (user_id, id, version, save_id, login_id, device, created_at, edited_at, recent_saves, equal_saves, hash, \
         snippet, document) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $10, $11, $12)",
    )
    .bind(owner.id().to_string())
    .bind(id.to_string())
    .bind(version)
    .bind(text.save_id.to_string())
    .bind(text.login_id.to_string())
    .bind(text.device.clone())
    .bind(created_at.millis())
    .bind(text.edited_at.millis())
    .bind(json(&[text.save_id]))
    .bind(text.hash.clone())
    .bind(text.snippet.clone())
    .bind(text.document.clone())
    .execute(connection)
    .await?;
    Ok(())
}

/// Replaces the text of a note and takes the note out of the trash.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn replace_text(
    connection: &mut AnyConnection,
    owner: Owner,
    id: Id,
    version: i64,
    text: &NoteText,
    recent_saves: &[Id],
) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE notes SET version = $3, save_id = $4, login_id = $5, device = $6, edited_at = $7, trashed_at = NULL, \
         recent_saves = $8, equal_saves = $9, hash = $10, snippet = $11, document = $12 WHERE user_id = $1 AND id = $2",
    )
    .bind(owner.id().to_string())
    .bind(id.to_string())
    .bind(version)
    .bind(text.save_id.to_string())
    .bind(text.login_id.to_string())
    .bind(text.device.clone())
    .bind(text.edited_at.millis())
    .bind(json(&recent_saves))
    .bind(json(&[text.save_id]))
    .bind(text.hash.clone())
    .bind(text.snippet.clone())
    .bind(text.document.clone())
    .execute(connection)
    .await?;
    Ok(())
}

/// Writes a note's fields other than its text and the text's metadata.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn update(connection: &mut AnyConnection, owner: Owner, row: &NoteRow) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE notes SET version = $3, pinned_at = $4, trashed_at = $5, recent_saves = $6, equal_saves = $7 \
         WHERE user_id = $1 AND id = $2",
    )
    .bind(owner.id().to_string())
    .bind(row.note.id.to_string())
    .bind(row.note.version)
    .bind(row.note.pinned_at.map(Timestamp::millis))
    .bind(row.note.trashed_at.map(Timestamp::millis))
    .bind(json(&row.recent_saves))
    .bind(json(&row.equal_saves))
    .execute(connection)
    .await?;
    Ok(())
}

/// Recomputes the number of bytes that all texts of a note take: the current one, earlier ones and conflicts.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn count_bytes(connection: &mut AnyConnection, owner: Owner, id: Id) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE notes SET stored_bytes = octet_length(document) + (SELECT COALESCE(SUM(octet_length(note_versions.document)), 0) \
         FROM note_versions WHERE note_versions.user_id = notes.user_id AND note_versions.note_id = notes.id) \
         WHERE user_id = $1 AND id = $2",
    )
    .bind(owner.id().to_string())
    .bind(id.to_string())
    .execute(connection)
    .await?;
    Ok(())
}

/// How much storage the notes of an account use.
#[derive(Clone, Copy, Debug)]
pub struct NoteUsage {
    /// The number of notes, those in the trash included.
    pub notes: i64,
    /// The number of bytes of all texts, earlier ones included.
    pub bytes: i64,
}

/// Returns the storage that the notes of an account use, from the stored byte counts of each note.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn usage(connection: &mut AnyConnection, owner: Owner) -> Result<NoteUsage, StoreError> {
    let row = sqlx::query(
        "SELECT COUNT(*) AS notes, CAST(COALESCE(SUM(stored_bytes), 0) AS BIGINT) AS bytes FROM notes WHERE user_id = $1",
    )
    .bind(owner.id().to_string())
    .fetch_one(connection)
    .await?;
    Ok(NoteUsage { notes: row.try_get("notes")?, bytes: row.try_get("bytes")? })
}

/// Returns the version and the size in bytes of at most `limit` notes that were written after version `since`, the
/// earliest first. Removed notes are included with size 0.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn sizes_since(
    connection: &mut AnyConnection,
    owner: Owner,
    since: i64,
    limit: i64,
) -> Result<Vec<(i64, i64)>, StoreError> {
    let rows = sqlx::query(
        "SELECT version, CAST(octet_length(document) AS BIGINT) AS size FROM notes WHERE user_id = $1 AND version > $2 \
         UNION ALL SELECT version, 0 AS size FROM removed_notes WHERE user_id = $1 AND version > $2 \
         ORDER BY version LIMIT $3",
    )
    .bind(owner.id().to_string())
    .bind(since)
    .bind(limit)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((row.try_get("version")?, row.try_get("size")?))).collect()
}

/// Returns the notes of an account that were last written after version `after` and up to version `up_to`, the earliest
/// first, without their conflicts.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn written_between(
    connection: &mut AnyConnection,
    owner: Owner,
    after: i64,
    up_to: i64,
) -> Result<Vec<Note>, StoreError> {
    let rows = sqlx::query(AssertSqlSafe(format!(
        "SELECT {COLUMNS}, document FROM notes WHERE user_id = $1 AND version > $2 AND version <= $3 ORDER BY version, id"
    )))
    .bind(owner.id().to_string())
    .bind(after)
    .bind(up_to)
    .fetch_all(connection)
    .await?;
    rows.iter().map(note_with_document).collect()
}

/// Returns the ids of the notes that were permanently removed after version `after` and up to version `up_to`.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn removed_between(
    connection: &mut AnyConnection,
    owner: Owner,
    after: i64,
    up_to: i64,
) -> Result<Vec<Id>, StoreError> {
    let rows = sqlx::query(
        "SELECT id FROM removed_notes WHERE user_id = $1 AND version > $2 AND version <= $3 ORDER BY version, id",
    )
    .bind(owner.id().to_string())
    .bind(after)
    .bind(up_to)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| read_id(row, "id")).collect()
}

/// Returns the ids of an account's notes, the oldest first, those in the trash included.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn ids(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<Id>, StoreError> {
    let rows = sqlx::query("SELECT id FROM notes WHERE user_id = $1 ORDER BY id")
        .bind(owner.id().to_string())
        .fetch_all(connection)
        .await?;
    rows.iter().map(|row| read_id(row, "id")).collect()
}

/// Returns the accounts with notes that were moved to the trash at or before `by`.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn owners_with_trash(pool: &ReadPool, by: Timestamp) -> Result<Vec<Id>, StoreError> {
    let rows = sqlx::query("SELECT DISTINCT user_id FROM notes WHERE trashed_at IS NOT NULL AND trashed_at <= $1")
        .bind(by.millis())
        .fetch_all(pool)
        .await?;
    rows.iter().map(|row| read_id(row, "user_id")).collect()
}

/// Returns the ids of at most `limit` notes of an account that were moved to the trash at or before `by`.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn in_trash<'e>(
    executor: impl Executor<'e, Database = Any>,
    owner: Owner,
    by: Timestamp,
    limit: i64,
) -> Result<Vec<Id>, StoreError> {
    let rows = sqlx::query(
        "SELECT id FROM notes WHERE user_id = $1 AND trashed_at IS NOT NULL AND trashed_at <= $2 ORDER BY id LIMIT $3",
    )
    .bind(owner.id().to_string())
    .bind(by.millis())
    .bind(limit)
    .fetch_all(executor)
    .await?;
    rows.iter().map(|row| read_id(row, "id")).collect()
}

/// Removes notes permanently and stores a tombstone at `version` for each.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove(connection: &mut AnyConnection, owner: Owner, ids: &[Id], version: i64) -> Result<(), StoreError> {
    let condition = format!("user_id = $1 AND id IN ({})", placeholders(2, ids.len()));
    for sql in [
        format!(
            "INSERT INTO removed_notes (user_id, id, version) SELECT user_id, id, {version} FROM notes WHERE {condition} \
             ON CONFLICT (user_id, id) DO UPDATE SET version = excluded.version"
        ),
        format!("DELETE FROM notes WHERE {condition}"),
    ] {
        let mut query = sqlx::query(AssertSqlSafe(sql)).persistent(false).bind(owner.id().to_string());
        for id in ids {
            query = query.bind(id.to_string());
        }
        query.execute(&mut *connection).await?;
    }
    search::forget_notes(connection, owner, ids).await
}

/// Returns the ids of the notes that violate an invariant: a note that also has a tombstone, a save that is both
/// current and archived, or a version out of range.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn inconsistencies(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query(
        "SELECT notes.id AS id FROM notes JOIN removed_notes ON removed_notes.user_id = notes.user_id AND removed_notes.id = notes.id \
         WHERE notes.user_id = $1 \
         UNION SELECT notes.id AS id FROM notes JOIN note_versions ON note_versions.user_id = notes.user_id \
         AND note_versions.note_id = notes.id AND note_versions.save_id = notes.save_id WHERE notes.user_id = $1 \
         UNION SELECT notes.id AS id FROM notes JOIN users ON users.id = notes.user_id \
         WHERE notes.user_id = $1 AND (notes.version < 1 OR notes.version > users.notes_version) \
         UNION SELECT removed_notes.id AS id FROM removed_notes JOIN users ON users.id = removed_notes.user_id \
         WHERE removed_notes.user_id = $1 AND (removed_notes.version < 1 OR removed_notes.version > users.notes_version)",
    )
    .bind(owner.id().to_string())
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok(row.try_get("id")?)).collect()
}
