//! The file of an SQLite database: its URL, its permissions and its lock.

use crate::OpenError;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use twentyfour_model::paths::{create_private_dir, private_file_options, protect_file};
use url::Url;

/// The file of an SQLite database.
pub(super) struct SqliteFile {
    /// Absolute, because in `sqlite://data/file` the URL syntax makes `data` the host.
    path: PathBuf,
    /// The parameters of the URL.
    parameters: String,
}

impl SqliteFile {
    /// Reads the URL of a database, `sqlite://path` with parameters of SQLite.
    ///
    /// # Errors
    /// Returns [`OpenError::Address`] or [`OpenError::Folder`] if it names no file.
    pub(super) fn parse(url: &str) -> Result<Self, OpenError> {
        let path = url.strip_prefix("sqlite:").unwrap_or(url);
        let path = path.strip_prefix("//").unwrap_or(path);
        let (path, parameters) = path.split_once('?').unwrap_or((path, ""));
        if path.is_empty() || path == ":memory:" || parameters.contains("mode=memory") {
            return Err(OpenError::Address("an in-memory database would lose all data; name a file".into()));
        }
        let absolute = std::path::absolute(Path::new(path));
        let path = absolute.map_err(|error| OpenError::Folder { path: path.into(), error })?;
        Ok(Self { path, parameters: parameters.to_owned() })
    }

    /// Returns the absolute path of the file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Creates the folder and the file if they are missing, and makes the file and those that SQLite keeps beside it
    /// readable and writable by this user only.
    ///
    /// # Errors
    /// Returns [`OpenError::Folder`] or [`OpenError::Permissions`].
    pub(super) fn prepare(&self) -> Result<(), OpenError> {
        if let Some(folder) = self.path.parent() {
            create_private_dir(folder).map_err(|error| OpenError::Folder { path: folder.into(), error })?;
        }
        self.protect().map_err(|error| OpenError::Permissions { path: self.path.clone(), error })
    }

    fn protect(&self) -> io::Result<()> {
        if self.is_created_if_missing() && !self.path.exists() {
            private_file_options().open(&self.path)?;
        }
        for suffix in ["", "-wal", "-shm"] {
            let mut name = self.path.clone().into_os_string();
            name.push(suffix);
            protect_file(Path::new(&name))?;
        }
        Ok(())
    }

    fn is_created_if_missing(&self) -> bool {
        !self.parameters.contains("mode=")
    }

    /// Returns the URL for the driver.
    ///
    /// # Errors
    /// Returns [`OpenError::Address`] if the path cannot be part of a URL.
    pub(super) fn url(&self) -> Result<String, OpenError> {
        let url = Url::from_file_path(&self.path);
        let mut url = url.map_err(|()| OpenError::Address("the path is not valid".to_owned()))?;
        let creates = if self.is_created_if_missing() { "mode=rwc" } else { "" };
        url.set_query(Some([&self.parameters, creates].join("&").trim_matches('&')));
        Ok(url.as_str().replacen("file:", "sqlite:", 1))
    }
}

/// The lock of an SQLite database for one server, released when dropped or when the process ends. Two servers would not
/// see each other's changes, because they announce them within their process.
pub struct DatabaseLock(#[expect(dead_code, reason = "the open file holds the lock")] Option<File>);

impl DatabaseLock {
    /// Locks the database at a URL. A PostgreSQL needs no lock.
    ///
    /// # Errors
    /// Returns [`OpenError::Locked`] if another server holds the lock, or an error if the lock file cannot be created.
    pub fn acquire(url: &str) -> Result<Self, OpenError> {
        if !url.starts_with("sqlite:") {
            return Ok(Self(None));
        }
        let database = SqliteFile::parse(url)?;
        database.prepare()?;
        let path = database.path.with_extension("lock");
        let lock_error = |error| OpenError::Lock { path: path.clone(), error };
        let file = private_file_options().open(&path).map_err(lock_error)?;
        match file.try_lock() {
            Ok(()) => Ok(Self(Some(file))),
            Err(TryLockError::WouldBlock) => Err(OpenError::Locked { path: database.path }),
            Err(TryLockError::Error(error)) => Err(lock_error(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url_of(url: &str) -> Result<String, OpenError> {
        SqliteFile::parse(url)?.url()
    }

    #[test]
    fn path_may_be_relative_and_have_spaces() {
        let path = std::env::temp_dir().join("a b/c#d.db");
        let url = url_of(&format!("sqlite://{}", path.display())).unwrap();
        assert!(url.starts_with("sqlite:///") && url.ends_with("/a%20b/c%23d.db?mode=rwc"), "{url}");
        let with_parameter = url_of(&format!("sqlite:{}?cache=private", path.display())).unwrap();
        assert!(with_parameter.ends_with("?cache=private&mode=rwc"), "{with_parameter}");
        assert!(url_of(&format!("sqlite://{}?mode=rw", path.display())).unwrap().ends_with("?mode=rw"));
        assert!(url_of("sqlite:Cargo.toml").unwrap().starts_with("sqlite:///"));
        assert!(url_of("sqlite::memory:").is_err() && url_of("sqlite://").is_err());
    }

    #[cfg(unix)]
    #[test]
    fn files_are_private_also_if_they_exist() {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old.db"), folder.path().join("new/new.db"));
        let wal = folder.path().join("old.db-wal");
        for path in [&old, &wal] {
            std::fs::write(path, "").unwrap();
            std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o644)).unwrap();
        }
        for path in [&old, &new] {
            SqliteFile::parse(&format!("sqlite://{}", path.display())).unwrap().prepare().unwrap();
        }
        assert_eq!([&old, &wal, &new].map(|path| mode(path)), [0o600; 3]);
        assert_eq!(mode(new.parent().unwrap()), 0o700);
    }

    #[test]
    fn second_lock_is_refused_until_the_first_is_released() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("test.db").display());
        let first = DatabaseLock::acquire(&url).unwrap();
        let refusal = DatabaseLock::acquire(&url).err().unwrap();
        assert!(refusal.to_string().starts_with("Another server uses the database"), "{refusal}");
        drop(first);
        DatabaseLock::acquire(&url).unwrap();
        DatabaseLock::acquire("postgres://nobody@localhost/none").unwrap();
    }
}
