//! TLS without a proxy: `TLS_CERT` and `TLS_KEY`.

use super::non_empty;
use clap::Args;
use twentyfour_model::TlsSettings;

#[derive(Args, Debug)]
pub(super) struct TlsArgs {
    /// PEM file with the certificate of PUBLIC_URL's host, followed by those of its authorities. With TLS_KEY, the server
    /// speaks https. The files are read again when they change. Default: http, for a proxy that speaks https.
    #[arg(long, env = "TLS_CERT", global = true)]
    tls_cert: Option<String>,

    /// PEM file with the private key of the certificate.
    #[arg(long, env = "TLS_KEY", global = true)]
    tls_key: Option<String>,
}

impl TlsArgs {
    /// Returns the files, or `None` if the server speaks http.
    ///
    /// # Errors
    /// Returns a sentence for the operator if only one of them is set.
    pub(super) fn settings(&self) -> Result<Option<TlsSettings>, String> {
        match (non_empty(&self.tls_cert), non_empty(&self.tls_key)) {
            (Some(certificate), Some(key)) => {
                Ok(Some(TlsSettings { certificate: certificate.into(), key: key.into() }))
            }
            (None, None) => Ok(None),
            _ => Err("TLS_CERT and TLS_KEY belong together. Set both, or neither.".to_owned()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{SECRET, config};

    #[test]
    fn certificate_and_key_belong_together() {
        let with = |arguments: &[&str]| config(&[&["--jwt-secret", SECRET], arguments].concat());
        assert!(with(&[]).unwrap().tls.is_none());
        assert!(with(&["--tls-cert", "", "--tls-key", ""]).unwrap().tls.is_none());
        assert!(with(&["--tls-cert", "/c"]).unwrap_err().contains("TLS_KEY"));
        let both = with(&["--tls-cert", "/c", "--tls-key", "/k"]).unwrap();
        assert!(both.tls.is_some());
        assert_eq!(both.public_url, "https://127.0.0.1:8080");
    }
}
