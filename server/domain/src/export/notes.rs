//! The notes in an account's archive: all of them as JSON with their version history, and each as a Markdown file.

use super::archive::ZipSender;
use super::file_names::FileNames;
use crate::error::DomainError;
use crate::notes as cases;
use core_wasm::notes::document::{Document, title_and_snippet};
use core_wasm::notes::untitled_note;
use core_wasm::protocol::note::Note;
use twentyfour_model::Owner;
use twentyfour_store::Connection;
use twentyfour_store::{json, note_versions, notes};

/// Writes `notes.json` and the files in `notes/`.
///
/// # Errors
/// Returns an error if the database fails, a stored document is invalid or the compression thread has stopped.
pub(super) async fn write(
    sender: &mut ZipSender,
    connection: &mut Connection,
    owner: Owner,
) -> Result<(), DomainError> {
    let ids = notes::ids(connection, owner).await?;
    sender.start_file("notes.json").await?;
    sender.write("{\"notes\":[").await?;
    let mut separator = "\n";
    for note_id in &ids {
        let Some(note) = cases::by_id(connection, owner, *note_id, None).await? else { continue };
        sender.write(separator).await?;
        sender.write(&format!("{{\"note\":{},\n\"versions\":", json(&note))).await?;
        sender.write_array(note_versions::all(connection, owner, *note_id)).await?;
        sender.write("}").await?;
        separator = ",\n";
    }
    sender.write("\n]}\n").await?;
    let mut names = FileNames::default();
    for note_id in &ids {
        let Some(note) = cases::by_id(connection, owner, *note_id, None).await? else { continue };
        let (title, markdown) = markdown(&note)?;
        let folder = if note.trashed_at.is_some() { "notes/trash/" } else { "notes/" };
        sender.start_file(names.unique_path(folder, &title, untitled_note(), ".md")).await?;
        sender.write(&markdown).await?;
    }
    Ok(())
}

/// Returns a note's title and the note as Markdown.
fn markdown(note: &Note) -> Result<(String, String), DomainError> {
    let json = note.document.as_deref().unwrap_or_default();
    let document = Document::parse(json)
        .map_err(|code| DomainError::Internal(format!("invalid document in note {}: {}", note.id, code.as_str())))?;
    Ok((title_and_snippet(&document.text()).0, document.markdown()))
}
