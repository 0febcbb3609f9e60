//! Outgoing mail: `SMTP_URL`, `SMTP_CA_FILE` and `MAIL_FROM`.

use super::{Secret, non_empty};
use clap::Args;
use lettre::message::Mailbox;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use std::path::{Path, PathBuf};
use twentyfour_model::MailSettings;
use url::Url;

#[derive(Args, Debug)]
pub(super) struct MailArgs {
    /// SMTP server: smtps://user:password@mail.example (implicit TLS, port 465) or smtp://user:password@mail.example
    /// (requires STARTTLS; port 587, or 25 without a user). Connections to this machine are unencrypted. Default: mails
    /// are written to the log.
    #[arg(long, env = "SMTP_URL", global = true, hide_env_values = true)]
    smtp_url: Option<String>,

    /// PEM file with additional CA certificates to trust for the SMTP server. Default: none.
    #[arg(long, env = "SMTP_CA_FILE", global = true)]
    smtp_ca_file: Option<PathBuf>,

    /// Sender of all mails, such as "Twentyfour <hello@twentyfour.example>". Required with SMTP_URL.
    #[arg(long, env = "MAIL_FROM", global = true)]
    mail_from: Option<String>,
}

impl MailArgs {
    /// Returns the mail settings, or `None` if no mail server is configured.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a setting is missing or invalid.
    pub(super) fn settings(&self) -> Result<Option<MailSettings>, String> {
        let Some(smtp_url) = non_empty(&self.smtp_url) else { return Ok(None) };
        if !Url::parse(smtp_url).is_ok_and(|url| ["smtp", "smtps"].contains(&url.scheme()) && url.has_host()) {
            return Err("SMTP_URL must be a URL like smtps://user:password@mail.example.".to_owned());
        }
        let from = non_empty(&self.mail_from).ok_or("MAIL_FROM is required when SMTP_URL is set.")?;
        if from.parse::<Mailbox>().is_err() {
            return Err("MAIL_FROM must be like \"Twentyfour <hello@twentyfour.example>\".".to_owned());
        }
        let trusted_certificates = match &self.smtp_ca_file {
            Some(file) if !file.as_os_str().is_empty() => certificates(file)?,
            _ => Vec::new(),
        };
        Ok(Some(MailSettings { smtp_url: Secret::new(smtp_url), from: from.to_owned(), trusted_certificates }))
    }
}

/// Returns the certificates in a PEM file (RFC 7468), which must contain at least one.
fn certificates(file: &Path) -> Result<Vec<CertificateDer<'static>>, String> {
    let found = CertificateDer::pem_file_iter(file).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    match found {
        Ok(found) if found.is_empty() => {
            Err(format!("SMTP_CA_FILE {} contains no PEM certificate (-----BEGIN CERTIFICATE-----).", file.display()))
        }
        Ok(found) => Ok(found),
        Err(error) => Err(format!(
            "Cannot read SMTP_CA_FILE {}: {error}. Set it to a PEM file that this user can read.",
            file.display()
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};

    #[test]
    fn smtp_url_requires_mail_from() {
        let mail =
            |arguments: &[&str]| config(&[&["--jwt-secret", SECRET], arguments].concat()).map(|config| config.mail);
        for wrong in [
            &["--smtp-url", "smtp://127.0.0.1:25"][..],
            &["--smtp-url", "http://127.0.0.1", "--mail-from", "a@b.example"],
            &["--smtp-url", "smtp://127.0.0.1:25", "--mail-from", "nobody"],
        ] {
            assert!(mail(wrong).is_err(), "{wrong:?}");
        }
        let from = "Twentyfour <hello@twentyfour.example>";
        let settings = mail(&["--smtp-url", "smtp://127.0.0.1:25", "--mail-from", from]).unwrap().unwrap();
        assert_eq!((settings.from.as_str(), settings.trusted_certificates.len()), (from, 0));
        assert!(mail(&["--mail-from", from]).unwrap().is_none());
    }

    #[test]
    fn ca_file_must_contain_a_certificate() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("ca.pem");
        let mail = || {
            let (url, from, file) = ("smtps://mail.example", "a@b.example", file.to_str().unwrap());
            let arguments = ["--jwt-secret", SECRET, "--smtp-url", url, "--mail-from", from, "--smtp-ca-file", file];
            config(&arguments).map(|config| config.mail.unwrap().trusted_certificates.len())
        };
        assert!(mail().unwrap_err().contains("Cannot read"), "the file does not exist");
        std::fs::write(&file, "a certificate").unwrap();
        assert!(mail().unwrap_err().contains("contains no PEM certificate"));
        let one = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
        std::fs::write(&file, [one, one].concat()).unwrap();
        assert_eq!(mail(), Ok(2));
        std::fs::write(&file, "-----BEGIN CERTIFICATE-----\nAAAA\n").unwrap();
        assert!(mail().is_err());
    }
}
