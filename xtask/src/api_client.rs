//! As much of HTTP as setting up a measurement takes: one request for each connection, JSON both ways.

use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

/// Asks the API of the server at an address.
pub(crate) struct ApiClient {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    /// The bearer token; empty before there is one.
    pub(crate) token: String,
}

impl ApiClient {
    /// The text of a request on a connection that stays open or not.
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

    /// Sends a request and reads the JSON of a 200.
    pub(crate) fn request_json(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value> {
        let mut stream = TcpStream::connect(self.address)?;
        stream.set_read_timeout(Some(Duration::from_secs(10)))?;
        let body = body.map(Value::to_string);
        stream.write_all(self.request(method, path, body.as_deref(), "close").as_bytes())?;
        let mut response = String::new();
        stream.read_to_string(&mut response)?;
        let (head, body) = response.split_once("\r\n\r\n").context("an answer without a head")?;
        let status = head.lines().next().unwrap_or_default();
        if !status.contains(" 200 ") && !status.contains(" 201 ") {
            bail!("{method} {path} answered {status}: {body}");
        }
        Ok(serde_json::from_str(body)?)
    }
}
