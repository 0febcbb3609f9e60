//! Measures how soon many live connections receive a change.

use crate::request::{Request, read_response};
use anyhow::{Context, Result, bail};
use core_wasm::protocol::http::OpsResponse;
use core_wasm::protocol::live::LiveMessage;
use futures_util::{SinkExt, StreamExt};
use std::collections::HashMap;
use std::time::{Duration, Instant};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// The pause between two changes, so that the server is idle when the next one arrives.
const CHANGE_INTERVAL: Duration = Duration::from_millis(50);
/// Longer than any delivery takes.
const DELIVERY_TIMEOUT: Duration = Duration::from_secs(20);

pub(crate) struct FanOutLoad {
    /// The server that is sent the changes.
    pub(crate) address: String,
    /// The servers of the connections, in turn.
    pub(crate) live_addresses: Vec<String>,
    pub(crate) connections: usize,
    pub(crate) changes: u64,
    /// The tokens with which the connections authenticate, in turn.
    pub(crate) tokens: Vec<String>,
    pub(crate) request: Vec<u8>,
}

impl FanOutLoad {
    pub(crate) async fn run(self) -> Result<()> {
        let (sender, mut delivered) = mpsc::unbounded_channel();
        let mut readers = tokio::task::JoinSet::new();
        for (token, address) in
            self.tokens.iter().cycle().zip(self.live_addresses.iter().cycle()).take(self.connections)
        {
            let mut socket = connect(address, token).await?;
            let sender = sender.clone();
            readers.spawn(async move {
                let mut newest = HashMap::new();
                while let Some(Ok(message)) = socket.next().await {
                    let at = Instant::now();
                    let Message::Text(text) = message else { continue };
                    // A change may be delivered more than once.
                    if let Ok(LiveMessage::Changed { board_id, version, .. }) = serde_json::from_str(&text)
                        && newest.insert(board_id, version) < Some(version)
                    {
                        _ = sender.send((version, at));
                    }
                }
            });
        }
        let mut stream = TcpStream::connect(&self.address).await?;
        stream.set_nodelay(true)?;
        let mut request = Request::new(self.request.clone());
        let mut response = Vec::new();
        let mut latencies = Vec::with_capacity(self.connections * usize::try_from(self.changes)?);
        // The first iteration is a warm-up.
        for iteration in 0..=self.changes {
            let sent = Instant::now();
            stream.write_all(request.for_iteration(0, iteration, 0)).await?;
            if !read_response(&mut stream, &mut response, b"\"applied\"").await? {
                bail!("a change was refused: {}", String::from_utf8_lossy(&response));
            }
            let version = version_of(&response)?;
            let mut received = 0;
            while received < self.connections {
                let delivery = tokio::time::timeout(DELIVERY_TIMEOUT, delivered.recv())
                    .await
                    .context("a change was not delivered in time")?;
                let (delivered_version, at) = delivery.context("every connection is closed")?;
                if delivered_version != version {
                    // A late delivery from an earlier load.
                    continue;
                }
                received += 1;
                if iteration > 0 {
                    latencies.push(at.duration_since(sent).as_secs_f64() * 1_000.0);
                }
            }
            tokio::time::sleep(CHANGE_INTERVAL).await;
        }
        latencies.sort_by(f64::total_cmp);
        let at = |share: f64| latencies[((latencies.len() - 1) as f64 * share) as usize];
        println!("{} {} {}", at(0.5), at(0.99), at(1.0));
        Ok(())
    }
}

/// Returns the version of the board after a change, from the response to it.
fn version_of(response: &[u8]) -> Result<i64> {
    let text = std::str::from_utf8(response)?;
    let (_, body) = text.split_once("\r\n\r\n").context("the response has no body")?;
    Ok(serde_json::from_str::<OpsResponse>(body)?.version)
}

/// A live connection.
pub(crate) type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// Opens a live connection, and waits until it is authenticated.
pub(crate) async fn connect(address: &str, token: &str) -> Result<Socket> {
    let (mut socket, _) = tokio_tungstenite::connect_async(format!("ws://{address}/api/live/")).await?;
    let authenticate = format!(r#"{{"type":"authenticate","token":"{token}"}}"#);
    socket.send(Message::Text(authenticate.into())).await?;
    match socket.next().await {
        Some(Ok(Message::Text(text))) if text.contains("\"ready\"") => Ok(socket),
        other => bail!("the server does not take the connection: {other:?}"),
    }
}
