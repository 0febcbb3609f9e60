//! A temporary folder for a measurement or a test.

use crate::workspace;
use anyhow::Result;
use std::fs;
use std::path::PathBuf;

/// An empty folder that is removed when dropped.
pub(crate) struct TempDir(pub(crate) PathBuf);

impl TempDir {
    /// Creates the folder with this name.
    pub(crate) fn create(name: &str) -> Result<Self> {
        // On the same disk as the repository, because a folder in memory would make writes look too fast.
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
