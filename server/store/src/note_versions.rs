//! The texts of notes other than the current one: earlier versions, and conflicting texts that were written at the same
//! time.

use super::notes::NoteText;
use super::{Rows, read_id};
use crate::StoreError;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::note::{NoteVersion, NoteVersionResponse};
use core_wasm::protocol::time::Timestamp;
use futures_util::StreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};
use std::collections::BTreeSet;
use twentyfour_model::Owner;

/// The note and the version at which a text is stored.
#[derive(Clone, Copy, Debug)]
pub struct NoteWrite {
    /// The account that owns the note.
    pub owner: Owner,
    /// The note.
    pub note_id: Id,
    /// The version of the account's notes that is being written.
    pub version: i64,
    /// The time by the server's clock.
    pub at: Timestamp,
}

/// The metadata of a text that is about to become an earlier version.
#[derive(Clone, Debug)]
pub struct ReplacedText {
    /// The save that wrote the text.
    pub save_id: Id,
    /// The login that wrote the text.
    pub login_id: Id,
    /// When the text was edited, by the device's clock.
    pub edited_at: Timestamp,
}

/// A burst of edits by one login, of which only one text is stored.
#[derive(Clone, Copy, Debug)]
pub struct EditBurst {
    /// The save that represents the burst.
    pub save_id: Id,
    /// When the burst began, or `None` if it has ended and no further text joins it.
    pub began_at: Option<Timestamp>,
}

/// Stored instead of the start of a burst that has ended. No real start is this early.
const BURST_ENDED: i64 = -1;

const COLUMNS: &str = "note_versions.save_id, note_versions.edited_at, note_versions.device, note_versions.snippet";

fn version(row: &AnyRow) -> Result<NoteVersion, StoreError> {
    Ok(NoteVersion {
        save_id: read_id(row, "save_id")?,
        edited_at: Timestamp::from_millis(row.try_get("edited_at")?),
        device: row.try_get("device")?,
        snippet: row.try_get("snippet")?,
    })
}

fn with_document(row: &AnyRow) -> Result<NoteVersionResponse, StoreError> {
    Ok(NoteVersionResponse { version: version(row)?, document: row.try_get("document")? })
}

/// Returns the earlier versions and conflicts of a note, the latest first.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn of_note(
    connection: &mut AnyConnection,
    owner: Owner,
    note_id: Id,
) -> Result<Vec<NoteVersion>, StoreError> {
    let rows = sqlx::query(AssertSqlSafe(format!(
        "SELECT {COLUMNS} FROM note_versions WHERE user_id = $1 AND note_id = $2 ORDER BY edited_at DESC, kept_version DESC"
    )))
    .bind(owner.id().to_string())
    .bind(note_id.to_string())
    .fetch_all(connection)
    .await?;
    rows.iter().map(version).collect()
}

/// Streams the earlier versions and conflicts of a note with their documents, in no particular order.
pub fn all(connection: &mut AnyConnection, owner: Owner, note_id: Id) -> Rows<'_, NoteVersionResponse> {
    let sql = format!("SELECT {COLUMNS}, document FROM note_versions WHERE user_id = $1 AND note_id = $2");
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(owner.id().to_string()).bind(note_id.to_string()).fetch(connection);
    rows.map(|row| with_document(&row?)).boxed()
}

/// Returns the earlier version or conflict of a note that a save wrote.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn by_save(
    connection: &mut AnyConnection,
    owner: Owner,
    note_id: Id,
    save_id: Id,
) -> Result<Option<NoteVersionResponse>, StoreError> {
    let row = sqlx::query(AssertSqlSafe(format!(
        "SELECT {COLUMNS}, document FROM note_versions WHERE user_id = $1 AND note_id = $2 AND save_id = $3"
    )))
    .bind(owner.id().to_string())
    .bind(note_id.to_string())
    .bind(save_id.to_string())
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(with_document).transpose()
}

/// Returns the conflicts of the notes that were last written after version `after` and up to version `up_to`, each with
/// the id of its note, the latest first.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn conflicts_between(
    connection: &mut AnyConnection,
    owner: Owner,
    after: i64,
    up_to: i64,
) -> Result<Vec<(Id, NoteVersion)>, StoreError> {
    let rows = sqlx::query(AssertSqlSafe(format!(
        "SELECT {COLUMNS}, note_versions.note_id FROM note_versions \
         JOIN notes ON notes.user_id = note_versions.user_id AND notes.id = note_versions.note_id \
         WHERE notes.user_id = $1 AND notes.version > $2 AND notes.version <= $3 AND note_versions.is_apart = 1 \
         ORDER BY note_versions.edited_at DESC, note_versions.kept_version DESC"
    )))
    .bind(owner.id().to_string())
    .bind(after)
    .bind(up_to)
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok((read_id(row, "note_id")?, version(row)?))).collect()
}

/// Returns the conflicts of one note, the latest first.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn conflicts(
    connection: &mut AnyConnection,
    owner: Owner,
    note_id: Id,
) -> Result<Vec<NoteVersion>, StoreError> {
    let rows = sqlx::query(AssertSqlSafe(format!(
        "SELECT {COLUMNS} FROM note_versions WHERE user_id = $1 AND note_id = $2 AND is_apart = 1 \
         ORDER BY edited_at DESC, kept_version DESC"
    )))
    .bind(owner.id().to_string())
    .bind(note_id.to_string())
    .fetch_all(connection)
    .await?;
    rows.iter().map(version).collect()
}

/// Returns the metadata of the conflict that a save wrote, or `None` if there is no such conflict.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn conflict_by_save(
    connection: &mut AnyConnection,
    owner: Owner,
    note_id: Id,
    save_id: Id,
) -> Result<Option<ReplacedText>, StoreError> {
    let row = sqlx::query(
        "SELECT login_id, edited_at FROM note_versions WHERE user_id = $1 AND note_id = $2 AND save_id = $3 AND is_apart = 1",
    )
    .bind(owner.id().to_string())
    .bind(note_id.to_string())
    .bind(save_id.to_string())
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
        Ok(ReplacedText {
            save_id,
            login_id: read_id(&row, "login_id")?,
            edited_at: Timestamp::from_millis(row.try_get("edited_at")?),
        })
    })
    .transpose()
}

/// Returns the saves of a note's conflicts whose text has this hash.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn conflicts_with_hash(
    connection: &mut AnyConnection,
    owner: Owner,
    note_id: Id,
    hash: &str,
) -> Result<Vec<Id>, StoreError> {
    let rows = sqlx::query(
        "SELECT save_id FROM note_versions WHERE user_id = $1 AND note_id = $2 AND is_apart = 1 AND hash = $3",
    )
    .bind(owner.id().to_string())
    .bind(note_id.to_string())
    .bind(hash.to_owned())
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| read_id(row, "save_id")).collect()
}

/// Returns whether a save is an earlier version or a conflict of a note.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn exists(
    connection: &mut AnyConnection,
    owner: Owner,
    note_id: Id,
    save_id: Id,
) -> Result<bool, StoreError> {
    let row = sqlx::query("SELECT save_id FROM note_versions WHERE user_id = $1 AND note_id = $2 AND save_id = $3")
        .bind(owner.id().to_string())
        .bind(note_id.to_string())
        .bind(save_id.to_string())
        .fetch_optional(connection)
        .await?;
    Ok(row.is_some())
}

/// Returns the latest burst of a login among the earlier versions of a note.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn last_burst(
    connection: &mut AnyConnection,
    note_write: NoteWrite,
    login_id: Id,
) -> Result<Option<EditBurst>, StoreError> {
    let row = sqlx::query(
        "SELECT save_id, began_at FROM note_versions \
         WHERE user_id = $1 AND note_id = $2 AND is_apart = 0 AND login_id = $3 ORDER BY kept_version DESC LIMIT 1",
    )
    .bind(note_write.owner.id().to_string())
    .bind(note_write.note_id.to_string())
    .bind(login_id.to_string())
    .fetch_optional(connection)
    .await?;
    row.map(|row| {
        let began_at: i64 = row.try_get("began_at")?;
        let began_at = (began_at != BURST_ENDED).then(|| Timestamp::from_millis(began_at));
        Ok(EditBurst { save_id: read_id(&row, "save_id")?, began_at })
    })
    .transpose()
}

/// Ends every burst among the earlier versions of a note, so that later edits do not replace the stored texts.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn end_bursts(connection: &mut AnyConnection, note_write: NoteWrite) -> Result<(), StoreError> {
    sqlx::query(
        "UPDATE note_versions SET began_at = $3 WHERE user_id = $1 AND note_id = $2 AND is_apart = 0 AND began_at <> $3",
    )
    .bind(note_write.owner.id().to_string())
    .bind(note_write.note_id.to_string())
    .bind(BURST_ENDED)
    .execute(connection)
    .await?;
    Ok(())
}

/// Returns the document that a save wrote, whether current or not.
///
/// # Errors
/// Returns an error if the note has no such save or if the query fails.
pub async fn document(
    connection: &mut AnyConnection,
    note_write: NoteWrite,
    save_id: Id,
) -> Result<String, StoreError> {
    let row = sqlx::query(
        "SELECT document FROM notes WHERE user_id = $1 AND id = $2 AND save_id = $3 \
         UNION ALL SELECT document FROM note_versions WHERE user_id = $1 AND note_id = $2 AND save_id = $3",
    )
    .bind(note_write.owner.id().to_string())
    .bind(note_write.note_id.to_string())
    .bind(save_id.to_string())
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("document")?)
}

/// Stores the current text of a note as an earlier version or a conflict, before it is replaced.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn archive_current(
    connection: &mut AnyConnection,
    note_write: NoteWrite,
    is_apart: bool,
    began_at: Timestamp,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO note_versions (user_id, note_id, save_id, is_apart, kept_version, kept_at, login_id, device, began_at, \
         edited_at, hash, snippet, document) \
         SELECT user_id, id, save_id, $3, $4, $5, login_id, device, $6, edited_at, hash, snippet, document FROM notes \
         WHERE user_id = $1 AND id = $2",
    )
    .bind(note_write.owner.id().to_string())
    .bind(note_write.note_id.to_string())
    .bind(i64::from(is_apart))
    .bind(note_write.version)
    .bind(note_write.at.millis())
    .bind(began_at.millis())
    .execute(connection)
    .await?;
    Ok(())
}

/// Stores a new text as a conflict.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert_conflict(
    connection: &mut AnyConnection,
    note_write: NoteWrite,
    text: &NoteText,
) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO note_versions (user_id, note_id, save_id, is_apart, kept_version, kept_at, login_id, device, began_at, \
         edited_at, hash, snippet, document) VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8, $8, $9, $10, $11)",
    )
    .bind(note_write.owner.id().to_string())
    .bind(note_write.note_id.to_string())
    .bind(text.save_id.to_string())
    .bind(note_write.version)
    .bind(note_write.at.millis())
    .bind(text.login_id.to_string())
    .bind(text.device.clone())
    .bind(text.edited_at.millis())
    .bind(text.hash.clone())
    .bind(text.snippet.clone())
    .bind(text.document.clone())
    .execute(connection)
    .await?;
    Ok(())
}

/// Turns a conflict into an earlier version, in a burst that began at `began_at` (`None`: a burst that has ended).
/// Returns false if there is no such conflict.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn archive_conflict(
    connection: &mut AnyConnection,
    note_write: NoteWrite,
    save_id: Id,
    began_at: Option<Timestamp>,
) -> Result<bool, StoreError> {
    let updated = sqlx::query(
        "UPDATE note_versions SET is_apart = 0, kept_version = $4, kept_at = $5, began_at = $6 \
         WHERE user_id = $1 AND note_id = $2 AND save_id = $3 AND is_apart = 1",
    )
    .bind(note_write.owner.id().to_string())
    .bind(note_write.note_id.to_string())
    .bind(save_id.to_string())
    .bind(note_write.version)
    .bind(note_write.at.millis())
    .bind(began_at.map_or(BURST_ENDED, Timestamp::millis))
    .execute(connection)
    .await?;
    Ok(updated.rows_affected() == 1)
}

/// Deletes an earlier version or a conflict.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn remove(connection: &mut AnyConnection, note_write: NoteWrite, save_id: Id) -> Result<(), StoreError> {
    sqlx::query("DELETE FROM note_versions WHERE user_id = $1 AND note_id = $2 AND save_id = $3")
        .bind(note_write.owner.id().to_string())
        .bind(note_write.note_id.to_string())
        .bind(save_id.to_string())
        .execute(connection)
        .await?;
    Ok(())
}

/// Turns all conflicts of a note except the latest ones, whose number is `latest`, into earlier versions.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn archive_older_conflicts(
    connection: &mut AnyConnection,
    note_write: NoteWrite,
    latest: i64,
) -> Result<(), StoreError> {
    // SQLite does not allow OFFSET without LIMIT.
    sqlx::query(
        "UPDATE note_versions SET is_apart = 0, kept_at = $3, began_at = $5 WHERE user_id = $1 AND note_id = $2 AND save_id IN \
         (SELECT save_id FROM note_versions WHERE user_id = $1 AND note_id = $2 AND is_apart = 1 \
         ORDER BY kept_version DESC LIMIT 1000000 OFFSET $4)",
    )
    .bind(note_write.owner.id().to_string())
    .bind(note_write.note_id.to_string())
    .bind(note_write.at.millis())
    .bind(latest)
    .bind(BURST_ENDED)
    .execute(connection)
    .await?;
    Ok(())
}

/// Deletes the oldest earlier versions of a note, so that at most `limit` versions and conflicts remain. Conflicts are
/// never deleted.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn prune(connection: &mut AnyConnection, note_write: NoteWrite, limit: i64) -> Result<(), StoreError> {
    sqlx::query(
        "DELETE FROM note_versions WHERE user_id = $1 AND note_id = $2 AND save_id IN \
         (SELECT save_id FROM note_versions WHERE user_id = $1 AND note_id = $2 \
         ORDER BY is_apart DESC, kept_version DESC LIMIT 1000000 OFFSET $3) AND is_apart = 0",
    )
    .bind(note_write.owner.id().to_string())
    .bind(note_write.note_id.to_string())
    .bind(limit)
    .execute(connection)
    .await?;
    Ok(())
}

/// The maximum number of texts deleted in one transaction, to keep its locks short.
const MAX_BATCH: usize = 200;

/// Deletes a batch of earlier versions that were stored before `before`. Returns true if there may be more.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn delete_expired_batch(connection: &mut AnyConnection, before: Timestamp) -> Result<bool, StoreError> {
    let sql = format!(
        "DELETE FROM note_versions WHERE is_apart = 0 AND (user_id, note_id, save_id) IN \
         (SELECT user_id, note_id, save_id FROM note_versions WHERE is_apart = 0 AND kept_at < $1 LIMIT {MAX_BATCH}) \
         RETURNING user_id, note_id"
    );
    let removed = sqlx::query(AssertSqlSafe(sql)).bind(before.millis()).fetch_all(&mut *connection).await?;
    let of_notes: Result<BTreeSet<(Id, Id)>, StoreError> =
        removed.iter().map(|row| Ok((read_id(row, "user_id")?, read_id(row, "note_id")?))).collect();
    for (account_id, note_id) in of_notes? {
        #[allow(clippy::disallowed_methods, reason = "the account is that of the deleted rows")]
        let owner = Owner::for_operator(account_id);
        super::notes::count_bytes(connection, owner, note_id).await?;
    }
    Ok(removed.len() == MAX_BATCH)
}
