//! The notes in an account's archive: all of them as JSON with their version history, and each as a Markdown file.

use super::archive::ZipSender;
use crate::error::DomainError;
use crate::notes as cases;
use core_wasm::notes::document::{Document, title_and_snippet};
use core_wasm::notes::untitled_note;
use core_wasm::protocol::note::Note;
use std::collections::HashSet;
use twentyfour_model::Owner;
use twentyfour_store::Connection;
use twentyfour_store::{json, note_versions, notes};

/// The maximum size of a file name in bytes, without the number that makes it unique. File systems allow 255.
const MAX_FILE_NAME_BYTES: usize = 120;

/// Names that Windows reserves for devices, with any extension.
const WINDOWS_DEVICE_NAMES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

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
        sender.start_file(names.unique_path(folder, &title)).await?;
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

/// The file names in use.
#[derive(Default)]
struct FileNames(HashSet<String>);

impl FileNames {
    /// Returns a path that no other file has, on case-insensitive file systems too.
    fn unique_path(&mut self, folder: &str, title: &str) -> String {
        let name = safe_file_name(title);
        let mut path = format!("{folder}{name}.md");
        let mut number = 1;
        while !self.0.insert(path.to_lowercase()) {
            number += 1;
            path = format!("{folder}{name} ({number}).md");
        }
        path
    }
}

/// Makes a portable file name from a title: letters, digits and a few signs; everything else becomes a space.
fn safe_file_name(title: &str) -> String {
    let is_kept = |character: char| character.is_alphanumeric() || "-_+,()'!&".contains(character);
    let spaced: String = title.chars().map(|character| if is_kept(character) { character } else { ' ' }).collect();
    let mut name = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    name.truncate(name.floor_char_boundary(MAX_FILE_NAME_BYTES));
    let name = name.trim();
    let device = name.to_lowercase();
    let device = device.trim_end_matches(|character: char| character.is_ascii_digit());
    match name {
        "" => untitled_note().to_owned(),
        _ if WINDOWS_DEVICE_NAMES.contains(&device) => format!("{name} note"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_become_portable_file_names() {
        for (title, expected) in [
            ("Groceries", "Groceries"),
            ("日記 – März", "日記 März"),
            ("../../etc/passwd", "etc passwd"),
            ("C:\\Windows\\x", "C Windows x"),
            ("a\u{202e}b\u{0}c\nd", "a b c d"),
            ("  .hidden. ", "hidden"),
            ("CON", "CON note"),
            ("nul", "nul note"),
            ("LPT1", "LPT1 note"),
            ("console", "console"),
            ("<script>\"?*|", "script"),
            ("", "Untitled note"),
            ("...", "Untitled note"),
            ("📓", "Untitled note"),
        ] {
            assert_eq!(safe_file_name(title), expected, "{title}");
        }
        assert_eq!(safe_file_name(&"日".repeat(200)), "日".repeat(40));
    }

    #[test]
    fn file_names_are_unique() {
        let mut names = FileNames::default();
        let given = ["Plan", "plan", "PLAN", "Plan (2)", "x"].map(|title| names.unique_path("notes/", title));
        assert_eq!(
            given,
            ["notes/Plan.md", "notes/plan (2).md", "notes/PLAN (3).md", "notes/Plan (2) (2).md", "notes/x.md"]
        );
        assert_eq!(names.unique_path("notes/trash/", "Plan"), "notes/trash/Plan.md");
    }
}
