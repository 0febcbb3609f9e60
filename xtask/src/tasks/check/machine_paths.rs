//! Checks that no file of the repository contains a path of a developer's machine.

use crate::command;
use crate::workspace;
use anyhow::{Result, bail};
use std::fs;

/// Home folders. Written in two halves, so that this file passes its own check.
const FOLDERS: [&str; 4] =
    [concat!("/ho", "me/"), concat!("/ro", "ot/"), concat!("/Us", "ers/"), concat!("/wo", "rk/")];

/// Fails if a tracked text file contains such a path.
pub(crate) fn check() -> Result<()> {
    let tracked = command::read(command::command("git", "").args(["ls-files", "-z"]))?;
    let mut found = Vec::new();
    for file in tracked.split('\0').filter(|file| !file.is_empty()) {
        // What is not UTF-8 is a picture or a sound; what is not there has been deleted and is about to be committed so.
        let Ok(text) = fs::read_to_string(workspace::path(file)) else { continue };
        found.extend(lines_with_machine_paths(&text).map(|(number, line)| format!("{file}:{number}: {line}")));
    }
    if !found.is_empty() {
        bail!("these lines name a folder of one machine:\n  {}", found.join("\n  "));
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
