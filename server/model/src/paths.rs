//! Folders for data that only the server may read.

use std::io;
use std::path::Path;

/// Creates a folder and its missing parents, readable and writable by their owner only.
///
/// # Errors
///
/// The error of the system, such as a missing permission. A folder that exists is no error.
pub fn create_private_dir(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}
