//! The folders of the repository.

use crate::command;
use anyhow::Result;
use std::path::{Path, PathBuf};

/// Returns the repository's root.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the repository")
}

/// Returns the absolute path of a path relative to the root, such as `web/dist`.
pub(crate) fn path(from_root: &str) -> PathBuf {
    root().join(from_root)
}

/// Returns cargo's target folder.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| path("target"), |folder| root().join(folder))
}

/// Returns the path of the server that `build` makes.
pub(crate) fn release_binary() -> PathBuf {
    binary("release")
}

/// Returns the path of the server that the Rust tests build: unoptimized, and reading the web build from `web/dist`.
pub(crate) fn debug_binary() -> PathBuf {
    binary("debug")
}

fn binary(folder: &str) -> PathBuf {
    target().join(folder).join(format!("twentyfour{}", std::env::consts::EXE_SUFFIX))
}

/// A file that git tracks, with its text.
pub(crate) struct TrackedFile {
    /// Its path from the root, with `/` between folders.
    pub(crate) path: String,
    pub(crate) text: String,
}

/// Returns all tracked files that are UTF-8 text. Deleted files that are not committed yet are left out.
pub(crate) fn tracked_text_files() -> Result<Vec<TrackedFile>> {
    let tracked = command::read(command::command("git", "").args(["ls-files", "-z"]))?;
    let paths = tracked.split('\0').filter(|path| !path.is_empty());
    let read = |path: &str| {
        let text = std::fs::read_to_string(self::path(path)).ok()?;
        Some(TrackedFile { path: path.to_owned(), text })
    };
    Ok(paths.filter_map(read).collect())
}

/// Returns all files under a path, in a stable order. For a file, returns the file; for a missing path, nothing.
pub(crate) fn files_under(path: &Path, skip: &dyn Fn(&Path) -> bool) -> std::io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    collect(path, skip, &mut found)?;
    found.sort();
    Ok(found)
}

fn collect(path: &Path, skip: &dyn Fn(&Path) -> bool, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if skip(path) {
        return Ok(());
    }
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            collect(&entry?.path(), skip, found)?;
        }
    } else if path.is_file() {
        found.push(path.to_owned());
    }
    Ok(())
}
