//! Folders and files for data that only the server may read.

use std::io;
use std::path::Path;

/// Creates a folder and its missing parents, readable and writable by their owner only. A folder that exists stays as
/// it is.
///
/// # Errors
/// Returns the error of the system, such as a missing permission.
pub fn create_private_dir(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Makes a folder readable and writable by its owner only, also if it exists. Creates it if it is missing.
///
/// # Errors
/// Returns the error of the system, such as a missing permission.
pub fn protect_dir(path: &Path) -> io::Result<()> {
    create_private_dir(path)?;
    set_mode(path, 0o700)
}

/// Makes a file readable and writable by its owner only. A missing file is no error.
///
/// # Errors
/// Returns the error of the system, such as a missing permission.
pub fn protect_file(path: &Path) -> io::Result<()> {
    match set_mode(path, 0o600) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        outcome => outcome,
    }
}

/// Returns options that create a file readable and writable by its owner only.
pub fn private_file_options() -> std::fs::OpenOptions {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// The free space that backups and exports leave on a disk, in bytes. The database may be on the same disk.
pub const RESERVED_BYTES: u64 = 512 << 20;

/// Returns the free space of the disk of a folder, in bytes, as far as this user may use it.
///
/// # Errors
/// Returns the error of the system, such as a missing folder.
#[cfg(unix)]
pub fn free_bytes(folder: &Path) -> io::Result<u64> {
    let disk = rustix::fs::statvfs(folder)?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Returns that there is space: this system does not tell.
///
/// # Errors
/// None.
#[cfg(not(unix))]
pub fn free_bytes(_: &Path) -> io::Result<u64> {
    Ok(u64::MAX)
}

/// Sets the permissions of a file or folder, unless it has them already: only its owner may set them.
#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    if std::fs::metadata(path)?.permissions().mode() & 0o777 == mode {
        return Ok(());
    }
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn set_mode(path: &Path, _: u32) -> io::Result<()> {
    std::fs::metadata(path).map(|_| ())
}
