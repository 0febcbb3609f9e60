//! Secrets from files: for each secret setting, the variable with `_FILE` at its end names a file that contains it, as
//! container platforms provide secrets.

use super::Settings;
use clap::CommandFactory;
use std::ffi::OsString;

/// Returns the flags for the secrets in the files that the environment names. `variable` returns an environment variable.
///
/// # Errors
/// Returns a sentence for the operator if a file cannot be read, or the secret is set twice.
pub(super) fn read(variable: impl Fn(&str) -> Option<OsString>) -> Result<Vec<OsString>, String> {
    let command = Settings::command();
    let mut flags = Vec::new();
    for argument in command.get_arguments().filter(|argument| argument.is_hide_env_values_set()) {
        let (Some(name), Some(flag)) = (argument.get_env(), argument.get_long()) else { continue };
        let name = name.to_string_lossy();
        let Some(path) = variable(&format!("{name}_FILE")).filter(|path| !path.is_empty()) else { continue };
        if variable(&name).is_some_and(|value| !value.is_empty()) {
            return Err(format!("{name} and {name}_FILE are both set. Keep one of them."));
        }
        let secret = std::fs::read_to_string(&path)
            .map_err(|error| format!("Cannot read {name}_FILE at {}: {error}.", path.display()))?;
        // Editors end a file with a line break.
        let secret = secret.strip_suffix('\n').unwrap_or(&secret);
        flags.push(format!("--{flag}={}", secret.strip_suffix('\r').unwrap_or(secret)).into());
    }
    Ok(flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_are_read_from_the_files_that_variables_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        std::fs::write(&file, "a secret\n").unwrap();
        let read_with = |variables: &[(&str, &str)]| {
            read(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into()))
        };
        let path = file.to_str().unwrap();
        for (name, flag) in [
            ("JWT_SECRET", "jwt-secret"),
            ("JWT_SECRET_PREVIOUS", "jwt-secret-previous"),
            ("DATABASE_URL", "database-url"),
            ("LISTEN_DATABASE_URL", "listen-database-url"),
            ("BUS_URL", "bus-url"),
            ("LIMITS_URL", "limits-url"),
            ("DATABASE_REPLICA_URL", "database-replica-url"),
            ("SMTP_URL", "smtp-url"),
            ("GOOGLE_CLIENT_SECRET", "google-client-secret"),
            ("UNSPLASH_ACCESS_KEY", "unsplash-access-key"),
            ("METRICS_TOKEN", "metrics-token"),
            ("OTEL_EXPORTER_OTLP_HEADERS", "otel-exporter-otlp-headers"),
            ("ATTACHMENTS_S3_ACCESS_KEY", "attachments-s3-access-key"),
            ("ATTACHMENTS_S3_SECRET_KEY", "attachments-s3-secret-key"),
            ("BACKUP_S3_ACCESS_KEY", "backup-s3-access-key"),
            ("BACKUP_S3_SECRET_KEY", "backup-s3-secret-key"),
        ] {
            let variable = format!("{name}_FILE");
            assert_eq!(read_with(&[(&variable, path)]), Ok(vec![format!("--{flag}=a secret").into()]), "{name}");
        }
        assert_eq!(read_with(&[("JWT_SECRET_FILE", ""), ("PUBLIC_URL_FILE", path)]), Ok(vec![]));
        assert!(read_with(&[("JWT_SECRET_FILE", path), ("JWT_SECRET", "x")]).unwrap_err().contains("both set"));
        assert!(read_with(&[("JWT_SECRET_FILE", "/missing/file")]).unwrap_err().contains("JWT_SECRET_FILE"));
    }
}
