//! Receiving an archive into a temporary file, and finding its records.

use super::archive::{Archive, RecordIndex};
use super::{ImportDeps, ReceivedArchive};
use crate::error::DomainError;
use crate::export::limited_file::LimitedFile;
use bytes::Bytes;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use futures_util::{Stream, StreamExt};
use serde::Deserialize;
use serde_json::Value;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use twentyfour_model::Actor;

/// How long the client may send nothing.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);

/// How long an upload may take: the largest archive needs 600 KB per second.
const MAX_UPLOAD_TIME: Duration = Duration::from_secs(2 * 60 * 60);

/// The maximum number of chunks waiting to be written.
const MAX_QUEUED_CHUNKS: usize = 16;

/// The maximum size of `account.json` in bytes.
const MAX_ACCOUNT_BYTES: u64 = 1 << 20;

/// The records of an archive.
pub(super) struct FoundRecords {
    /// The account of the archive.
    pub(super) account_id: Id,
    /// Its preferences as JSON.
    pub(super) preferences: Value,
    pub(super) boards: RecordIndex,
    pub(super) activity: RecordIndex,
    pub(super) notes: RecordIndex,
    pub(super) focus_sessions: RecordIndex,
    pub(super) pictures: RecordIndex,
    pub(super) attachments: RecordIndex,
}

/// What `account.json` must have.
#[derive(Deserialize)]
struct ArchivedAccount {
    user: ArchivedUser,
    #[serde(default)]
    preferences: Value,
}

#[derive(Deserialize)]
struct ArchivedUser {
    id: Id,
}

/// Receives an archive and checks it.
///
/// # Errors
/// Returns `ErrorCode::ServerBusy` if the account has an import already, or too many others have,
/// `ErrorCode::TooManyRequests` if the rate limit is exceeded, `ErrorCode::RequestTimeout`, `ErrorCode::ArchiveTooLarge`,
/// `ErrorCode::ArchiveInvalid`, `ErrorCode::Unavailable` if the disk has too little space, the error of the body, or an error if
/// the disk fails.
pub async fn receive(
    deps: &ImportDeps,
    account: Actor,
    body: impl Stream<Item = Result<Bytes, ErrorCode>>,
) -> Result<ReceivedArchive, DomainError> {
    let slot = deps.slots.acquire(account.id)?;
    deps.limits.import(account.id, deps.context.now()).await?;
    let receiving = tokio::time::timeout(MAX_UPLOAD_TIME, receive_file(&deps.data_dir, body, STALL_TIMEOUT));
    let file = receiving.await.map_err(|_| ErrorCode::RequestTimeout)??;
    let reading = tokio::task::spawn_blocking(move || {
        let archive = Archive::open(file)?;
        let found = find_records(&archive)?;
        // Keeps the slot until the archive has been read, also if the request has ended by then.
        Ok::<_, ErrorCode>(ReceivedArchive { archive: Arc::new(archive), found, slot })
    });
    let read = reading.await.map_err(|error| DomainError::Internal(format!("reading an archive failed: {error}")))?;
    Ok(read?)
}

/// Receives a body into a file without a name, which never outlives the process. `stall` is how long the client may send nothing.
async fn receive_file(
    folder: &Path,
    body: impl Stream<Item = Result<Bytes, ErrorCode>>,
    stall: Duration,
) -> Result<File, DomainError> {
    let (sender, chunks) = mpsc::channel(MAX_QUEUED_CHUNKS);
    let folder = folder.to_owned();
    let writing = tokio::task::spawn_blocking(move || write_file(&folder, chunks));
    let mut body = pin!(body);
    loop {
        let next = tokio::time::timeout(stall, body.next()).await.map_err(|_| ErrorCode::RequestTimeout)?;
        let Some(chunk) = next.transpose()? else { break };
        if sender.send(chunk).await.is_err() {
            // The file could not be written.
            break;
        }
    }
    drop(sender);
    let written =
        writing.await.map_err(|error| DomainError::Internal(format!("receiving an archive failed: {error}")))?;
    written.map_err(|error| match error.kind() {
        io::ErrorKind::FileTooLarge => ErrorCode::ArchiveTooLarge.into(),
        io::ErrorKind::StorageFull => ErrorCode::Unavailable.into(),
        _ => DomainError::Internal(format!("cannot receive an archive: {error}. Check DATA_DIR")),
    })
}

fn write_file(folder: &Path, mut chunks: mpsc::Receiver<Bytes>) -> io::Result<File> {
    twentyfour_model::paths::create_private_dir(folder)?;
    let mut file = LimitedFile::new(tempfile::tempfile_in(folder)?, folder.to_owned());
    while let Some(chunk) = chunks.blocking_recv() {
        file.write_all(&chunk)?;
    }
    file.flush()?;
    Ok(file.into_inner())
}

/// Finds the records of an archive, which checks all of its JSON files that are read.
fn find_records(archive: &Archive) -> Result<FoundRecords, ErrorCode> {
    let account = archive.file("account.json", MAX_ACCOUNT_BYTES)?.ok_or(ErrorCode::ArchiveInvalid)?;
    if !archive.has("boards.json") {
        return Err(ErrorCode::ArchiveInvalid);
    }
    let account: ArchivedAccount = serde_json::from_slice(&account).map_err(|_| ErrorCode::ArchiveInvalid)?;
    Ok(FoundRecords {
        account_id: account.user.id,
        preferences: account.preferences,
        boards: archive.index("boards.json", "boards")?,
        activity: archive.index("activity.json", "boards")?,
        notes: archive.index("notes.json", "notes")?,
        focus_sessions: archive.index("focus-sessions.json", "sessions")?,
        pictures: archive.index("pictures.json", "pictures")?,
        attachments: archive.index("attachments.json", "attachments")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::stream;

    #[tokio::test]
    async fn stalled_and_broken_uploads_end() {
        let folder = tempfile::tempdir().unwrap();
        let chunk = || stream::iter([Ok(Bytes::from_static(b"PK"))]);
        let stall = Duration::from_millis(50);
        let stalled = receive_file(folder.path(), chunk().chain(stream::pending()), stall).await;
        assert_eq!(stalled.map(drop).unwrap_err().code(), ErrorCode::RequestTimeout);
        let broken = chunk().chain(stream::iter([Err(ErrorCode::UploadInterrupted)]));
        let broken = receive_file(folder.path(), broken, stall).await;
        assert_eq!(broken.map(drop).unwrap_err().code(), ErrorCode::UploadInterrupted);
        assert_eq!(receive_file(folder.path(), chunk(), stall).await.unwrap().metadata().unwrap().len(), 2);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
