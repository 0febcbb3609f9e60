//! The current and the previous JWT secret in the data folder.

use super::Secret;
use super::access_tokens::MIN_SECRET_CHARS;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use twentyfour_model::paths::{create_private_dir, private_file_options, protect_file};
use twentyfour_model::token::random_bytes;

/// The name of the file with the JWT secret.
const SECRET_FILE: &str = "jwt_secret";

/// The name of the file with the previous JWT secret.
const PREVIOUS_SECRET_FILE: &str = "jwt_secret_previous";

/// Returns where the secret is in the data folder.
pub(crate) fn path(folder: &Path) -> PathBuf {
    folder.join(SECRET_FILE)
}

/// Returns the secret in the data folder, creating it if missing. The file is created atomically: if two servers start
/// at the same time, both use the secret of the first one.
///
/// # Errors
/// Returns the error of the file system, or [`io::ErrorKind::InvalidData`] if the stored secret is too short.
pub(super) fn load_or_create(folder: &Path) -> io::Result<Secret> {
    let path = folder.join(SECRET_FILE);
    match read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        stored => return stored,
    }
    create_private_dir(folder)?;
    let temp_path = write_temp_file(&path, &generate())?;
    // Creates a hard link instead of renaming, because that fails if another server has created the file.
    let linked = std::fs::hard_link(&temp_path, &path);
    std::fs::remove_file(&temp_path)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => {
            sync_dir(folder)?;
            read(&path)
        }
    }
}

/// Returns the previous secret, if there is one, and when it was replaced, in seconds since the Unix epoch. That is the
/// modification time of its file.
///
/// # Errors
/// Returns the error of the file system, or [`io::ErrorKind::InvalidData`] if the stored secret is too short.
pub(super) fn previous(folder: &Path) -> io::Result<Option<(Secret, i64)>> {
    let path = folder.join(PREVIOUS_SECRET_FILE);
    let stored = read(&path).and_then(|secret| {
        let since_epoch =
            std::fs::metadata(&path)?.modified()?.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Ok((secret, i64::try_from(since_epoch.as_secs()).unwrap_or(i64::MAX)))
    });
    match stored {
        Ok(stored) => Ok(Some(stored)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes the current secret the previous one and generates a new one. After a crash in between, both files have the
/// same secret, so all valid tokens stay valid.
///
/// # Errors
/// Returns [`io::ErrorKind::NotFound`] if there is no secret yet, or the error of the file system.
pub(crate) fn rotate(folder: &Path) -> io::Result<()> {
    let (path, previous) = (folder.join(SECRET_FILE), folder.join(PREVIOUS_SECRET_FILE));
    let secret = read(&path)?;
    std::fs::rename(write_temp_file(&previous, &secret)?, &previous)?;
    sync_dir(folder)?;
    std::fs::rename(write_temp_file(&path, &generate())?, &path)?;
    sync_dir(folder)
}

/// Generates a secret of 384 random bits.
pub(crate) fn generate() -> Secret {
    Secret::new(URL_SAFE_NO_PAD.encode(random_bytes::<48>()))
}

/// Writes a secret to a temporary file next to its destination, readable only for the current user.
fn write_temp_file(path: &Path, secret: &Secret) -> io::Result<PathBuf> {
    let temp_path = path.with_extension(std::process::id().to_string());
    let mut file = private_file_options().truncate(true).open(&temp_path)?;
    file.write_all(secret.as_bytes())?;
    file.sync_all()?;
    Ok(temp_path)
}

/// Flushes a folder's entries to the disk.
fn sync_dir(folder: &Path) -> io::Result<()> {
    // Windows cannot open folders as files, and does not need this.
    #[cfg(unix)]
    std::fs::File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

fn read(path: &Path) -> io::Result<Secret> {
    let text = std::fs::read_to_string(path)?;
    protect_file(path)?;
    let secret = text.trim();
    if secret.len() < MIN_SECRET_CHARS {
        return Err(io::Error::new(
            io::ErrorKind::InvalidData,
            "the secret is too short; delete the file to generate a new one",
        ));
    }
    Ok(Secret::new(secret))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[cfg(unix)]
    fn mode(path: &Path) -> u32 {
        use std::os::unix::fs::PermissionsExt;
        std::fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn secret_is_created_once_and_readable_by_owner_only() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("a/b");
        let (first, second) = (load_or_create(&data).unwrap(), load_or_create(&data).unwrap());
        assert_eq!(first.as_bytes(), second.as_bytes());
        assert!(first.as_bytes().len() >= MIN_SECRET_CHARS);
        #[cfg(unix)]
        assert_eq!(mode(&data.join(SECRET_FILE)), 0o600);
        assert_eq!(names(&data), [SECRET_FILE], "the temporary file is removed");
        assert!(previous(&data).unwrap().is_none());
    }

    #[test]
    fn rotation_keeps_the_previous_secret() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(rotate(folder.path()).unwrap_err().kind(), io::ErrorKind::NotFound);
        let mut before = load_or_create(folder.path()).unwrap();
        for _ in 0..2 {
            rotate(folder.path()).unwrap();
            let now = load_or_create(folder.path()).unwrap();
            assert_ne!(now.as_bytes(), before.as_bytes());
            assert_eq!(previous(folder.path()).unwrap().unwrap().0.as_bytes(), before.as_bytes());
            before = now;
        }
        #[cfg(unix)]
        assert_eq!(mode(&folder.path().join(PREVIOUS_SECRET_FILE)), 0o600);
        assert_eq!(names(folder.path()), [SECRET_FILE, PREVIOUS_SECRET_FILE], "the temporary file is removed");
    }

    #[test]
    fn interrupted_rotation_leaves_working_secrets() {
        let folder = tempfile::tempdir().unwrap();
        let secret = load_or_create(folder.path()).unwrap();
        // A folder in the place of the temporary file makes the second half fail.
        std::fs::create_dir(folder.path().join(SECRET_FILE).with_extension(std::process::id().to_string())).unwrap();
        assert!(rotate(folder.path()).is_err());
        assert_eq!(load_or_create(folder.path()).unwrap().as_bytes(), secret.as_bytes());
        assert_eq!(previous(folder.path()).unwrap().unwrap().0.as_bytes(), secret.as_bytes());
    }
}
