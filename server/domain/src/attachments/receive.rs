//! Receiving an upload: into a temporary file, whose kind is then decided by its first bytes.

use super::slots::UploadSlot;
use crate::error::DomainError;
use crate::pictures::{DecodeQueue, Preview, preview};
use bytes::Bytes;
use core_wasm::protocol::attachment::MAX_ATTACHMENT_BYTES;
use core_wasm::protocol::error::ErrorCode;
use futures_util::{Stream, StreamExt};
use std::io::{self, Read, Seek};
use std::path::Path;
use std::pin::pin;
use std::time::Duration;
use tokio::fs::File;
use tokio::io::AsyncWriteExt;

/// The media type of files that are not shown in the browser, and of those whose type is not known.
pub(super) const UNKNOWN_TYPE: &str = "application/octet-stream";

/// The media types that the browser may show: pictures without scripts.
const SHOWN_TYPES: [&str; 4] = ["image/jpeg", "image/png", "image/webp", "image/gif"];

/// The number of bytes from which the kind of a file is decided.
const HEAD_BYTES: usize = 16;

/// A received file. The file on the disk has no name, so it never outlives the process.
pub(super) struct ReceivedFile {
    pub(super) file: File,
    pub(super) bytes: usize,
    head: Vec<u8>,
    _slot: UploadSlot,
}

/// Receives a body. `stall` is how long the client may send nothing.
///
/// # Errors
/// Returns `ErrorCode::FileTooLarge`, `ErrorCode::RequestTimeout`, the error of the body, or an error if the disk fails.
pub(super) async fn receive(
    folder: &Path,
    body: impl Stream<Item = Result<Bytes, ErrorCode>>,
    stall: Duration,
    slot: UploadSlot,
) -> Result<ReceivedFile, DomainError> {
    let mut file = File::from_std(tempfile::tempfile_in(folder).map_err(disk_error)?);
    let (mut bytes, mut head) = (0, Vec::with_capacity(HEAD_BYTES));
    let mut body = pin!(body);
    loop {
        let next = tokio::time::timeout(stall, body.next()).await.map_err(|_| ErrorCode::RequestTimeout)?;
        let Some(chunk) = next.transpose()? else { break };
        bytes += chunk.len();
        if bytes > MAX_ATTACHMENT_BYTES {
            return Err(ErrorCode::FileTooLarge.into());
        }
        let missing = HEAD_BYTES - head.len();
        head.extend(chunk.iter().take(missing));
        file.write_all(&chunk).await.map_err(disk_error)?;
    }
    file.flush().await.map_err(disk_error)?;
    Ok(ReceivedFile { file, bytes, head, _slot: slot })
}

impl ReceivedFile {
    /// Returns the media type, and the preview if it is a picture. What is not a picture has the type that the client
    /// claims, unless that is one of a picture.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub(super) async fn inspect(
        &self,
        claimed_type: &str,
        queue: &DecodeQueue,
    ) -> Result<(String, Option<Preview>), DomainError> {
        let picture_type = match self.head.as_slice() {
            [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
            [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
            [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
            [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => return Ok(("image/gif".to_owned(), None)),
            _ => None,
        };
        if let Some(picture_type) = picture_type {
            let copy = self.file.try_clone().await.map_err(disk_error)?;
            let mut copy = copy.into_std().await;
            // Reads the file when it is its turn, so that one is in memory at a time.
            let decode = move || -> io::Result<Option<Preview>> {
                let mut content = Vec::new();
                copy.rewind()?;
                copy.read_to_end(&mut content)?;
                Ok(preview(&content).ok())
            };
            // A file that crashes the decoder is not a picture.
            if let Some(preview) = queue.run(decode).await?.transpose().map_err(disk_error)?.flatten() {
                return Ok((picture_type.to_owned(), Some(preview)));
            }
        }
        Ok((clean_type(claimed_type), None))
    }
}

/// Returns the media type that a client claims without its parameters (RFC 9110, section 8.3.1), or the type of unknown files
/// if it is invalid or one that the browser would show.
fn clean_type(claimed: &str) -> String {
    let plain = claimed.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    let is_name = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"!#$&^_.+-".contains(&byte))
    };
    let is_type = plain.split_once('/').is_some_and(|(kind, subtype)| is_name(kind) && is_name(subtype));
    if is_type && plain.len() <= 100 && !is_shown(&plain) { plain } else { UNKNOWN_TYPE.to_owned() }
}

/// Returns whether the browser may show files of a type.
pub(super) fn is_shown(content_type: &str) -> bool {
    SHOWN_TYPES.contains(&content_type)
}

fn disk_error(error: io::Error) -> DomainError {
    DomainError::Internal(format!("cannot receive an attachment: {error}. Check DATA_DIR"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn stalled_and_broken_uploads_end() {
        let (folder, slots) = (tempfile::tempdir().unwrap(), super::super::slots::UploadSlots::default());
        let account = core_wasm::protocol::id::Id::from_parts(1, &[1; 10]);
        let send = async |end: Option<ErrorCode>| {
            let chunks = futures_util::stream::iter([Ok(Bytes::from_static(b"a")), Ok(Bytes::from_static(b"bc"))]);
            let rest = async move { end.map(Err).unwrap() };
            let stall = futures_util::stream::once(async move {
                if end.is_none() { std::future::pending().await } else { rest.await }
            });
            let slot = slots.acquire(account).unwrap();
            let received = receive(folder.path(), chunks.chain(stall), Duration::from_millis(50), slot).await;
            received.map(drop).unwrap_err().code()
        };
        assert_eq!(send(None).await, ErrorCode::RequestTimeout);
        assert_eq!(send(Some(ErrorCode::UploadInterrupted)).await, ErrorCode::UploadInterrupted);
        let chunk = Bytes::from(vec![0; 1 << 20]);
        let endless = futures_util::stream::repeat_with(move || Ok(chunk.clone()));
        let received = receive(folder.path(), endless, Duration::from_secs(5), slots.acquire(account).unwrap()).await;
        assert_eq!(received.map(drop).unwrap_err().code(), ErrorCode::FileTooLarge);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }

    #[test]
    fn claimed_types_are_plain_and_never_those_of_pictures() {
        for (claimed, expected) in [
            ("application/PDF", "application/pdf"),
            ("text/html; charset=utf-8", "text/html"),
            (
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
                "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            ),
            ("image/png", UNKNOWN_TYPE),
            ("image/svg+xml", "image/svg+xml"),
            ("", UNKNOWN_TYPE),
            ("text", UNKNOWN_TYPE),
            ("text/", UNKNOWN_TYPE),
            ("text/\u{e4}", UNKNOWN_TYPE),
            ("a/b\r\nx: y", UNKNOWN_TYPE),
        ] {
            assert_eq!(clean_type(claimed), expected, "{claimed}");
        }
        assert_eq!(clean_type(&format!("a/{}", "b".repeat(100))), UNKNOWN_TYPE);
    }
}
