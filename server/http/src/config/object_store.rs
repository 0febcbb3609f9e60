//! The settings of an S3-compatible object store.

use super::non_empty;
use twentyfour_model::{ObjectStoreSettings, Secret};
use url::Url;

/// The settings of a store, whose names begin with a prefix such as `BACKUP_S3`.
pub(super) struct ObjectStoreArgs<'a> {
    pub(super) prefix: &'static str,
    pub(super) url: &'a Option<String>,
    pub(super) endpoint: &'a Option<String>,
    pub(super) region: &'a str,
    pub(super) access_key: &'a Option<String>,
    pub(super) secret_key: &'a Option<String>,
}

impl ObjectStoreArgs<'_> {
    /// Returns the object store, or `None` if there is none.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a setting is missing or invalid.
    pub(super) fn settings(self) -> Result<Option<ObjectStoreSettings>, String> {
        let name = self.prefix;
        let Some(url) = non_empty(self.url) else { return Ok(None) };
        let (bucket, prefix) = url
            .strip_prefix("s3://")
            .map(|rest| rest.split_once('/').unwrap_or((rest, "")))
            .filter(|(bucket, _)| !bucket.is_empty())
            .ok_or_else(|| format!("{name}_URL must be like s3://bucket/prefix."))?;
        let (Some(access_key), Some(secret_key)) = (non_empty(self.access_key), non_empty(self.secret_key)) else {
            return Err(format!("{name}_URL needs {name}_ACCESS_KEY and {name}_SECRET_KEY."));
        };
        let endpoint = non_empty(self.endpoint)
            .map(|endpoint| {
                endpoint.parse::<Url>().map_err(|_| format!("{name}_ENDPOINT must be a URL like https://s3.example."))
            })
            .transpose()?;
        Ok(Some(ObjectStoreSettings {
            bucket: bucket.to_owned(),
            prefix: prefix.trim_matches('/').to_owned(),
            endpoint,
            region: self.region.to_owned(),
            access_key: Secret::new(access_key),
            secret_key: Secret::new(secret_key),
        }))
    }
}
