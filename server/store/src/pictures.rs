//! Pictures that users uploaded: their metadata and their bytes.

use super::db::Database;
use super::{corrupt_column, map_missing_account, read_text, read_timestamp};
use crate::StoreError;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use core_wasm::protocol::photo::{MAX_PICTURES, Picture, PictureId};
use core_wasm::protocol::text::Color;
use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use std::sync::Arc;
use twentyfour_model::Owner;
use twentyfour_model::token::sha256_hex;

/// The maximum size of a chunk in bytes.
const CHUNK_BYTES: usize = 512 << 10;

/// Storage for uploaded pictures. The database implements it; another implementation could store the bytes elsewhere.
pub trait PictureStore: Send + Sync {
    /// Stores a picture atomically.
    ///
    /// # Errors
    /// Returns [`StoreError::PictureLimit`] if the owner already has the maximum number of pictures,
    /// [`StoreError::AccountMissing`] if the account no longer exists, or an error if storing fails.
    fn add(&self, owner: Owner, picture: Picture, bytes: Vec<u8>) -> BoxFuture<'_, Result<(), StoreError>>;

    /// Returns the pictures of an owner, the newest first.
    ///
    /// # Errors
    /// Returns an error if the storage fails.
    fn list(&self, owner: Owner) -> BoxFuture<'_, Result<Vec<Picture>, StoreError>>;

    /// Returns the bytes of a picture of any owner, or `None` if there is no such picture.
    ///
    /// # Errors
    /// Returns an error if the storage fails.
    fn bytes(&self, id: PictureId) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>>;

    /// Removes a picture of an owner. Returns false if the owner has no such picture.
    ///
    /// # Errors
    /// Returns an error if the storage fails.
    fn remove(&self, owner: Owner, id: PictureId) -> BoxFuture<'_, Result<bool, StoreError>>;
}

impl PictureStore for Database {
    fn add(&self, owner: Owner, picture: Picture, bytes: Vec<u8>) -> BoxFuture<'_, Result<(), StoreError>> {
        Box::pin(async move {
            // Encoded before the write, so that other writes do not wait for it.
            let pieces: Arc<[String]> = bytes.chunks(CHUNK_BYTES).map(|chunk| STANDARD.encode(chunk)).collect();
            let (byte_count, hash) = (bytes.len(), digest(&bytes));
            drop(bytes);
            self.write(move |connection| Box::pin(insert(connection, owner, picture, byte_count, hash, pieces))).await
        })
    }

    fn list(&self, owner: Owner) -> BoxFuture<'_, Result<Vec<Picture>, StoreError>> {
        Box::pin(self.pool().run(move |connection| Box::pin(all(connection, owner))))
    }

    fn bytes(&self, id: PictureId) -> BoxFuture<'_, Result<Option<Vec<u8>>, StoreError>> {
        Box::pin(async move {
            let read = self.pool().run(move |connection| {
                let id = id.clone();
                Box::pin(async move { bytes(connection, &id).await })
            });
            let bytes = read.await?;
            // A stored picture is a JPEG, so it is never empty.
            Ok((!bytes.is_empty()).then_some(bytes))
        })
    }

    fn remove(&self, owner: Owner, id: PictureId) -> BoxFuture<'_, Result<bool, StoreError>> {
        Box::pin(self.write(move |connection| Box::pin(delete(connection, owner, id))))
    }
}

/// Returns the SHA-256 hash of some bytes, in hexadecimal.
pub fn digest(bytes: &[u8]) -> String {
    sha256_hex(bytes)
}

/// Returns the number of pictures of an account.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count(connection: &mut AnyConnection, owner: Owner) -> Result<i64, StoreError> {
    let count = sqlx::query_scalar("SELECT COUNT(*) FROM pictures WHERE user_id = $1").bind(owner.id().to_string());
    Ok(count.fetch_one(connection).await?)
}

async fn insert(
    connection: &mut AnyConnection,
    owner: Owner,
    picture: Picture,
    byte_count: usize,
    hash: String,
    pieces: Arc<[String]>,
) -> Result<(), StoreError> {
    let owner_id = owner.id().to_string();
    // Locks the account first, so that two concurrent uploads cannot both pass the limit.
    sqlx::query("UPDATE users SET id = id WHERE id = $1").bind(owner_id.clone()).execute(&mut *connection).await?;
    let count = count(connection, owner).await?;
    if usize::try_from(count).is_ok_and(|count| count >= MAX_PICTURES) {
        return Err(StoreError::PictureLimit);
    }
    sqlx::query(
        "INSERT INTO pictures (id, user_id, width, height, color, byte_count, hash, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(picture.id.as_str().to_owned())
    .bind(owner_id)
    .bind(i64::from(picture.width))
    .bind(i64::from(picture.height))
    .bind(picture.color.as_str().to_owned())
    .bind(i64::try_from(byte_count).unwrap_or(i64::MAX))
    .bind(hash)
    .bind(picture.created_at.millis())
    .execute(&mut *connection)
    .await
    .map_err(map_missing_account)?;
    for (position, chunk) in (0_i64..).zip(pieces.iter()) {
        sqlx::query("INSERT INTO picture_pieces (picture_id, position, bytes) VALUES ($1, $2, $3)")
            .bind(picture.id.as_str().to_owned())
            .bind(position)
            .bind(chunk)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn delete(connection: &mut AnyConnection, owner: Owner, id: PictureId) -> Result<bool, StoreError> {
    // The foreign key deletes its chunks too.
    let deleted = sqlx::query("DELETE FROM pictures WHERE id = $1 AND user_id = $2")
        .bind(id.as_str().to_owned())
        .bind(owner.id().to_string())
        .execute(connection)
        .await?;
    Ok(deleted.rows_affected() == 1)
}

/// A picture's metadata, with the expected size and hash of its bytes.
pub struct StoredPicture {
    /// The metadata.
    pub picture: Picture,
    /// The size in bytes.
    pub byte_count: i64,
    /// SHA-256 of the bytes, in hexadecimal.
    pub hash: String,
}

fn stored_picture(row: &AnyRow) -> Result<StoredPicture, StoreError> {
    let pixels = |column: &str| {
        let pixels = u32::try_from(row.try_get::<i64, _>(column)?).map_err(|_| corrupt_column(column))?;
        if pixels > 0 { Ok(pixels) } else { Err(corrupt_column(column)) }
    };
    Ok(StoredPicture {
        picture: Picture {
            id: read_text(row, "id", PictureId::parse)?,
            width: pixels("width")?,
            height: pixels("height")?,
            color: read_text(row, "color", Color::parse)?,
            created_at: read_timestamp(row, "created_at")?.ok_or_else(|| corrupt_column("created_at"))?,
        },
        byte_count: row.try_get("byte_count")?,
        hash: row.try_get("hash")?,
    })
}

/// Returns the pictures of an owner as stored, the newest first.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn all_stored(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<StoredPicture>, StoreError> {
    let rows = sqlx::query(
        "SELECT id, width, height, color, byte_count, hash, created_at FROM pictures WHERE user_id = $1 \
         ORDER BY created_at DESC, id",
    )
    .bind(owner.id().to_string())
    .fetch_all(connection)
    .await?;
    rows.iter().map(stored_picture).collect()
}

/// Returns the pictures of an owner, the newest first.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn all(connection: &mut AnyConnection, owner: Owner) -> Result<Vec<Picture>, StoreError> {
    Ok(all_stored(connection, owner).await?.into_iter().map(|stored| stored.picture).collect())
}

/// Streams the bytes of a picture in chunks.
pub fn chunks<'c>(connection: &'c mut AnyConnection, id: &PictureId) -> super::Rows<'c, Vec<u8>> {
    let rows = sqlx::query("SELECT bytes FROM picture_pieces WHERE picture_id = $1 ORDER BY position")
        .bind(id.as_str().to_owned())
        .fetch(connection);
    rows.map(|row| STANDARD.decode(row?.try_get::<&str, _>("bytes")?).map_err(|_| corrupt_column("bytes"))).boxed()
}

/// Returns the bytes of a picture; empty if there is no such picture.
///
/// # Errors
/// Returns an error if a query fails or a stored value is invalid.
pub async fn bytes(connection: &mut AnyConnection, id: &PictureId) -> Result<Vec<u8>, StoreError> {
    let mut bytes = Vec::new();
    let mut pieces = chunks(connection, id);
    while let Some(chunk) = pieces.next().await {
        bytes.extend(chunk?);
    }
    Ok(bytes)
}
