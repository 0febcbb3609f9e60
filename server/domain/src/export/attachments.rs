//! The attachments in an account's archive: their list as JSON, and their files.

use super::archive::ZipSender;
use super::file_names::{FileNames, extension_of};
use crate::attachments::Objects;
use crate::error::DomainError;
use core_wasm::protocol::record::ItemContent;
use futures_util::TryStreamExt;
use twentyfour_model::Owner;
use twentyfour_store::Connection;
use twentyfour_store::attachments::{self, AttachmentRow};

/// The maximum size of all files in an archive, in bytes. Files above it are only listed.
const MAX_FILE_BYTES: u64 = 2 << 30;

/// Returns the attachments for the archive of an account: those on its own boards, and those that it has added to others'.
///
/// # Errors
/// Returns an error if the database fails or a stored value is invalid.
pub(super) async fn read(connection: &mut Connection, owner: Owner) -> Result<Vec<AttachmentRow>, DomainError> {
    Ok(attachments::of_account(connection, owner).await?)
}

/// Writes the files in `attachments/` and then `attachments.json`. It needs no database connection, because reading the files
/// may take minutes.
///
/// # Errors
/// Returns an error if the store of attachments fails or the compression thread has stopped.
pub(super) async fn write(
    sender: &mut ZipSender,
    objects: &Objects,
    attachments: Vec<AttachmentRow>,
) -> Result<(), DomainError> {
    let (mut names, mut total) = (FileNames::default(), 0);
    let mut listed = Vec::with_capacity(attachments.len());
    for AttachmentRow { board_id, item, object_key } in attachments {
        let ItemContent::Attachment { name, bytes, .. } = &item.content else { continue };
        let size = u64::try_from(*bytes).unwrap_or_default();
        let mut path = None;
        if size <= MAX_FILE_BYTES - total
            && let Some(contents) = objects.get(&object_key).await?
        {
            let extension = extension_of(name.as_str()).unwrap_or_default();
            let stem = name.as_str().strip_suffix(extension).unwrap_or_default();
            let new_path = names.unique_path("attachments/", stem, "file", extension);
            sender.start_file(new_path.clone()).await?;
            let mut stream = contents.stream;
            let read_error = |error| DomainError::Internal(format!("cannot read an attachment: {error}"));
            while let Some(chunk) = stream.try_next().await.map_err(read_error)? {
                sender.write_bytes(chunk.into()).await?;
            }
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
