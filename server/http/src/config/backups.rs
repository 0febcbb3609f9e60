//! Scheduled backups: `BACKUP_EVERY`, `BACKUP_KEEP` and `BACKUP_DIR`.

use super::non_empty;
use clap::Args;
use std::path::Path;
use twentyfour_model::BackupSettings;

#[derive(Args, Debug)]
pub(super) struct BackupArgs {
    /// Hours between two backups of an SQLite database. 0: no backups.
    #[arg(long, env = "BACKUP_EVERY", global = true, default_value = "0", value_parser = clap::value_parser!(i64).range(0..=8_760))]
    backup_every: i64,

    /// Number of backups to keep; the oldest ones beyond it are deleted.
    #[arg(long, env = "BACKUP_KEEP", global = true, default_value = "7", value_parser = clap::value_parser!(u16).range(1..))]
    backup_keep: u16,

    /// Folder of the backups. Default: the folder backups in the data folder.
    #[arg(long, env = "BACKUP_DIR", global = true)]
    backup_dir: Option<String>,
}

impl BackupArgs {
    /// Returns the settings, or `None` if no backups are made.
    ///
    /// # Errors
    /// Returns a sentence for the operator if the database is not SQLite.
    pub(super) fn settings(&self, data_dir: &Path, database_url: &str) -> Result<Option<BackupSettings>, String> {
        if self.backup_every == 0 {
            return Ok(None);
        }
        if !database_url.starts_with("sqlite:") {
            return Err("BACKUP_EVERY works with SQLite. Schedule pg_dump for PostgreSQL, and unset it.".to_owned());
        }
        Ok(Some(BackupSettings {
            every_hours: self.backup_every,
            keep: usize::from(self.backup_keep),
            folder: non_empty(&self.backup_dir).map_or_else(|| data_dir.join("backups"), Into::into),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};
    use std::path::Path;

    #[test]
    fn backups_are_off_unless_an_interval_is_set() {
        let backups = |arguments: &[&str]| {
            config(&[&["--jwt-secret", SECRET, "--data-dir", "/data"], arguments].concat()).map(|config| config.backups)
        };
        assert!(backups(&[]).unwrap().is_none());
        let daily = backups(&["--backup-every", "24"]).unwrap().unwrap();
        assert_eq!((daily.every_hours, daily.keep, daily.folder.as_path()), (24, 7, Path::new("/data/backups")));
        assert_eq!(backups(&["--backup-every", "1", "--backup-dir", ""]).unwrap().unwrap().folder, daily.folder);
        let elsewhere = backups(&["--backup-every", "1", "--backup-keep", "2", "--backup-dir", "/b"]).unwrap().unwrap();
        assert_eq!((elsewhere.keep, elsewhere.folder.as_path()), (2, Path::new("/b")));
        let on_postgres = backups(&["--backup-every", "1", "--database-url", "postgres://localhost/x"]);
        assert!(on_postgres.unwrap_err().contains("BACKUP_EVERY"));
    }
}
