//! The kind of a received file, which is decided by its first bytes.

use crate::error::DomainError;
use crate::pictures::{DecodeQueue, Preview, preview};
use crate::uploads::{ReceivedFile, disk_error};
use std::io::{self, Read, Seek};

/// The media type of files that are not shown in the browser, and of those whose type is not known.
pub(super) const UNKNOWN_TYPE: &str = "application/octet-stream";

/// The media types that the browser may show: pictures without scripts.
const SHOWN_TYPES: [&str; 4] = ["image/jpeg", "image/png", "image/webp", "image/gif"];

/// The number of bytes from which the kind of a file is decided.
const HEAD_BYTES: usize = 16;

/// Returns the media type of a file, and the preview if it is a picture. What is not a picture has the type that the client
/// claims, unless that is one of a picture.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub(super) async fn inspect(
    received: &mut ReceivedFile,
    claimed_type: &str,
    queue: &DecodeQueue,
) -> Result<(String, Option<Preview>), DomainError> {
    let picture_type = match received.read(HEAD_BYTES).await?.as_slice() {
        [0xff, 0xd8, 0xff, ..] => Some("image/jpeg"),
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => Some("image/png"),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("image/webp"),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => return Ok(("image/gif".to_owned(), None)),
        _ => None,
    };
    if let Some(picture_type) = picture_type {
        let copy = received.file.try_clone().await.map_err(disk_error)?;
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

#[cfg(test)]
mod tests {
    use super::*;

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
