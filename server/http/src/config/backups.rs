//! Scheduled backups: `BACKUP_EVERY`, `BACKUP_KEEP`, `BACKUP_DIR` and `BACKUP_S3_…`.

use super::non_empty;
use super::object_store::ObjectStoreArgs;
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

    /// Bucket of an S3-compatible store for the backups, and the start of their names: s3://bucket/prefix. Default: they stay
    /// in BACKUP_DIR.
    #[arg(long, env = "BACKUP_S3_URL", global = true)]
    backup_s3_url: Option<String>,

    /// URL of the store. Default: Amazon S3.
    #[arg(long, env = "BACKUP_S3_ENDPOINT", global = true)]
    backup_s3_endpoint: Option<String>,

    /// Region of the bucket.
    #[arg(long, env = "BACKUP_S3_REGION", global = true, default_value = "us-east-1")]
    backup_s3_region: String,

    /// Access key of the store. Required with BACKUP_S3_URL.
    #[arg(long, env = "BACKUP_S3_ACCESS_KEY", global = true, hide_env_values = true)]
    backup_s3_access_key: Option<String>,

    /// Secret of the access key. Required with BACKUP_S3_URL.
    #[arg(long, env = "BACKUP_S3_SECRET_KEY", global = true, hide_env_values = true)]
    backup_s3_secret_key: Option<String>,
}

impl BackupArgs {
    /// Returns the settings, or `None` if no backups are made.
    ///
    /// # Errors
    /// Returns a sentence for the operator if the database is not SQLite, or a setting of the object store is missing or
    /// invalid.
    pub(super) fn settings(&self, data_dir: &Path, database_url: &str) -> Result<Option<BackupSettings>, String> {
        if self.backup_every == 0 {
            return Ok(None);
        }
        if !database_url.starts_with("sqlite:") {
            return Err("BACKUP_EVERY works with SQLite. Schedule pg_dump for PostgreSQL, and unset it.".to_owned());
        }
        let object_store = ObjectStoreArgs {
            prefix: "BACKUP_S3",
            url: &self.backup_s3_url,
            endpoint: &self.backup_s3_endpoint,
            region: &self.backup_s3_region,
            access_key: &self.backup_s3_access_key,
            secret_key: &self.backup_s3_secret_key,
        };
        Ok(Some(BackupSettings {
            every_hours: self.backup_every,
            keep: usize::from(self.backup_keep),
            object_store: object_store.settings()?,
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
        let s3 = |arguments: &[&str]| backups(&[&["--backup-every", "1"], arguments].concat());
        let keys = ["--backup-s3-access-key", "k", "--backup-s3-secret-key", "s"];
        let store = |url: &str| s3(&[&["--backup-s3-url", url], &keys[..]].concat());
        let with_prefix = store("s3://bucket/some/where/").unwrap().unwrap().object_store.unwrap();
        assert_eq!((with_prefix.bucket.as_str(), with_prefix.prefix.as_str()), ("bucket", "some/where"));
        assert_eq!(store("s3://bucket").unwrap().unwrap().object_store.unwrap().prefix, "");
        for wrong in ["https://bucket", "s3://", "s3:///prefix"] {
            assert!(store(wrong).unwrap_err().contains("BACKUP_S3_URL"), "{wrong}");
        }
        assert!(s3(&["--backup-s3-url", "s3://bucket"]).unwrap_err().contains("BACKUP_S3_ACCESS_KEY"));
        let on_postgres = backups(&["--backup-every", "1", "--database-url", "postgres://localhost/x"]);
        assert!(on_postgres.unwrap_err().contains("BACKUP_EVERY"));
    }
}
