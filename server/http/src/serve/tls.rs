//! TLS with a certificate from files, which are read again when they change: programs that renew certificates replace the
//! files while the server runs.

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls_pki_types::pem::{self, PemObject};
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};
use tokio_rustls::TlsAcceptor;
use twentyfour_model::TlsSettings;

/// How often the files are checked for changes.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// A certificate with its key, which can change while connections use it.
pub struct Certificate {
    files: TlsSettings,
    current: RwLock<Current>,
}

struct Current {
    config: Arc<ServerConfig>,
    modified: Modified,
}

/// When the files were modified; `None` for a file whose time cannot be read.
type Modified = [Option<SystemTime>; 2];

impl Certificate {
    /// Reads the files.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a file cannot be read, or the key does not belong to the certificate.
    pub fn load(files: TlsSettings) -> Result<Self, String> {
        let modified = modified(&files);
        let config = read(&files)?;
        Ok(Self { files, current: RwLock::new(Current { config, modified }) })
    }

    /// Returns the acceptor for a new connection.
    pub(super) fn acceptor(&self) -> TlsAcceptor {
        self.current.read().unwrap_or_else(PoisonError::into_inner).config.clone().into()
    }

    /// Reads the files again whenever they change. Never returns.
    pub(super) async fn reload_on_change(&self) {
        loop {
            tokio::time::sleep(CHECK_INTERVAL).await;
            self.reload_if_changed();
        }
    }

    /// Reads the files again if they have changed. If that fails, the previous certificate stays in use.
    fn reload_if_changed(&self) {
        let modified = modified(&self.files);
        if modified == self.current.read().unwrap_or_else(PoisonError::into_inner).modified {
            return;
        }
        match read(&self.files) {
            Ok(config) => {
                *self.current.write().unwrap_or_else(PoisonError::into_inner) = Current { config, modified };
                tracing::warn!(path = %self.files.certificate.display(), "certificate reloaded");
            }
            // The files are replaced one after another, so the next check may succeed.
            Err(error) => tracing::error!(error, next_in = ?CHECK_INTERVAL, "cannot reload the certificate, retrying"),
        }
    }
}

fn modified(files: &TlsSettings) -> Modified {
    [&files.certificate, &files.key].map(|path| std::fs::metadata(path).and_then(|file| file.modified()).ok())
}

/// Reads the first certificate of the file, which is that of the server.
///
/// # Errors
/// Returns a sentence for the operator if that fails.
pub(crate) fn read_certificate(files: &TlsSettings) -> Result<CertificateDer<'static>, String> {
    CertificateDer::from_pem_file(&files.certificate)
        .map_err(|error| unusable_file("TLS_CERT", &files.certificate, &error))
}

/// Returns the sentence for the operator about a file that cannot be used.
fn unusable_file(setting: &str, path: &Path, error: &pem::Error) -> String {
    format!("Cannot use {setting} at {}: {error}. Use a PEM file that this user can read.", path.display())
}

/// Reads a certificate and its key.
///
/// # Errors
/// Returns a sentence for the operator if that fails.
fn read(files: &TlsSettings) -> Result<Arc<ServerConfig>, String> {
    let certificate_error = |error| unusable_file("TLS_CERT", &files.certificate, &error);
    let chain = CertificateDer::pem_file_iter(&files.certificate)
        .map_err(certificate_error)?
        .collect::<Result<Vec<_>, _>>()
        .map_err(certificate_error)?;
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| unusable_file("TLS_KEY", &files.key, &error))?;
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .and_then(|builder| builder.with_no_client_auth().with_single_cert(chain, key));
    let mut config = config.map_err(|error| {
        format!("TLS_CERT and TLS_KEY cannot be used: {error}. Use a certificate with the key that it was made for.")
    })?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(Arc::new(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes a self-signed certificate and its key, and returns the certificate.
    fn write_pair(files: &TlsSettings) -> CertificateDer<'static> {
        let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
        std::fs::write(&files.certificate, made.cert.pem()).unwrap();
        std::fs::write(&files.key, made.signing_key.serialize_pem()).unwrap();
        made.cert.der().clone()
    }

    /// Returns the certificate that a server shows to a new client.
    async fn shown(certificate: &Certificate) -> CertificateDer<'static> {
        let (client, server) = tokio::io::duplex(16 << 10);
        let acceptor = certificate.acceptor();
        tokio::spawn(async move { acceptor.accept(server).await });
        let verifier = Arc::new(AcceptAny);
        let config = rustls::ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .unwrap()
            .dangerous()
            .with_custom_certificate_verifier(verifier)
            .with_no_client_auth();
        let name = "localhost".try_into().unwrap();
        let stream = tokio_rustls::TlsConnector::from(Arc::new(config)).connect(name, client).await.unwrap();
        stream.get_ref().1.peer_certificates().unwrap()[0].clone().into_owned()
    }

    /// Accepts every certificate, since the test compares them itself.
    #[derive(Debug)]
    struct AcceptAny;

    impl rustls::client::danger::ServerCertVerifier for AcceptAny {
        fn verify_server_cert(
            &self,
            _: &CertificateDer<'_>,
            _: &[CertificateDer<'_>],
            _: &rustls_pki_types::ServerName<'_>,
            _: &[u8],
            _: rustls_pki_types::UnixTime,
        ) -> Result<rustls::client::danger::ServerCertVerified, rustls::Error> {
            Ok(rustls::client::danger::ServerCertVerified::assertion())
        }

        fn verify_tls12_signature(
            &self,
            _: &[u8],
            _: &CertificateDer<'_>,
            _: &rustls::DigitallySignedStruct,
        ) -> Result<rustls::client::danger::HandshakeSignatureValid, rustls::Error> {
            Ok(rustls::client::danger::HandshakeSignatureValid::assertion())
        }

        fn verify_tls13_signature(
            &self,
            _: &[u8],
            _: &CertificateDer<'_>,
            _: &rustls::DigitallySignedStruct,
        ) -> Result<rustls::client::danger::HandshakeSignatureValid, rustls::Error> {
            Ok(rustls::client::danger::HandshakeSignatureValid::assertion())
        }

        fn supported_verify_schemes(&self) -> Vec<rustls::SignatureScheme> {
            ring::default_provider().signature_verification_algorithms.supported_schemes()
        }
    }

    #[tokio::test]
    async fn changed_certificate_is_used_and_a_broken_one_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let files = TlsSettings { certificate: folder.path().join("cert.pem"), key: folder.path().join("key.pem") };
        assert!(Certificate::load(files.clone()).err().unwrap().contains("TLS_CERT"));
        let first = write_pair(&files);
        let certificate = Certificate::load(files.clone()).unwrap();
        assert_eq!(shown(&certificate).await, first);

        std::fs::write(&files.key, "not a key").unwrap();
        certificate.reload_if_changed();
        assert_eq!(shown(&certificate).await, first);
        let other = TlsSettings { certificate: folder.path().join("other.pem"), key: files.key.clone() };
        write_pair(&other);
        certificate.reload_if_changed();
        assert_eq!(shown(&certificate).await, first, "the key does not belong to the certificate yet");
        assert!(Certificate::load(files.clone()).err().unwrap().contains("TLS_KEY"));

        let second = write_pair(&files);
        certificate.reload_if_changed();
        assert_eq!(shown(&certificate).await, second);
    }
}
