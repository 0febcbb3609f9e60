//! Where attached files are stored: `ATTACHMENTS_DIR` and `ATTACHMENTS_S3_…`.

use super::non_empty;
use super::object_store::ObjectStoreArgs;
use clap::Args;
use std::path::{Path, PathBuf};
use twentyfour_model::AttachmentSettings;

#[derive(Args, Debug)]
pub(super) struct AttachmentArgs {
    /// Folder of attached files, which all servers on one PostgreSQL must share. Default: the folder attachments in the data
    /// folder (SQLite only).
    #[arg(long, env = "ATTACHMENTS_DIR", global = true)]
    attachments_dir: Option<String>,

    /// Bucket of an S3-compatible store for attached files, and the start of their names: s3://bucket/prefix. All servers on one
    /// PostgreSQL must share it. Default: they are in ATTACHMENTS_DIR.
    #[arg(long, env = "ATTACHMENTS_S3_URL", global = true)]
    attachments_s3_url: Option<String>,

    /// URL of the store. Default: Amazon S3.
    #[arg(long, env = "ATTACHMENTS_S3_ENDPOINT", global = true)]
    attachments_s3_endpoint: Option<String>,

    /// Region of the bucket.
    #[arg(long, env = "ATTACHMENTS_S3_REGION", global = true, default_value = "us-east-1")]
    attachments_s3_region: String,

    /// Access key of the store. Required with ATTACHMENTS_S3_URL.
    #[arg(long, env = "ATTACHMENTS_S3_ACCESS_KEY", global = true, hide_env_values = true)]
    attachments_s3_access_key: Option<String>,

    /// Secret of the access key. Required with ATTACHMENTS_S3_URL.
    #[arg(long, env = "ATTACHMENTS_S3_SECRET_KEY", global = true, hide_env_values = true)]
    attachments_s3_secret_key: Option<String>,
}

impl AttachmentArgs {
    /// Returns the folder in the data folder if no setting names the place of the files.
    pub(super) fn unconfigured_folder(&self, data_dir: &Path) -> Option<PathBuf> {
        let is_configured = non_empty(&self.attachments_dir).is_some() || non_empty(&self.attachments_s3_url).is_some();
        (!is_configured).then(|| default_folder(data_dir))
    }

    /// Returns the settings. With PostgreSQL, requires a bucket or a folder: several servers may share the database, and the server
    /// does not know whether others reach its data folder.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a setting is missing or invalid.
    pub(super) fn settings(&self, data_dir: &Path, is_postgres: bool) -> Result<AttachmentSettings, String> {
        let object_store = ObjectStoreArgs {
            prefix: "ATTACHMENTS_S3",
            url: &self.attachments_s3_url,
            endpoint: &self.attachments_s3_endpoint,
            region: &self.attachments_s3_region,
            access_key: &self.attachments_s3_access_key,
            secret_key: &self.attachments_s3_secret_key,
        };
        let object_store = object_store.settings()?;
        if let Some(folder) = self.unconfigured_folder(data_dir).filter(|_| is_postgres) {
            return Err(missing_folder(&folder));
        }
        let folder = non_empty(&self.attachments_dir).map_or_else(|| default_folder(data_dir), Into::into);
        Ok(AttachmentSettings { folder, object_store })
    }
}

fn default_folder(data_dir: &Path) -> PathBuf {
    data_dir.join("attachments")
}

/// Returns the error for a missing setting. `default` is where a server of an earlier release has stored the files.
fn missing_folder(default: &Path) -> String {
    format!(
        "ATTACHMENTS_S3_URL is missing. Several servers can share a PostgreSQL, and all of them need the same attached files: set it to \
         a bucket. If there is only one server, or all share a folder, set ATTACHMENTS_DIR, for example to {}.",
        default.display()
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};
    use std::path::Path;

    #[test]
    fn postgres_requires_a_bucket_or_a_folder() {
        let on_postgres = ["--jwt-secret", SECRET, "--data-dir", "/data", "--database-url", "postgres://localhost/x"];
        let attachments = |arguments: &[&str]| config(&[&on_postgres[..], arguments].concat());
        let missing = attachments(&[]).unwrap_err();
        assert!(
            missing.contains("ATTACHMENTS_S3_URL is missing") && missing.contains("/data/attachments"),
            "{missing}"
        );
        assert!(attachments(&["--attachments-dir", "/a"]).is_ok());
        let store =
            ["s3-url=s3://bucket", "s3-access-key=k", "s3-secret-key=s"].map(|text| format!("--attachments-{text}"));
        assert!(attachments(&store.each_ref().map(String::as_str)).is_ok());
    }

    #[test]
    fn attachments_are_in_the_data_folder_unless_set() {
        let attachments = |arguments: &[&str]| {
            config(&[&["--jwt-secret", SECRET, "--data-dir", "/data"], arguments].concat())
                .map(|config| config.attachments)
        };
        let default = attachments(&[]).unwrap();
        assert_eq!((default.folder.as_path(), default.object_store.is_none()), (Path::new("/data/attachments"), true));
        assert_eq!(attachments(&["--attachments-dir", "/a"]).unwrap().folder, Path::new("/a"));
        let keys = ["--attachments-s3-access-key", "k", "--attachments-s3-secret-key", "s"];
        let remote = attachments(&[&["--attachments-s3-url", "s3://bucket/files/"], &keys[..]].concat()).unwrap();
        assert_eq!(remote.object_store.unwrap().prefix, "files");
        let missing = attachments(&["--attachments-s3-url", "s3://bucket"]).unwrap_err();
        assert!(missing.contains("ATTACHMENTS_S3_ACCESS_KEY"), "{missing}");
    }
}
