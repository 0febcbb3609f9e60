//! Scheduled backups: copies of the database in a folder or in an S3-compatible object store, of which the newest are kept.

use crate::http_client::error_chain;
use core_wasm::protocol::time::Timestamp;
use object_store::aws::{AmazonS3, AmazonS3Builder};
use object_store::path::Path as ObjectPath;
use object_store::{ClientOptions, ObjectStore, ObjectStoreExt, WriteMultipart};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;
use twentyfour_model::paths::{RESERVED_BYTES, create_private_dir, free_bytes};
use twentyfour_model::{BackupSettings, ObjectStoreSettings};
use twentyfour_store::backup::{self, BackupError};
use twentyfour_store::{Database, StoreError, sizes};

/// The start of the names of backups, before the time.
const NAME_PREFIX: &str = "twentyfour-";

/// The size of the parts of an upload in bytes: S3 allows 10,000 parts of at least 5 MiB.
const PART_BYTES: usize = 16 << 20;

/// The number of parts that are uploaded at once.
const MAX_UPLOADS: usize = 2;

/// How long the object store may send nothing.
const STALL_TIMEOUT: Duration = Duration::from_secs(120);

/// The name of a copy that is being uploaded.
const UPLOAD_NAME: &str = "upload.db";

/// Why a scheduled backup failed.
#[derive(Debug)]
pub enum ScheduledBackupError {
    /// The database could not be copied.
    Copy(BackupError),
    /// The copy could not be read, or an old one not be deleted.
    File(io::Error),
    /// The object store failed.
    Store(object_store::Error),
    /// The size of the database is unknown.
    Size(StoreError),
    /// The disk has too little space.
    Space {
        /// The bytes that are needed.
        needed: u64,
        /// The bytes that are free.
        free: u64,
    },
}

impl fmt::Display for ScheduledBackupError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Copy(error) => error.fmt(formatter),
            Self::File(error) => write!(formatter, "Cannot read or delete a backup: {error}. Check BACKUP_DIR"),
            Self::Store(error) => {
                write!(formatter, "The object store failed: {}. Check the settings BACKUP_S3_…", error_chain(error))
            }
            Self::Size(error) => error.fmt(formatter),
            Self::Space { needed, free } => write!(
                formatter,
                "A backup needs {} MB of free space, and its disk has {} MB. Free some, or set BACKUP_DIR to a folder on another disk",
                needed / 1_000_000,
                free / 1_000_000
            ),
        }
    }
}

impl std::error::Error for ScheduledBackupError {}

impl From<BackupError> for ScheduledBackupError {
    fn from(error: BackupError) -> Self {
        Self::Copy(error)
    }
}

impl From<io::Error> for ScheduledBackupError {
    fn from(error: io::Error) -> Self {
        Self::File(error)
    }
}

impl From<object_store::Error> for ScheduledBackupError {
    fn from(error: object_store::Error) -> Self {
        Self::Store(error)
    }
}

/// Copies the database into the folder or the object store of the settings, and deletes the oldest backups there.
///
/// # Errors
/// Returns an error if the disk has too little space, the copy cannot be made or stored, or an old one cannot be deleted.
pub async fn back_up(
    database: &Database,
    settings: &BackupSettings,
    now: Timestamp,
) -> Result<(), ScheduledBackupError> {
    check_space(database, &settings.folder).await?;
    let name = format!("{NAME_PREFIX}{}.db", now.to_string().replace([':', '.'], "-"));
    match &settings.object_store {
        None => {
            backup::back_up(database, &settings.folder.join(name)).await?;
            Ok(backup::prune(&settings.folder, NAME_PREFIX, settings.keep)?)
        }
        Some(remote) => {
            let copy = settings.folder.join(UPLOAD_NAME);
            // An interrupted run has left it.
            backup::remove_if_exists(&copy)?;
            backup::back_up(database, &copy).await?;
            let stored = store(remote, &copy, &name, settings.keep).await;
            backup::remove_if_exists(&copy)?;
            stored
        }
    }
}

/// Checks that a copy of the database would leave space on the disk of a folder.
async fn check_space(database: &Database, folder: &Path) -> Result<(), ScheduledBackupError> {
    create_private_dir(folder)?;
    let size = sizes::database_bytes(database).await.map_err(ScheduledBackupError::Size)?;
    let (needed, free) = (u64::try_from(size).unwrap_or(u64::MAX).saturating_add(RESERVED_BYTES), free_bytes(folder)?);
    if free < needed { Err(ScheduledBackupError::Space { needed, free }) } else { Ok(()) }
}

/// Uploads a copy to an object store, and deletes the oldest ones there.
async fn store(
    settings: &ObjectStoreSettings,
    copy: &Path,
    name: &str,
    keep: usize,
) -> Result<(), ScheduledBackupError> {
    let bucket = open_bucket(settings)?;
    let prefix = ObjectPath::from(settings.prefix.as_str());
    upload(&bucket, copy, &prefix.clone().join(name)).await?;
    prune(&bucket, &prefix, keep).await
}

/// Opens the bucket of an S3-compatible store.
///
/// # Errors
/// Returns an error if the settings are invalid.
pub(crate) fn open_bucket(settings: &ObjectStoreSettings) -> Result<AmazonS3, object_store::Error> {
    // Fails only if the same provider is already installed.
    _ = rustls::crypto::ring::default_provider().install_default();
    let is_http = settings.endpoint.as_ref().is_some_and(|endpoint| endpoint.scheme() == "http");
    // The time for a part is unlimited, so that a slow connection succeeds; one that stalls does not.
    let client = ClientOptions::new().with_timeout_disabled().with_read_timeout(STALL_TIMEOUT).with_allow_http(is_http);
    let builder = AmazonS3Builder::new()
        .with_client_options(client)
        .with_bucket_name(&settings.bucket)
        .with_region(&settings.region)
        .with_access_key_id(settings.access_key.expose())
        .with_secret_access_key(settings.secret_key.expose());
    match &settings.endpoint {
        Some(endpoint) => builder.with_endpoint(endpoint.as_str().trim_end_matches('/')).build(),
        None => builder.build(),
    }
}

/// Uploads a file in parts, so that it is never in memory as a whole. The object appears when it is complete; parts of an
/// upload that failed are removed.
async fn upload(bucket: &AmazonS3, copy: &Path, target: &ObjectPath) -> Result<(), ScheduledBackupError> {
    let mut file = File::open(copy)?;
    let upload = bucket.put_multipart(target).await?;
    let mut writer = WriteMultipart::new_with_chunk_size(upload, PART_BYTES);
    match write_parts(&mut file, &mut writer).await {
        // Removes the parts if the last ones fail.
        Ok(()) => _ = writer.finish().await?,
        Err(error) => {
            // The error of the upload says more than that of its removal.
            _ = writer.abort().await;
            return Err(error);
        }
    }
    Ok(())
}

async fn write_parts(file: &mut File, writer: &mut WriteMultipart) -> Result<(), ScheduledBackupError> {
    let mut part = vec![0; PART_BYTES];
    loop {
        let length = file.read(&mut part)?;
        if length == 0 {
            return Ok(());
        }
        writer.wait_for_capacity(MAX_UPLOADS).await?;
        writer.write(part.get(..length).unwrap_or_default());
    }
}

/// Deletes all backups but the newest ones.
async fn prune(bucket: &AmazonS3, prefix: &ObjectPath, keep: usize) -> Result<(), ScheduledBackupError> {
    // Only the objects directly under the prefix: another server may store its backups further down.
    let objects = bucket.list_with_delimiter(Some(prefix)).await?.objects;
    let is_backup =
        |path: &ObjectPath| path.filename().is_some_and(|name| name.starts_with(NAME_PREFIX) && name.ends_with(".db"));
    let mut backups: Vec<ObjectPath> = objects.into_iter().map(|object| object.location).filter(is_backup).collect();
    // Their names begin with the time.
    backups.sort();
    let excess = backups.len().saturating_sub(keep);
    for path in backups.iter().take(excess) {
        bucket.delete(path).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::s3_stand_in::{Bucket, store_settings};

    fn settings(folder: &Path, endpoint: &str, access_key: &str) -> BackupSettings {
        let object_store = Some(store_settings(endpoint, access_key));
        BackupSettings { every_hours: 1, keep: 2, folder: folder.join("backups"), object_store }
    }

    #[tokio::test]
    async fn newest_backups_are_kept_in_the_object_store() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("data.db").display());
        let database = Database::open(&url).await.unwrap();
        let bucket = Bucket::default();
        let settings = settings(folder.path(), &bucket.serve().await, "key");
        for other in ["some/where/else.txt", "some/where/deeper/twentyfour-1960.db"] {
            bucket.insert(other, vec![1]);
        }
        for hour in 0..3 {
            back_up(&database, &settings, Timestamp::from_millis(hour * 3_600_000)).await.unwrap();
        }
        database.close().await;
        let stored = bucket.objects();
        let names: Vec<&str> = stored.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [
                "some/where/deeper/twentyfour-1960.db",
                "some/where/else.txt",
                "some/where/twentyfour-1970-01-01T01-00-00-000Z.db",
                "some/where/twentyfour-1970-01-01T02-00-00-000Z.db"
            ]
        );
        assert_eq!(std::fs::read_dir(&settings.folder).unwrap().count(), 0, "no copy stays on the disk");
        // What was uploaded is a database that can be restored.
        let restored = folder.path().join("restored.db");
        std::fs::write(&restored, stored.values().last().unwrap()).unwrap();
        let target = format!("sqlite://{}", folder.path().join("target.db").display());
        backup::restore(&target, &restored, 1).await.unwrap();
    }

    #[tokio::test]
    async fn large_file_is_uploaded_in_parts() {
        let folder = tempfile::tempdir().unwrap();
        let bucket = Bucket::default();
        let settings = settings(folder.path(), &bucket.serve().await, "key");
        let content: Vec<u8> = (0..PART_BYTES + 1_000).map(|index| u8::try_from(index % 251).unwrap()).collect();
        let file = folder.path().join("large.db");
        std::fs::write(&file, &content).unwrap();
        let target = ObjectPath::from("large.db");
        upload(&open_bucket(&settings.object_store.unwrap()).unwrap(), &file, &target).await.unwrap();
        assert!(bucket.objects()["large.db"] == content);
    }

    #[tokio::test]
    async fn failing_object_store_leaves_no_copy_on_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("data.db").display());
        let database = Database::open(&url).await.unwrap();
        let settings = settings(folder.path(), &Bucket::default().serve().await, "wrong");
        let error = back_up(&database, &settings, Timestamp::from_millis(0)).await.unwrap_err();
        database.close().await;
        assert!(error.to_string().contains("BACKUP_S3"), "{error}");
        assert!(!error.to_string().contains("secret"), "{error}");
        assert_eq!(std::fs::read_dir(&settings.folder).unwrap().count(), 0);
    }
}
