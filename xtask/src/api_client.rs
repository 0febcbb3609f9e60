//! A minimal HTTP client for preparing measurements: one request per connection, with JSON bodies.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// A client of the API of a server.
pub(crate) struct ApiClient {
    /// The server's address.
    pub(crate) address: SocketAddr,
    /// The bearer token; empty if there is none.
    pub(crate) token: String,
}

impl ApiClient {
    /// Returns the text of a request. `connection` is the value of the Connection header.
    pub(crate) fn request(&self, method: &str, path: &str, body: Option<&str>, connection: &str) -> String {
        let body = body.unwrap_or_default();
        let authorization =
            if self.token.is_empty() { String::new() } else { format!("Authorization: Bearer {}\r\n", self.token) };
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: {connection}\r\nContent-Type: application/json\r\n\
             {authorization}Content-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        )
    }

    /// Sends a request with a keep-alive connection and returns the size of its response's body, as its Content-Length
    /// names it.
    pub(crate) fn body_size(&self, request: &str) -> Result<usize> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        stream.write_all(request.as_bytes())?;
        for line in BufReader::new(stream).lines() {
            let line = line?.to_ascii_lowercase();
            if let Some(size) = line.strip_prefix("content-length:") {
                return Ok(size.trim().parse()?);
            }
            if line.is_empty() {
                break;
            }
        }
        bail!("the response has no Content-Length")
    }

    /// Sends a request and returns the JSON body of its response, which must be a 200.
    pub(crate) fn request_json(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        let body = body.map(Value::to_string);
        stream.write_all(self.request(method, path, body.as_deref(), "close").as_bytes())?;
        let mut response = String::new();
        stream.read_to_string(&mut response)?;
        let (head, body) = response.split_once("\r\n\r\n").context("the response has no head")?;
        let status = head.lines().next().unwrap_or_default();
        if !status.contains(" 200 ") && !status.contains(" 201 ") {
            bail!("{method} {path} failed with {status}: {body}");
        }
        Ok(serde_json::from_str(body)?)
    }
}
