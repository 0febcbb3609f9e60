//! A folder for what a measurement or a test writes.

use crate::workspace;
use anyhow::Result;
use std::fs;
use std::path::PathBuf;

/// An empty folder that is removed in the end.
pub(crate) struct TempDir(pub(crate) PathBuf);

impl TempDir {
    /// Makes it, by its name.
    pub(crate) fn create(name: &str) -> Result<Self> {
        // On the disk of the repository: a folder in memory would make writing look faster than it is.
        let folder = workspace::target().join(name);
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
