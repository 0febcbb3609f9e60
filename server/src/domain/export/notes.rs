//! The notes of an account in its archive: all of them as JSON with their earlier texts, and each as a file of Markdown.

use super::archive::ZipSender;
use crate::domain::notes as cases;
use crate::domain::policy::Owner;
use crate::error::ApiError;
use crate::store::{json, note_versions, notes};
use core_wasm::notes::document::{Document, title_and_snippet};
use core_wasm::protocol::note::Note;
use sqlx::AnyConnection;
use std::collections::HashSet;

/// The most bytes of a file's name without what tells files of one name apart: systems take 255.
const MAX_FILE_NAME_BYTES: usize = 120;

/// Names that Windows keeps for devices, whatever follows a dot.
const WINDOWS_DEVICE_NAMES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// Writes `notes.json` and the files of `notes/`.
pub(super) async fn write(
    archive_writer: &mut ZipSender,
    connection: &mut AnyConnection,
    owner: Owner,
) -> Result<(), ApiError> {
    let ids = notes::ids(connection, owner).await?;
    archive_writer.start_file("notes.json").await?;
    archive_writer.write("{\"notes\":[").await?;
    let mut separator = "\n";
    for note_id in &ids {
        let Some(note) = cases::by_id(connection, owner, *note_id, None).await? else { continue };
        archive_writer.write(separator).await?;
        archive_writer.write(&format!("{{\"note\":{},\n\"versions\":", json(&note))).await?;
        archive_writer.write_array(note_versions::all(connection, owner, *note_id)).await?;
        archive_writer.write("}").await?;
        separator = ",\n";
    }
    archive_writer.write("\n]}\n").await?;
    let mut names = FileNames::default();
    for note_id in &ids {
        let Some(note) = cases::by_id(connection, owner, *note_id, None).await? else { continue };
        let (title, markdown) = markdown(&note)?;
        let folder = if note.trashed_at.is_some() { "notes/trash/" } else { "notes/" };
        archive_writer.start_file(names.unique_path(folder, &title)).await?;
        archive_writer.write(&markdown).await?;
    }
    Ok(())
}

/// The title of a note, and the note as Markdown.
fn markdown(note: &Note) -> Result<(String, String), ApiError> {
    let json = note.document.as_deref().unwrap_or_default();
    let document = Document::parse(json)
        .map_err(|code| ApiError::Internal(format!("invalid document in note {}: {}", note.id, code.as_str())))?;
    Ok((title_and_snippet(&document.text()).0, document.markdown()))
}

/// The names that have been given to files.
#[derive(Default)]
struct FileNames(HashSet<String>);

impl FileNames {
    /// A name in a folder that no file has yet, also where upper and lower case are one.
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

/// A title as a name that every system takes: letters, digits and a few signs, in place of all others a space.
fn safe_file_name(title: &str) -> String {
    let is_kept = |character: char| character.is_alphanumeric() || "-_+,()'!&".contains(character);
    let spaced: String = title.chars().map(|character| if is_kept(character) { character } else { ' ' }).collect();
    let mut name = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    name.truncate(name.floor_char_boundary(MAX_FILE_NAME_BYTES));
    let name = name.trim();
    let device = name.to_lowercase();
    let device = device.trim_end_matches(|character: char| character.is_ascii_digit());
    match name {
        "" => "Untitled note".to_owned(),
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
