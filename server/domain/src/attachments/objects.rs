//! The objects with the contents of attached files: in a folder, or in an S3-compatible store.

use crate::backups::open_bucket;
use crate::error::DomainError;
use crate::http_client::error_chain;
use bytes::{Bytes, BytesMut};
use core_wasm::protocol::time::Timestamp;
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use object_store::local::LocalFileSystem;
use object_store::path::Path as ObjectPath;
use object_store::{ObjectStore, ObjectStoreExt, WriteMultipart};
use std::io;
use std::sync::Arc;
use tokio::fs::File;
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio::sync::OnceCell;
use twentyfour_model::AttachmentSettings;
use twentyfour_model::paths::create_private_dir;
use twentyfour_model::token::{hex, random_bytes};
use twentyfour_store::{Database, attachments};

/// The start of the names of objects, so that a folder or a bucket can be shared with others.
const NAME_PREFIX: &str = "attachment-";

/// The end of the name of a preview, after the name of the file.
const PREVIEW_SUFFIX: &str = ".preview";

/// The size of the parts of an upload in bytes, the smallest that S3 allows.
const PART_BYTES: usize = 5 << 20;

/// The number of parts that are uploaded at once.
const MAX_UPLOADS: usize = 1;

/// The number of objects whose attachments are looked up at once.
const OBJECTS_PER_BATCH: usize = 500;

/// The contents of an object.
pub struct ObjectContents {
    /// Its size in bytes.
    pub bytes: u64,
    /// Its contents.
    pub stream: BoxStream<'static, io::Result<Bytes>>,
}

/// The folder or the bucket of the settings, which is opened when it is first used. Clones share it.
#[derive(Clone)]
pub(crate) struct Objects {
    settings: AttachmentSettings,
    store: Arc<OnceCell<Arc<dyn ObjectStore>>>,
}

impl Objects {
    /// Opens nothing yet.
    pub(crate) fn new(settings: AttachmentSettings) -> Self {
        Self { settings, store: Arc::default() }
    }

    /// Returns a new, random key.
    pub(super) fn new_key() -> String {
        format!("{NAME_PREFIX}{}", hex(&random_bytes::<16>()))
    }

    /// Returns the key of the preview of a file.
    pub(super) fn preview_key(key: &str) -> String {
        format!("{key}{PREVIEW_SUFFIX}")
    }

    async fn store(&self) -> Result<&Arc<dyn ObjectStore>, DomainError> {
        let open = || async {
            Ok::<Arc<dyn ObjectStore>, DomainError>(match &self.settings.object_store {
                Some(remote) => Arc::new(open_bucket(remote).map_err(store_error)?),
                None => {
                    create_private_dir(&self.settings.folder).map_err(folder_error)?;
                    Arc::new(LocalFileSystem::new_with_prefix(&self.settings.folder).map_err(store_error)?)
                }
            })
        };
        self.store.get_or_try_init(open).await
    }

    fn prefix(&self) -> ObjectPath {
        ObjectPath::from(self.settings.object_store.as_ref().map_or("", |remote| remote.prefix.as_str()))
    }

    fn path(&self, key: &str) -> ObjectPath {
        self.prefix().join(key)
    }

    /// Stores bytes.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub(super) async fn put(&self, key: &str, bytes: Bytes) -> Result<(), DomainError> {
        self.store().await?.put(&self.path(key), bytes.into()).await.map_err(store_error)?;
        Ok(())
    }

    /// Stores a file of `bytes` bytes, in parts if it is large, so that it is never in memory as a whole. The object appears
    /// when it is complete.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or the store fails.
    pub(super) async fn put_file(&self, key: &str, file: &mut File, bytes: usize) -> Result<(), DomainError> {
        file.rewind().await.map_err(folder_error)?;
        if bytes <= PART_BYTES {
            let part = read_part(file).await.map_err(folder_error)?;
            return self.put(key, part).await;
        }
        let upload = self.store().await?.put_multipart(&self.path(key)).await.map_err(store_error)?;
        let mut writer = WriteMultipart::new_with_chunk_size(upload, PART_BYTES);
        match write_parts(file, &mut writer).await {
            // Removes the parts if the last ones fail.
            Ok(()) => _ = writer.finish().await.map_err(store_error)?,
            Err(error) => {
                // The error of the upload says more than that of its removal.
                _ = writer.abort().await;
                return Err(error);
            }
        }
        Ok(())
    }

    /// Returns the contents of an object, or `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the store fails.
    pub(crate) async fn get(&self, key: &str) -> Result<Option<ObjectContents>, DomainError> {
        match self.store().await?.get(&self.path(key)).await {
            Ok(found) => Ok(Some(ObjectContents {
                bytes: found.meta.size,
                stream: found.into_stream().map(|bytes| bytes.map_err(io::Error::other)).boxed(),
            })),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(store_error(error)),
        }
    }

    /// Deletes a file and its preview, as far as they exist. What remains is deleted by the next cleanup.
    pub(super) async fn delete(&self, key: &str) {
        let Ok(store) = self.store().await else { return };
        for key in [key.to_owned(), Self::preview_key(key)] {
            match store.delete(&self.path(&key)).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => tracing::warn!(error = error_chain(&error), "cannot delete an attachment, retrying"),
            }
        }
    }

    /// Deletes the files that were stored before a moment and belong to no attachment, with their previews.
    ///
    /// # Errors
    /// Returns an error if the store or the database fails.
    pub(super) async fn delete_unused(&self, database: &Database, before: Timestamp) -> Result<(), DomainError> {
        let is_unused = self.settings.object_store.is_none() && !self.settings.folder.exists();
        if is_unused {
            // Nothing was ever attached, so there is no folder.
            return Ok(());
        }
        let store = self.store().await?;
        let prefix = self.prefix();
        let mut batches = store.list(Some(&prefix)).chunks(OBJECTS_PER_BATCH);
        while let Some(batch) = batches.next().await {
            let mut keys = Vec::with_capacity(batch.len());
            for object in batch {
                let object = object.map_err(store_error)?;
                let is_old = object.last_modified.timestamp_millis() < before.millis();
                keys.extend(object.location.filename().and_then(key_of).filter(|key| {
                    // Another server may store its files further down.
                    is_old && [self.path(key), self.path(&Self::preview_key(key))].contains(&object.location)
                }));
            }
            keys.dedup();
            let known = attachments::known_keys(database.pool(), &keys).await?;
            for key in keys.iter().filter(|key| !known.contains(*key)) {
                self.delete(key).await;
            }
        }
        Ok(())
    }
}

/// Returns the key of the file to which an object belongs; `None` if its name is not one of ours.
fn key_of(name: &str) -> Option<String> {
    let key = name.strip_suffix(PREVIEW_SUFFIX).unwrap_or(name);
    let digits = key.strip_prefix(NAME_PREFIX)?;
    let is_key = digits.len() == 32 && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_key.then(|| key.to_owned())
}

/// Reads up to the size of a part; less at the end of the file.
async fn read_part(file: &mut File) -> io::Result<Bytes> {
    let mut part = BytesMut::new();
    while part.len() < PART_BYTES {
        let rest = u64::try_from(PART_BYTES - part.len()).unwrap_or_default();
        if (&mut *file).take(rest).read_buf(&mut part).await? == 0 {
            break;
        }
    }
    Ok(part.freeze())
}

async fn write_parts(file: &mut File, writer: &mut WriteMultipart) -> Result<(), DomainError> {
    loop {
        let part = read_part(file).await.map_err(folder_error)?;
        if part.is_empty() {
            return Ok(());
        }
        writer.wait_for_capacity(MAX_UPLOADS).await.map_err(store_error)?;
        writer.put(part);
    }
}

fn store_error(error: object_store::Error) -> DomainError {
    DomainError::Internal(format!(
        "the store of attachments failed: {}. Check the settings ATTACHMENTS_…",
        error_chain(&error)
    ))
}

fn folder_error(error: io::Error) -> DomainError {
    DomainError::Internal(format!("cannot read or write an attachment: {error}. Check ATTACHMENTS_DIR and DATA_DIR"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::s3_stand_in::{Bucket, store_settings};

    #[test]
    fn only_names_of_attachments_are_keys() {
        let key = Objects::new_key();
        assert_eq!(key_of(&key).as_deref(), Some(key.as_str()));
        assert_eq!(key_of(&Objects::preview_key(&key)).as_deref(), Some(key.as_str()));
        for name in ["", "attachment-", "twentyfour-1970.db", "attachment-00.preview", &format!("{key}0")] {
            assert_eq!(key_of(name), None, "{name}");
        }
    }

    /// Stores, reads and deletes objects of sizes around that of a part.
    async fn assert_works(objects: &Objects) {
        let folder = tempfile::tempdir().unwrap();
        for length in [0, 1, PART_BYTES, PART_BYTES + 1, 3 * PART_BYTES] {
            let content: Vec<u8> = (0..length).map(|index| u8::try_from(index % 251).unwrap()).collect();
            let path = folder.path().join("file");
            std::fs::write(&path, &content).unwrap();
            let (key, mut file) = (Objects::new_key(), File::open(&path).await.unwrap());
            objects.put_file(&key, &mut file, length).await.unwrap();
            let stored = objects.get(&key).await.unwrap().unwrap();
            assert_eq!(usize::try_from(stored.bytes).unwrap(), length);
            let chunks: Vec<Bytes> = stored.stream.map(Result::unwrap).collect().await;
            assert!(chunks.concat() == content, "{length}");
            objects.delete(&key).await;
            assert!(objects.get(&key).await.unwrap().is_none());
        }
    }

    #[tokio::test]
    async fn objects_are_stored_in_a_folder() {
        let folder = tempfile::tempdir().unwrap();
        let settings = AttachmentSettings { folder: folder.path().join("attachments"), object_store: None };
        assert_works(&Objects::new(settings.clone())).await;
        assert_eq!(std::fs::read_dir(&settings.folder).unwrap().count(), 0);
    }

    #[tokio::test]
    async fn objects_are_stored_in_a_bucket_and_the_unused_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let bucket = Bucket::default();
        let object_store = Some(store_settings(&bucket.serve().await, "key"));
        let objects = Objects::new(AttachmentSettings { folder: folder.path().join("unused"), object_store });
        assert_works(&objects).await;
        assert_eq!(bucket.objects().len(), 0);

        let key = Objects::new_key();
        objects.put(&key, Bytes::from_static(b"file")).await.unwrap();
        objects.put(&Objects::preview_key(&key), Bytes::from_static(b"preview")).await.unwrap();
        let others =
            ["some/where/else.txt".to_owned(), format!("some/where/deeper/{key}"), format!("some/whereabouts/{key}")];
        others.iter().for_each(|other| bucket.insert(other, vec![1]));
        let database = Database::open(&format!("sqlite://{}", folder.path().join("data.db").display())).await.unwrap();
        // The time at which the stand-in says that its objects were changed.
        let stored_at = Timestamp::parse("2026-03-03T12:00:00.000Z").unwrap();
        objects.delete_unused(&database, stored_at).await.unwrap();
        assert_eq!(bucket.objects().len(), 5, "they are not old enough");
        objects.delete_unused(&database, stored_at.plus_millis(1)).await.unwrap();
        database.close().await;
        let mut rest: Vec<String> = bucket.objects().into_keys().collect();
        rest.sort_by_key(|key| others.iter().position(|other| other == key));
        assert_eq!(rest, others);
        assert!(!folder.path().join("unused").exists());
    }

    #[tokio::test]
    async fn errors_of_the_store_name_the_settings() {
        let folder = tempfile::tempdir().unwrap();
        let object_store = Some(store_settings(&Bucket::default().serve().await, "wrong"));
        let objects = Objects::new(AttachmentSettings { folder: folder.path().join("unused"), object_store });
        let error = objects.put(&Objects::new_key(), Bytes::new()).await.unwrap_err();
        let text = format!("{error:?}");
        assert!(text.contains("ATTACHMENTS_") && !text.contains("secret"), "{text}");
    }
}
