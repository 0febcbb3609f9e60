//! Where attached files are stored: `ATTACHMENTS_DIR` and `ATTACHMENTS_S3_…`.

use super::non_empty;
use super::object_store::ObjectStoreArgs;
use clap::Args;
use std::path::Path;
use twentyfour_model::AttachmentSettings;

#[derive(Args, Debug)]
pub(super) struct AttachmentArgs {
    /// Folder of attached files. Default: the folder attachments in the data folder.
    #[arg(long, env = "ATTACHMENTS_DIR", global = true)]
    attachments_dir: Option<String>,

    /// Bucket of an S3-compatible store for attached files, and the start of their names: s3://bucket/prefix. Servers that
    /// share a database must share it. Default: they are in ATTACHMENTS_DIR.
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
    /// Returns the settings.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a setting of the object store is missing or invalid.
    pub(super) fn settings(&self, data_dir: &Path) -> Result<AttachmentSettings, String> {
        let object_store = ObjectStoreArgs {
            prefix: "ATTACHMENTS_S3",
            url: &self.attachments_s3_url,
            endpoint: &self.attachments_s3_endpoint,
            region: &self.attachments_s3_region,
            access_key: &self.attachments_s3_access_key,
            secret_key: &self.attachments_s3_secret_key,
        };
        Ok(AttachmentSettings {
            folder: non_empty(&self.attachments_dir).map_or_else(|| data_dir.join("attachments"), Into::into),
            object_store: object_store.settings()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};
    use std::path::Path;

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
