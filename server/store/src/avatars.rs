//! The pictures of people (table `avatars`), at most one per account.

use crate::{StoreError, corrupt_column, map_missing_account, read_optional_text, read_text};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use core_wasm::protocol::photo::PictureId;
use sqlx::any::AnyRow;
use sqlx::{Any, AnyConnection, Executor, Row};
use twentyfour_model::Owner;

/// The picture of a person.
#[derive(Clone)]
pub struct Avatar {
    /// Its id.
    pub id: PictureId,
    /// The JPEG in base64, so that a write that is repeated does not encode it again.
    bytes: String,
}

impl Avatar {
    /// Creates an avatar from a JPEG.
    pub fn new(id: PictureId, jpeg: &[u8]) -> Self {
        Self { id, bytes: STANDARD.encode(jpeg) }
    }
}

/// Stores the picture of a person and replaces an earlier one.
///
/// # Errors
/// Returns [`StoreError::AccountMissing`] if the account no longer exists, or an error if the statement fails.
pub async fn set(connection: &mut AnyConnection, owner: Owner, avatar: Avatar) -> Result<(), StoreError> {
    sqlx::query(
        "INSERT INTO avatars (user_id, id, bytes) VALUES ($1, $2, $3) \
         ON CONFLICT (user_id) DO UPDATE SET id = excluded.id, bytes = excluded.bytes",
    )
    .bind(owner.id().to_string())
    .bind(avatar.id.as_str().to_owned())
    .bind(avatar.bytes)
    .execute(connection)
    .await
    .map_err(map_missing_account)?;
    Ok(())
}

/// Removes the picture of a person. Returns false if there is none.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn remove(connection: &mut AnyConnection, owner: Owner) -> Result<bool, StoreError> {
    let deleted =
        sqlx::query("DELETE FROM avatars WHERE user_id = $1").bind(owner.id().to_string()).execute(connection).await?;
    Ok(deleted.rows_affected() == 1)
}

/// Returns the id of a person's picture, if there is one.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn id_of(connection: &mut AnyConnection, owner: Owner) -> Result<Option<PictureId>, StoreError> {
    let query = sqlx::query("SELECT id FROM avatars WHERE user_id = $1").bind(owner.id().to_string());
    query.fetch_optional(connection).await?.map(|row| read_text(&row, "id", PictureId::parse)).transpose()
}

/// Returns the path of the picture in the column `avatar_id` of a row, which is null if the person has none.
pub(super) fn path_in(row: &AnyRow) -> Result<Option<String>, StoreError> {
    Ok(read_optional_text(row, "avatar_id", PictureId::parse)?.map(|id| id.avatar_path()))
}

/// Returns the JPEG with an id, if there is one.
///
/// # Errors
/// Returns an error if the query fails or a stored value is invalid.
pub async fn bytes<'e>(
    executor: impl Executor<'e, Database = Any>,
    id: &PictureId,
) -> Result<Option<Vec<u8>>, StoreError> {
    let query = sqlx::query("SELECT bytes FROM avatars WHERE id = $1").bind(id.as_str().to_owned());
    let Some(row) = query.fetch_optional(executor).await? else { return Ok(None) };
    STANDARD.decode(row.try_get::<&str, _>("bytes")?).map(Some).map_err(|_| corrupt_column("bytes"))
}
