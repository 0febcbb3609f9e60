//! Checks that no file of the repository contains a path of a developer's machine.

use crate::workspace::{self, TrackedFile};
use anyhow::{Result, bail};

/// Home folders. Written in two halves, so that this file passes its own check.
const FOLDERS: [&str; 4] =
    [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/Us", "ers/"), concat!("/wo", "rk/")];

/// Fails if a tracked text file contains such a path.
pub(crate) fn check() -> Result<()> {
    let mut found = Vec::new();
    for TrackedFile { path, text } in workspace::tracked_text_files()? {
        found.extend(lines_with_machine_paths(&text).map(|(number, line)| format!("{path}:{number}: {line}")));
    }
    if !found.is_empty() {
        bail!("these lines contain paths of a developer's machine:\n  {}", found.join("\n  "));
    }
    Ok(())
}

fn lines_with_machine_paths(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let is_start = |before: Option<char>| before.is_none_or(|character| "\"'`( =:".contains(character));
    text.lines().enumerate().filter_map(move |(index, line)| {
        let names_one = FOLDERS.iter().any(|folder| {
            line.match_indices(folder).any(|(position, _)| is_start(line[..position].chars().next_back()))
        });
        names_one.then(|| (index + 1, line.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::{FOLDERS, lines_with_machine_paths};

    #[test]
    fn machine_path_is_found_with_its_line() {
        let text = format!("fine\nlet path = \"{}me/file\";", FOLDERS[0]);
        assert_eq!(lines_with_machine_paths(&text).map(|(number, _)| number).collect::<Vec<_>>(), [2]);
    }

    #[test]
    fn url_paths_pass() {
        let text = format!("https://example.com{}page", FOLDERS[3]);
        assert_eq!(lines_with_machine_paths(&text).count(), 0);
    }
}
