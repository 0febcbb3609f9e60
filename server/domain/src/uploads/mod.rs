//! Receiving large bodies: into temporary files, so that a slow client takes no memory.

mod slots;

use crate::error::DomainError;
use bytes::Bytes;
use core_wasm::protocol::error::ErrorCode;
use core_wasm::protocol::id::Id;
use futures_util::{Stream, StreamExt};
use slots::{UploadSlot, UploadSlots};
use std::io;
use std::path::PathBuf;
use std::pin::pin;
use std::time::Duration;
use tokio::fs::File;
use tokio::io::{AsyncReadExt, AsyncSeekExt, AsyncWriteExt};
use twentyfour_model::paths::{RESERVED_BYTES, free_bytes};

/// The number of received bytes after which the free space is checked again. All uploads together write little between two checks.
const BYTES_PER_CHECK: usize = 1 << 20;

/// Where bodies are received. Clones share the slots.
#[derive(Clone)]
pub struct Uploads {
    slots: UploadSlots,
    /// The folder of the temporary files.
    folder: PathBuf,
    /// The space that uploads leave on the disk, on which the database may be too.
    min_free_bytes: u64,
}

/// A received body. The file on the disk has no name, so it never outlives the process.
pub struct ReceivedFile {
    /// The file.
    pub(crate) file: File,
    /// Its size.
    pub bytes: usize,
    _slot: Option<UploadSlot>,
}

impl Uploads {
    /// Receives bodies in a folder.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { slots: UploadSlots::default(), folder, min_free_bytes: RESERVED_BYTES }
    }

    /// Receives a body of at most `max_bytes`. It may take long, unless the client sends nothing for the time `stall`.
    ///
    /// # Errors
    /// Returns `ErrorCode::ServerBusy` if too many bodies are being received, of the account or in total, `ErrorCode::FileTooLarge`,
    /// `ErrorCode::RequestTimeout`, `ErrorCode::Unavailable` if the disk has too little space, the error of the body, or an error if
    /// the disk fails.
    pub async fn receive(
        &self,
        account_id: Id,
        body: impl Stream<Item = Result<Bytes, ErrorCode>>,
        max_bytes: usize,
        stall: Duration,
    ) -> Result<ReceivedFile, DomainError> {
        let slot = self.slots.acquire(account_id)?;
        self.check_space()?;
        let mut file = File::from_std(tempfile::tempfile_in(&self.folder).map_err(disk_error)?);
        let (mut bytes, mut unchecked) = (0, 0);
        let mut body = pin!(body);
        loop {
            let next = tokio::time::timeout(stall, body.next()).await.map_err(|_| ErrorCode::RequestTimeout)?;
            let Some(chunk) = next.transpose()? else { break };
            bytes += chunk.len();
            if bytes > max_bytes {
                return Err(ErrorCode::FileTooLarge.into());
            }
            unchecked += chunk.len();
            if unchecked >= BYTES_PER_CHECK {
                self.check_space()?;
                unchecked = 0;
            }
            file.write_all(&chunk).await.map_err(disk_error)?;
        }
        file.flush().await.map_err(disk_error)?;
        Ok(ReceivedFile { file, bytes, _slot: Some(slot) })
    }

    fn check_space(&self) -> Result<(), DomainError> {
        let free = free_bytes(&self.folder).map_err(disk_error)?;
        if free < self.min_free_bytes { Err(ErrorCode::Unavailable.into()) } else { Ok(()) }
    }

    /// Stores contents that are already on the server as if they had been received.
    ///
    /// # Errors
    /// Returns an error if the disk fails.
    pub(crate) async fn hold(&self, contents: &[u8]) -> Result<ReceivedFile, DomainError> {
        let mut file = File::from_std(tempfile::tempfile_in(&self.folder).map_err(disk_error)?);
        file.write_all(contents).await.map_err(disk_error)?;
        file.flush().await.map_err(disk_error)?;
        Ok(ReceivedFile { file, bytes: contents.len(), _slot: None })
    }
}

impl ReceivedFile {
    /// Returns at most `count` bytes from the start of the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub async fn read(&mut self, count: usize) -> Result<Vec<u8>, DomainError> {
        self.file.rewind().await.map_err(disk_error)?;
        let mut content = vec![0; count.min(self.bytes)];
        self.file.read_exact(&mut content).await.map_err(disk_error)?;
        Ok(content)
    }
}

/// Returns the error of a temporary file.
pub(crate) fn disk_error(error: io::Error) -> DomainError {
    match error.kind() {
        io::ErrorKind::StorageFull => ErrorCode::Unavailable.into(),
        _ => DomainError::Internal(format!("cannot receive an upload: {error}. Check DATA_DIR")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn stalled_and_broken_uploads_end() {
        let folder = tempfile::tempdir().unwrap();
        let uploads = Uploads::new(folder.path().to_owned());
        let account = Id::from_parts(1, &[1; 10]);
        let send = async |end: Option<ErrorCode>| {
            let chunks = futures_util::stream::iter([Ok(Bytes::from_static(b"a")), Ok(Bytes::from_static(b"bc"))]);
            let rest = async move { end.map(Err).unwrap() };
            let stall = futures_util::stream::once(async move {
                if end.is_none() { std::future::pending().await } else { rest.await }
            });
            let received = uploads.receive(account, chunks.chain(stall), 100, Duration::from_millis(50)).await;
            received.map(drop).unwrap_err().code()
        };
        assert_eq!(send(None).await, ErrorCode::RequestTimeout);
        assert_eq!(send(Some(ErrorCode::UploadInterrupted)).await, ErrorCode::UploadInterrupted);
        let chunk = Bytes::from(vec![0; 1 << 20]);
        let endless = futures_util::stream::repeat_with(move || Ok(chunk.clone()));
        let received = uploads.receive(account, endless, 10 << 20, Duration::from_secs(5)).await;
        assert_eq!(received.map(drop).unwrap_err().code(), ErrorCode::FileTooLarge);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn uploads_leave_space_on_the_disk() {
        let folder = tempfile::tempdir().unwrap();
        let send = async |min_free_bytes: u64| {
            let uploads = Uploads { min_free_bytes, ..Uploads::new(folder.path().to_owned()) };
            let body = futures_util::stream::iter([Ok(Bytes::from_static(b"a"))]);
            let received = uploads.receive(Id::from_parts(1, &[1; 10]), body, 100, Duration::from_secs(5)).await;
            received.map(|file| file.bytes).map_err(|error| error.code())
        };
        assert_eq!(send(u64::MAX).await, Err(ErrorCode::Unavailable));
        assert_eq!(send(0).await, Ok(1));
    }
}
