//! `admin check-health`: a request to the running server, for containers without any other program.

use super::output_error;
use crate::config::{Settings, reachable};
use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::crypto::ring;
use rustls::{ClientConfig, DigitallySignedStruct, SignatureScheme};
use rustls_pki_types::{CertificateDer, ServerName, UnixTime};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

/// How long the server may take to respond.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Asks the server that runs with these settings whether it can handle requests.
///
/// # Errors
/// Returns a sentence for the operator if it cannot, or does not respond.
pub(super) async fn check(settings: &Settings, out: &mut impl Write) -> Result<(), String> {
    let address = reachable(settings.listen_addr());
    let certificate = settings.certificate()?;
    let response = tokio::time::timeout(TIMEOUT, request(address, certificate))
        .await
        .map_err(|_| format!("The server at {address} does not respond within {TIMEOUT:?}."))?
        .map_err(|error| format!("Cannot reach the server at {address}: {error}. Start it first."))?;
    let status = response.split(' ').nth(1).unwrap_or_default();
    let body = response.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    if status == "200" {
        writeln!(out, "The server is ready: {body}").map_err(output_error)
    } else {
        Err(format!("The server is not ready: {body}. See its log."))
    }
}

/// Sends the request and returns the whole response. With a certificate, it is sent over TLS.
async fn request(address: SocketAddr, certificate: Option<CertificateDer<'static>>) -> io::Result<String> {
    let connection = TcpStream::connect(address).await?;
    match certificate {
        None => exchange(connection, address).await,
        Some(certificate) => {
            let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
                .with_safe_default_protocol_versions()
                .map_err(io::Error::other)?
                .dangerous()
                .with_custom_certificate_verifier(Arc::new(ExactCertificate(certificate)))
                .with_no_client_auth();
            let name = ServerName::from(address.ip());
            exchange(TlsConnector::from(Arc::new(config)).connect(name, connection).await?, address).await
        }
    }
}

async fn exchange(mut connection: impl AsyncRead + AsyncWrite + Unpin, address: SocketAddr) -> io::Result<String> {
    let head = format!("GET /api/health/ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    connection.write_all(head.as_bytes()).await?;
    let mut response = Vec::new();
    connection.read_to_end(&mut response).await?;
    Ok(String::from_utf8_lossy(&response).into_owned())
}

/// Accepts one certificate and no other. It is for the public host, and the connection is to this machine.
#[derive(Debug)]
struct ExactCertificate(CertificateDer<'static>);

impl ServerCertVerifier for ExactCertificate {
    fn verify_server_cert(
        &self,
        end_entity: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        if *end_entity == self.0 {
            Ok(ServerCertVerified::assertion())
        } else {
            Err(rustls::Error::General("the server shows another certificate than TLS_CERT".to_owned()))
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = ring::default_provider().signature_verification_algorithms;
        rustls::crypto::verify_tls12_signature(message, certificate, signature, &algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = ring::default_provider().signature_verification_algorithms;
        rustls::crypto::verify_tls13_signature(message, certificate, signature, &algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        ring::default_provider().signature_verification_algorithms.supported_schemes()
    }
}
