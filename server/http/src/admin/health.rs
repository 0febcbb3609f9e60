//! `admin check-health`: a request to the running server, for containers without any other program.

use super::output_error;
use crate::config::{Settings, reachable};
use std::io::Write;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How long the server may take to respond.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Asks the server that runs with these settings whether it can handle requests.
///
/// # Errors
/// Returns a sentence for the operator if it cannot, or does not respond.
pub(super) async fn check(settings: &Settings, out: &mut impl Write) -> Result<(), String> {
    let address = reachable(settings.listen_addr());
    if settings.has_tls()? {
        // The certificate is for the public host, so only the connection can be checked here.
        let connected = tokio::time::timeout(TIMEOUT, TcpStream::connect(address)).await;
        return match connected {
            Ok(Ok(_)) => writeln!(out, "The server accepts connections.").map_err(output_error),
            Ok(Err(error)) => Err(format!("Cannot reach the server at {address}: {error}. Start it first.")),
            Err(_) => Err(format!("The server at {address} does not accept a connection within {TIMEOUT:?}.")),
        };
    }
    let response = tokio::time::timeout(TIMEOUT, request(address))
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

/// Sends the request and returns the whole response.
async fn request(address: std::net::SocketAddr) -> std::io::Result<String> {
    let mut connection = TcpStream::connect(address).await?;
    let head = format!("GET /api/health/ready HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    connection.write_all(head.as_bytes()).await?;
    let mut response = Vec::new();
    connection.read_to_end(&mut response).await?;
    Ok(String::from_utf8_lossy(&response).into_owned())
}
