//! The attachments in an account's archive: their list as JSON, and their files.

use super::archive::ZipSender;
use super::file_names::{FileNames, extension_of};
use crate::attachments::Objects;
use crate::error::DomainError;
use core_wasm::protocol::record::ItemContent;
use futures_util::TryStreamExt;
use std::time::{Duration, Instant};
use twentyfour_model::Owner;
use twentyfour_store::Connection;
use twentyfour_store::attachments::{self, AttachmentRow};

/// The maximum size of all files in an archive, in bytes. Files above it are only listed.
const MAX_FILE_BYTES: usize = 1 << 30;

/// How long reading the files may take. Files after that are only listed.
const MAX_READ_TIME: Duration = Duration::from_secs(60);

/// Returns the attachments for the archive of an account: those on its own boards, and those that it has added to others'.
///
/// # Errors
/// Returns an error if the database fails or a stored value is invalid.
pub(super) async fn read(connection: &mut Connection, owner: Owner) -> Result<Vec<AttachmentRow>, DomainError> {
    Ok(attachments::of_account(connection, owner).await?)
}

/// Writes the files in `attachments/` and then `attachments.json`. It needs no database connection. A file that cannot be read is
/// only listed.
///
/// # Errors
/// Returns an error if the compression thread has stopped.
pub(super) async fn write(
    sender: &mut ZipSender,
    objects: &Objects,
    attachments: Vec<AttachmentRow>,
) -> Result<(), DomainError> {
    let (mut names, mut total, start) = (FileNames::default(), 0, Instant::now());
    let mut listed = Vec::with_capacity(attachments.len());
    for AttachmentRow { board_id, item, object_key } in attachments {
        let ItemContent::Attachment { name, bytes, .. } = &item.content else { continue };
        let size = usize::try_from(*bytes).unwrap_or_default();
        let mut path = None;
        if size <= MAX_FILE_BYTES - total
            && start.elapsed() < MAX_READ_TIME
            && let Some(content) = read_file(objects, &object_key, size).await
        {
            let extension = extension_of(name.as_str()).unwrap_or_default();
            let stem = name.as_str().strip_suffix(extension).unwrap_or_default();
            let new_path = names.unique_path("attachments/", stem, "file", extension);
            sender.start_stored_file(new_path.clone()).await?;
            sender.write_bytes(content).await?;
            total += size;
            path = Some(new_path);
        }
        listed.push(serde_json::json!({ "board_id": board_id, "item": item, "file": path }));
    }
    sender.start_file("attachments.json").await?;
    sender.write("{\"attachments\":").await?;
    sender.write(&serde_json::Value::Array(listed).to_string()).await?;
    sender.write("}\n").await?;
    sender.flush().await
}

/// Returns the contents of a file, at most 25 MB; `None` if it does not exist or cannot be read.
async fn read_file(objects: &Objects, object_key: &str, size: usize) -> Option<Vec<u8>> {
    let read = async {
        let Some(mut contents) = objects.get(object_key).await? else { return Ok(None) };
        let mut content = Vec::with_capacity(size);
        while let Some(chunk) =
            contents.stream.try_next().await.map_err(|error| DomainError::Internal(error.to_string()))?
        {
            content.extend_from_slice(&chunk);
        }
        Ok::<_, DomainError>(Some(content))
    };
    read.await.unwrap_or_else(|error| {
        tracing::warn!(%error, "cannot read an attachment for an export, leaving it out");
        None
    })
}
