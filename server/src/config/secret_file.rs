//! The JWT secret in the data folder, and the one of before.

use super::access_tokens::SHORTEST_SECRET;
use super::{Secret, make_folder};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The file in the data folder that holds the JWT secret.
const SECRET_FILE: &str = "jwt_secret";

/// The file in the data folder that holds the secret of before.
const PREVIOUS_FILE: &str = "jwt_secret_previous";

/// The secret in the data folder, made where there is none. A crash leaves all of it or nothing, and of two servers that
/// start together one wins and both use its secret.
pub(super) fn kept(folder: &Path) -> io::Result<Secret> {
    let path = folder.join(SECRET_FILE);
    match read(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        kept => return kept,
    }
    make_folder(folder)?;
    let draft = write_draft(&path, &made())?;
    // A link, and not a renaming, since it fails where another server's secret stands already.
    let linked = std::fs::hard_link(&draft, &path);
    std::fs::remove_file(&draft)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => {
            flush(folder)?;
            read(&path)
        }
    }
}

/// The secret of before, where there is one, and when it was replaced, in seconds since the epoch: when its file was written.
pub(super) fn previous(folder: &Path) -> io::Result<Option<(Secret, i64)>> {
    let path = folder.join(PREVIOUS_FILE);
    let kept = read(&path).and_then(|secret| {
        let since_epoch =
            std::fs::metadata(&path)?.modified()?.duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
        Ok((secret, i64::try_from(since_epoch.as_secs()).unwrap_or(i64::MAX)))
    });
    match kept {
        Ok(kept) => Ok(Some(kept)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Makes the secret the one of before, and a new one in its place. A crash in between leaves the same secret twice: a pair
/// with which every token is good that was good before. The error is [`io::ErrorKind::NotFound`] where there is none yet.
pub(crate) fn roll(folder: &Path) -> io::Result<()> {
    let (path, previous) = (folder.join(SECRET_FILE), folder.join(PREVIOUS_FILE));
    let secret = read(&path)?;
    std::fs::rename(write_draft(&previous, &secret)?, &previous)?;
    flush(folder)?;
    std::fs::rename(write_draft(&path, &made())?, &path)?;
    flush(folder)
}

/// A new secret: 384 random bits.
pub(crate) fn made() -> Secret {
    Secret::new(URL_SAFE_NO_PAD.encode(crate::random_bytes::<48>()))
}

/// Writes a secret to the disk beside the file that it is for, readable for its owner alone.
fn write_draft(path: &Path, secret: &Secret) -> io::Result<PathBuf> {
    let draft = path.with_extension(std::process::id().to_string());
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    file.write_all(secret.as_bytes())?;
    file.sync_all()?;
    Ok(draft)
}

/// Has the names of a folder written to the disk.
fn flush(folder: &Path) -> io::Result<()> {
    // Windows opens no folder as a file, and needs no such flush.
    #[cfg(unix)]
    std::fs::File::open(folder)?.sync_all()?;
    #[cfg(not(unix))]
    let _ = folder;
    Ok(())
}

fn read(path: &Path) -> io::Result<Secret> {
    let text = std::fs::read_to_string(path)?;
    let secret = text.trim();
    if secret.len() < SHORTEST_SECRET {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the file is too short; remove it to have one made"));
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
    fn the_secret_is_made_once_and_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("a/b");
        let (first, second) = (kept(&data).unwrap(), kept(&data).unwrap());
        assert_eq!(first.as_bytes(), second.as_bytes());
        assert!(first.as_bytes().len() >= SHORTEST_SECRET);
        #[cfg(unix)]
        assert_eq!(mode(&data.join(SECRET_FILE)), 0o600);
        assert_eq!(names(&data), [SECRET_FILE], "no draft is left behind");
        assert!(previous(&data).unwrap().is_none());
    }

    #[test]
    fn a_rolled_secret_is_the_one_of_before() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(roll(folder.path()).unwrap_err().kind(), io::ErrorKind::NotFound);
        let mut before = kept(folder.path()).unwrap();
        for _ in 0..2 {
            roll(folder.path()).unwrap();
            let now = kept(folder.path()).unwrap();
            assert_ne!(now.as_bytes(), before.as_bytes());
            assert_eq!(previous(folder.path()).unwrap().unwrap().0.as_bytes(), before.as_bytes());
            before = now;
        }
        #[cfg(unix)]
        assert_eq!(mode(&folder.path().join(PREVIOUS_FILE)), 0o600);
        assert_eq!(names(folder.path()), [SECRET_FILE, PREVIOUS_FILE], "no draft is left behind");
    }

    #[test]
    fn a_roll_that_stops_halfway_leaves_a_pair_that_works() {
        let folder = tempfile::tempdir().unwrap();
        let secret = kept(folder.path()).unwrap();
        // What stands where the new secret is to be drafted keeps the second half from happening.
        std::fs::create_dir(folder.path().join(SECRET_FILE).with_extension(std::process::id().to_string())).unwrap();
        assert!(roll(folder.path()).is_err());
        assert_eq!(kept(folder.path()).unwrap().as_bytes(), secret.as_bytes());
        assert_eq!(previous(folder.path()).unwrap().unwrap().0.as_bytes(), secret.as_bytes());
    }
}
