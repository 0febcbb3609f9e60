//! Names of files in an archive that work on every file system.

use std::collections::HashSet;

/// The maximum size of a file name in bytes, without the number that makes it unique. File systems allow 255.
const MAX_FILE_NAME_BYTES: usize = 120;

/// Names that Windows reserves for devices, with any extension.
const WINDOWS_DEVICE_NAMES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// The file names in use.
#[derive(Default)]
pub(super) struct FileNames(HashSet<String>);

impl FileNames {
    /// Returns a path that no other file has, on case-insensitive file systems too.
    /// `fallback` is the name of a file whose title has no usable characters.
    pub(super) fn unique_path(&mut self, folder: &str, title: &str, fallback: &str, extension: &str) -> String {
        let name = safe_file_name(title, fallback);
        let mut path = format!("{folder}{name}{extension}");
        let mut number = 1;
        while !self.0.insert(path.to_lowercase()) {
            number += 1;
            path = format!("{folder}{name} ({number}){extension}");
        }
        path
    }
}

/// Returns the part of a file name from its last dot on, if it is a portable extension: up to 10 ASCII letters and digits.
pub(super) fn extension_of(name: &str) -> Option<&str> {
    let start = name.rfind('.').filter(|start| *start > 0)?;
    let (_, extension) = name.split_at(start);
    let is_portable = |extension: &str| extension.bytes().all(|byte| byte.is_ascii_alphanumeric());
    extension.strip_prefix('.').filter(|rest| (1..=10).contains(&rest.len()) && is_portable(rest)).map(|_| extension)
}

/// Makes a portable file name from a title: letters, digits and a few signs; everything else becomes a space.
fn safe_file_name(title: &str, fallback: &str) -> String {
    let is_kept = |character: char| character.is_alphanumeric() || "-_+,()'!&".contains(character);
    let spaced: String = title.chars().map(|character| if is_kept(character) { character } else { ' ' }).collect();
    let mut name = spaced.split_whitespace().collect::<Vec<_>>().join(" ");
    name.truncate(name.floor_char_boundary(MAX_FILE_NAME_BYTES));
    let name = name.trim();
    let device = name.to_lowercase();
    let device = device.trim_end_matches(|character: char| character.is_ascii_digit());
    match name {
        "" => fallback.to_owned(),
        _ if WINDOWS_DEVICE_NAMES.contains(&device) => format!("{name} file"),
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
            ("CON", "CON file"),
            ("nul", "nul file"),
            ("LPT1", "LPT1 file"),
            ("console", "console"),
            ("<script>\"?*|", "script"),
            ("", "Untitled"),
            ("...", "Untitled"),
            ("📓", "Untitled"),
        ] {
            assert_eq!(safe_file_name(title, "Untitled"), expected, "{title}");
        }
        assert_eq!(safe_file_name(&"日".repeat(200), ""), "日".repeat(40));
    }

    #[test]
    fn file_names_are_unique() {
        let mut names = FileNames::default();
        let given =
            ["Plan", "plan", "PLAN", "Plan (2)", "x"].map(|title| names.unique_path("notes/", title, "", ".md"));
        assert_eq!(
            given,
            ["notes/Plan.md", "notes/plan (2).md", "notes/PLAN (3).md", "notes/Plan (2) (2).md", "notes/x.md"]
        );
        assert_eq!(names.unique_path("notes/trash/", "Plan", "", ".md"), "notes/trash/Plan.md");
    }

    #[test]
    fn extensions_are_portable() {
        for (name, expected) in [
            ("a.txt", Some(".txt")),
            ("a.tar.gz", Some(".gz")),
            ("a", None),
            (".bashrc", None),
            ("a.", None),
            ("a.b c", None),
            ("a.ü", None),
            ("a.abcdefghijk", None),
        ] {
            assert_eq!(extension_of(name), expected, "{name}");
        }
    }
}
