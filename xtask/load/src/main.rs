//! Puts a server under load over keep-alive connections, cheaply enough to leave the processor to the server.
//!
//! - `load drive ADDRESS CONNECTIONS SECONDS EXPECTED < request` sends one and the same HTTP request again and again and
//!   prints `requests failures seconds`. In the request, `{uuid}` becomes a new id each time. An answer counts when it is a
//!   200 whose body has the text EXPECTED.
//! - `load hello` serves a page of one word on a free port of 127.0.0.1 and prints the address: the most that this machine
//!   can do.

use anyhow::{Context, Result, bail};
use std::io::{Read, Write};
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What the driver does before it counts.
const WARM_UP: Duration = Duration::from_secs(1);
const PLACEHOLDER: &[u8] = b"{uuid}";

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["hello"] => tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(hello()),
        ["drive", address, connections, seconds, expected] => {
            let mut request = Vec::new();
            std::io::stdin().read_to_end(&mut request)?;
            let driver = Driver {
                address: (*address).to_owned(),
                connections: connections.parse()?,
                span: Duration::from_secs(seconds.parse()?),
                expected: expected.as_bytes().to_owned(),
                request,
            };
            // One thread: it leaves the rest of the machine to the server.
            tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(driver.run())
        }
        _ => bail!("usage: load hello | load drive ADDRESS CONNECTIONS SECONDS EXPECTED < request"),
    }
}

async fn hello() -> Result<()> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    println!("{}", listener.local_addr()?);
    std::io::stdout().flush()?;
    let router = axum::Router::new().route("/", axum::routing::get(|| async { "hello" }));
    Ok(axum::serve(listener, router).await?)
}

struct Driver {
    address: String,
    connections: usize,
    span: Duration,
    expected: Vec<u8>,
    request: Vec<u8>,
}

impl Driver {
    async fn run(self) -> Result<()> {
        let begin = Instant::now() + WARM_UP;
        let end = begin + self.span;
        let driver = std::rc::Rc::new(self);
        let local = tokio::task::LocalSet::new();
        let tasks: Vec<_> = (0..driver.connections)
            .map(|number| {
                let driver = driver.clone();
                local.spawn_local(async move { driver.connection(number, begin, end).await })
            })
            .collect();
        let (mut requests, mut failures) = (0, 0);
        local
            .run_until(async {
                for task in tasks {
                    let (answered, failed) = task.await??;
                    requests += answered;
                    failures += failed;
                }
                anyhow::Ok(())
            })
            .await?;
        println!("{requests} {failures} {}", driver.span.as_secs_f64());
        Ok(())
    }

    /// Sends and reads until the end; counts what was answered between the two moments.
    async fn connection(&self, number: usize, begin: Instant, end: Instant) -> Result<(u64, u64)> {
        let mut stream = TcpStream::connect(&self.address).await?;
        stream.set_nodelay(true)?;
        let mut request = self.request.clone();
        let place = position(&request, PLACEHOLDER);
        if let Some(place) = place {
            request.splice(place..place + PLACEHOLDER.len(), [b'0'; 36]);
        }
        let mut answer = Vec::with_capacity(64 * 1024);
        let (mut answered, mut failed) = (0, 0);
        for turn in 0_u64.. {
            if let Some(place) = place {
                write_id(&mut request[place..place + 36], number as u64, turn);
            }
            stream.write_all(&request).await?;
            let is_right = read_answer(&mut stream, &mut answer, &self.expected).await?;
            let now = Instant::now();
            if now >= end {
                break;
            }
            if now >= begin {
                answered += u64::from(is_right);
                failed += u64::from(!is_right);
            }
        }
        Ok((answered, failed))
    }
}

/// Writes a UUID of version 7 that no other turn of this process has.
fn write_id(place: &mut [u8], connection: u64, turn: u64) {
    let process = u64::from(std::process::id());
    let id = format!("0199{process:08x}-7{connection:03x}-8000-{turn:012x}");
    let id = format!("{}-{}{}", &id[..8], &id[8..12], &id[12..]);
    place.copy_from_slice(id.as_bytes());
}

/// Reads one answer with a Content-Length, and says whether it is what was hoped for.
async fn read_answer(stream: &mut TcpStream, answer: &mut Vec<u8>, expected: &[u8]) -> Result<bool> {
    answer.clear();
    let head = loop {
        if stream.read_buf(answer).await? == 0 {
            bail!("the server closed the connection: {}", String::from_utf8_lossy(answer));
        }
        if let Some(end) = position(answer, b"\r\n\r\n") {
            break end + 4;
        }
    };
    let text = std::str::from_utf8(&answer[..head])?;
    let is_ok = text.starts_with("HTTP/1.1 200 ");
    let length: usize = text
        .lines()
        .find_map(|line| line.to_ascii_lowercase().strip_prefix("content-length:")?.trim().parse().ok())
        .context("an answer without a Content-Length")?;
    while answer.len() < head + length {
        if stream.read_buf(answer).await? == 0 {
            bail!("the server closed the connection within an answer");
        }
    }
    Ok(is_ok && position(&answer[head..], expected).is_some())
}

fn position(text: &[u8], part: &[u8]) -> Option<usize> {
    if part.is_empty() {
        return Some(0);
    }
    text.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_have_the_form_of_a_uuid_and_differ() {
        let ids: std::collections::BTreeSet<Vec<u8>> = [(0, 0), (0, 1), (31, 0)]
            .into_iter()
            .map(|(connection, turn)| {
                let mut id = vec![b'?'; 36];
                write_id(&mut id, connection, turn);
                id
            })
            .collect();
        assert_eq!(ids.len(), 3);
        for id in ids {
            let text = String::from_utf8(id).unwrap();
            assert_eq!(text.split('-').map(str::len).collect::<Vec<_>>(), [8, 4, 4, 4, 12], "{text}");
            assert!(text.split('-').nth(2).unwrap().starts_with('7'), "{text}");
        }
    }
}
