//! The notes of an account in its archive: all of them as JSON with their earlier texts, and each as a file of Markdown.

use super::archive::Entries;
use crate::domain::notes as cases;
use crate::domain::policy::Owner;
use crate::error::ApiError;
use crate::store::{json, note_versions, notes};
use core_wasm::notes::document::{Document, head};
use core_wasm::protocol::note::Note;
use sqlx::AnyConnection;
use std::collections::HashSet;

/// The most bytes of a file's name without what tells files of one name apart: systems take 255.
const LONGEST_NAME: usize = 120;

/// Names that Windows keeps for devices, whatever follows a dot.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// Writes `notes.json` and the files of `notes/`.
pub(super) async fn write(entries: &mut Entries, connection: &mut AnyConnection, owner: Owner) -> Result<(), ApiError> {
    let ids = notes::ids(connection, owner).await?;
    entries.begin("notes.json").await?;
    entries.write("{\"notes\":[").await?;
    let mut before = "\n";
    for note_id in &ids {
        let Some(note) = cases::by_id(connection, owner, *note_id, None).await? else { continue };
        entries.write(before).await?;
        entries.write(&format!("{{\"note\":{},\n\"versions\":", json(&note))).await?;
        entries.write_array(note_versions::all(connection, owner, *note_id)).await?;
        entries.write("}").await?;
        before = ",\n";
    }
    entries.write("\n]}\n").await?;
    let mut names = Names::default();
    for note_id in &ids {
        let Some(note) = cases::by_id(connection, owner, *note_id, None).await? else { continue };
        let (title, markdown) = markdown(&note)?;
        let folder = if note.trashed_at.is_some() { "notes/trash/" } else { "notes/" };
        entries.begin(names.take(folder, &title)).await?;
        entries.write(&markdown).await?;
    }
    Ok(())
}

/// The title of a note, and the note as Markdown.
fn markdown(note: &Note) -> Result<(String, String), ApiError> {
    let json = note.document.as_deref().unwrap_or_default();
    let document = Document::parse(json)
        .map_err(|code| ApiError::Internal(format!("the document of note {} is {}", note.id, code.as_str())))?;
    Ok((head(&document.text()).0, document.markdown()))
}

/// The names that have been given to files.
#[derive(Default)]
struct Names(HashSet<String>);

impl Names {
    /// A name in a folder that no file has yet, also where upper and lower case are one.
    fn take(&mut self, folder: &str, title: &str) -> String {
        let name = name(title);
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
fn name(title: &str) -> String {
    let is_kept = |character: char| character.is_alphanumeric() || "-_+,()'!&".contains(character);
    let spaced: String = title.chars().map(|character| if is_kept(character) { character } else { ' ' }).collect();
    let mut name = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    name.truncate(name.floor_char_boundary(LONGEST_NAME));
    let name = name.trim();
    let device = name.to_lowercase();
    let device = device.trim_end_matches(|character: char| character.is_ascii_digit());
    match name {
        "" => "Untitled note".to_owned(),
        _ if DEVICES.contains(&device) => format!("{name} note"),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_becomes_a_name_that_every_system_takes() {
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
            assert_eq!(name(title), expected, "{title}");
        }
        assert_eq!(name(&"日".repeat(200)), "日".repeat(40));
    }

    #[test]
    fn no_two_files_have_one_name() {
        let mut names = Names::default();
        let given = ["Plan", "plan", "PLAN", "Plan (2)", "x"].map(|title| names.take("notes/", title));
        assert_eq!(
            given,
            ["notes/Plan.md", "notes/plan (2).md", "notes/PLAN (3).md", "notes/Plan (2) (2).md", "notes/x.md"]
        );
        assert_eq!(names.take("notes/trash/", "Plan"), "notes/trash/Plan.md");
    }
}
