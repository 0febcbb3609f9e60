//! The binary as an operator runs it: start, output, shutdown, and recovery after a kill.

// Unwrapping is fine in tests; clippy only recognizes functions that are marked as tests.
#![allow(clippy::unwrap_used)]

mod bus;
mod cli;
#[cfg(target_os = "linux")]
mod clusters;
mod databases;
#[cfg(target_os = "linux")]
mod disk;
mod isolation;
mod jobs;
mod limits;
mod log;
#[cfg(target_os = "linux")]
mod outages;
#[path = "../programs/ports.rs"]
mod ports;
mod proxy;
#[path = "../programs/redis.rs"]
mod redis;
#[cfg(target_os = "linux")]
mod replica;
mod resources;
mod servers;
mod traces;
mod typescript_client;

use core_wasm::protocol::id::Id;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

/// A server in its own process, killed when dropped.
struct Server {
    process: Child,
    /// The address that it listens on, such as `127.0.0.1:40123`.
    address: String,
    /// The line that it printed at the start.
    greeting: String,
}

impl Server {
    /// Starts a server without rate limits.
    fn start(data: &Path) -> Self {
        Self::start_with(data, &[("RATE_LIMITS", "off")])
    }

    fn start_with(data: &Path, settings: &[(&str, &str)]) -> Self {
        Self::start_with_log(data, settings, Stdio::inherit())
    }

    /// Starts a server with settings and a destination for its log.
    fn start_with_log(data: &Path, settings: &[(&str, &str)], log: Stdio) -> Self {
        let mut process = command(data, settings).stdout(Stdio::piped()).stderr(log).spawn().unwrap();
        let mut greeting = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut greeting).unwrap();
        Self::from_greeting(process, greeting)
    }

    /// Starts a server that also prints to a file.
    fn start_into(data: &Path, settings: &[(&str, &str)], log: Stdio, output: &Path) -> Self {
        let printed = Stdio::from(std::fs::File::create(output).unwrap());
        let process = command(data, settings).stdout(printed).stderr(log).spawn().unwrap();
        let since = Instant::now();
        let greeting = loop {
            match std::fs::read_to_string(output).unwrap() {
                line if line.ends_with('\n') => break line,
                line => assert!(since.elapsed() < Duration::from_secs(20), "it does not start: {line}"),
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        Self::from_greeting(process, greeting)
    }

    fn from_greeting(process: Child, greeting: String) -> Self {
        let address = greeting.split("http://").nth(1).unwrap().split(' ').next().unwrap().to_owned();
        Self { process, address, greeting }
    }

    /// Sends a request over its own connection. An error means that the connection failed because the server has
    /// stopped.
    fn send(&self, method: &str, path: &str, token: &str, body: &Value) -> std::io::Result<(u16, Value)> {
        self.send_with(method, path, &format!("Authorization: Bearer {token}"), body)
    }

    /// Sends a request with another header than a token.
    fn send_with(&self, method: &str, path: &str, header: &str, body: &Value) -> std::io::Result<(u16, Value)> {
        let mut connection = TcpStream::connect(&self.address)?;
        connection.set_read_timeout(Some(Duration::from_secs(20)))?;
        // The request is sent at once, and without a body if there is none: a server that responds and closes the
        // connection before it has read everything resets it, and the rest of its response is lost.
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n{header}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        connection.write_all(request.as_bytes())?;
        let mut response = String::new();
        connection.read_to_string(&mut response)?;
        let cut_off = || std::io::Error::from(std::io::ErrorKind::UnexpectedEof);
        let status = response.split(' ').nth(1).and_then(|status| status.parse().ok()).ok_or_else(cut_off)?;
        let (_, body) = response.split_once("\r\n\r\n").ok_or_else(cut_off)?;
        Ok((status, serde_json::from_str(body).map_err(|_| cut_off())?))
    }

    fn ok(&self, method: &str, path: &str, token: &str, body: &Value) -> Value {
        let (status, body) = self.send(method, path, token, body).unwrap();
        assert_eq!(status, 200, "{method} {path}: {body}");
        body
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // SIGKILL on Unix, so the process cannot clean up.
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

/// Returns the binary's command with only these settings, and a folder for attached files, which PostgreSQL requires.
fn command(data: &Path, settings: &[(&str, &str)]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_twentyfour"));
    command.env_clear().env("LISTEN_ADDR", "127.0.0.1:0").env("DATA_DIR", data);
    command.env("ATTACHMENTS_DIR", data.join("attachments")).envs(settings.iter().copied());
    command
}

/// Checks the data in a folder.
fn verify(data: &Path) {
    let output = command(data, &[]).args(["admin", "verify"]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

fn new_id(number: u64) -> String {
    let mut random = [0; 10];
    random[2..].copy_from_slice(&number.to_be_bytes());
    Id::from_parts(1_772_539_200_000, &random).to_string()
}

#[test]
fn prints_its_address_and_reuses_its_secret() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let signup = json!({"first_name": "A", "last_name": "B", "email": "a@example.org", "password": "correct horse"});
    let first = Server::start(&data);
    assert!(!first.address.ends_with(":0"), "{}", first.greeting);
    let token = first.ok("POST", "/api/auth/signup/", "", &signup)["access_token"].as_str().unwrap().to_owned();
    drop(first);
    let second = Server::start(&data);
    second.ok("GET", "/api/user/", &token, &Value::Null);
    assert!(data.join("twentyfour.db").exists());
}

#[test]
fn acknowledged_writes_survive_sigkill() {
    let folder = tempfile::tempdir().unwrap();
    let signup = json!({"first_name": "A", "last_name": "B", "email": "a@example.org", "password": "correct horse"});
    let server = Server::start(folder.path());
    let token = server.ok("POST", "/api/auth/signup/", "", &signup)["access_token"].as_str().unwrap().to_owned();
    let board = new_id(1);
    server.ok("POST", "/api/boards/create-board/", &token, &json!({"name": "B", "id": board}));
    let path = format!("/api/boards/{board}/ops/");
    let batch = |number: u64| {
        let list = new_id(number * 4);
        json!({"ops": [
            {"id": new_id(number * 4 + 1), "at": "2026-03-03T12:00:00Z",
                "change": {"type": "add_list", "list_id": list, "name": "l", "rank": "80"}},
            {"id": new_id(number * 4 + 2), "at": "2026-03-03T12:00:00Z",
                "change": {"type": "add_card", "card_id": new_id(number * 4 + 3), "list_id": list, "rank": "80", "title": "c"}},
        ]})
    };
    const WRITERS: u64 = 4;
    let acknowledged = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..WRITERS)
            .map(|writer| {
                let (server, token, path, batch) = (&server, &token, &path, &batch);
                scope.spawn(move || {
                    let mut acknowledged = Vec::new();
                    for number in (1_000..).map(|number| number * WRITERS + writer) {
                        match server.send("POST", path, token, &batch(number)) {
                            Ok((status, _)) => {
                                assert_eq!(status, 200);
                                acknowledged.push(number);
                            }
                            Err(_) => break,
                        }
                    }
                    acknowledged
                })
            })
            .collect();
        std::thread::sleep(Duration::from_millis(700));
        let killed = Command::new("kill").args(["-9", &server.process.id().to_string()]).status().unwrap();
        assert!(killed.success());
        writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect::<Vec<u64>>()
    });
    assert!(acknowledged.len() > 10, "only {} batches were written before the kill", acknowledged.len());
    drop(server);

    let server = Server::start(folder.path());
    for number in &acknowledged {
        let response = server.ok("POST", &path, &token, &batch(*number));
        for result in response["results"].as_array().unwrap() {
            assert_eq!(result["status"], "duplicate", "batch {number} was acknowledged and is lost");
        }
    }
    // Batches that were running are stored completely or not at all: each card has its list.
    let opened = server.ok("GET", &format!("/api/boards/{board}/"), &token, &Value::Null);
    let (lists, cards) = (opened["lists"].as_array().unwrap(), opened["cards"].as_array().unwrap());
    assert_eq!(lists.len(), cards.len());
    assert!(lists.len() >= acknowledged.len());
    assert_eq!(opened["version"].as_i64().unwrap(), lists.len() as i64 + 1);
}

#[cfg(unix)]
#[test]
fn sigterm_exits_with_success() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    // An idle connection must not delay the shutdown.
    let _idle = TcpStream::connect(&server.address).unwrap();
    server.ok("GET", "/api/health/", "", &Value::Null);
    let status = Command::new("kill").args(["-TERM", &server.process.id().to_string()]).status().unwrap();
    assert!(status.success());
    let since = Instant::now();
    while server.process.try_wait().unwrap().is_none() {
        assert!(since.elapsed() < Duration::from_secs(20), "it does not stop");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(server.process.wait().unwrap().success());
    assert!(TcpStream::connect(&server.address).is_err());
}

#[cfg(unix)]
#[tokio::test]
async fn shutdown_closes_websockets_with_1001() {
    let folder = tempfile::tempdir().unwrap();
    let signup = json!({"first_name": "A", "last_name": "B", "email": "a@example.org", "password": "correct horse"});
    let mut server = Server::start(folder.path());
    let token = server.ok("POST", "/api/auth/signup/", "", &signup)["access_token"].as_str().unwrap().to_owned();
    let (mut live, _) = tokio_tungstenite::connect_async(format!("ws://{}/api/live/", server.address)).await.unwrap();
    live.send(Message::Text(json!({"type": "authenticate", "token": token}).to_string().into())).await.unwrap();
    let ready: Value = serde_json::from_str(live.next().await.unwrap().unwrap().to_text().unwrap()).unwrap();
    assert_eq!(ready["type"], "ready");
    let status = Command::new("kill").args(["-TERM", &server.process.id().to_string()]).status().unwrap();
    assert!(status.success());
    let since = Instant::now();
    let message = tokio::time::timeout(Duration::from_secs(20), live.next()).await.expect("the server sends a message");
    let Message::Close(Some(frame)) = message.unwrap().unwrap() else { panic!("it does not close the connection") };
    assert_eq!(u16::from(frame.code), 1001);
    // Reading on completes the close handshake, as a browser does.
    while let Some(Ok(_)) = live.next().await {}
    while server.process.try_wait().unwrap().is_none() {
        assert!(since.elapsed() < Duration::from_secs(8), "it does not stop");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(server.process.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn shutdown_finishes_a_running_request() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let mut connection = TcpStream::connect(&server.address).unwrap();
    connection.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let body = json!({"name": "Ada", "email": "ada@example.org"}).to_string();
    let (first, second) = body.split_at(5);
    write!(
        connection,
        "POST /api/add-to-waitlist/ HTTP/1.1\r\nHost: test\r\nExpect: 100-continue\r\nContent-Length: {}\r\n\r\n",
        body.len()
    )
    .unwrap();
    // The server sends this line when it starts to read the body, so the request is running.
    let mut interim = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
    connection.read_exact(&mut interim).unwrap();
    assert_eq!(&interim, b"HTTP/1.1 100 Continue\r\n\r\n");
    write!(connection, "{first}").unwrap();
    let status = Command::new("kill").args(["-TERM", &server.process.id().to_string()]).status().unwrap();
    assert!(status.success());
    let since = Instant::now();
    while TcpStream::connect(&server.address).is_ok() {
        assert!(since.elapsed() < Duration::from_secs(20), "the server still accepts connections");
        std::thread::sleep(Duration::from_millis(20));
    }
    write!(connection, "{second}").unwrap();
    let mut response = String::new();
    connection.read_to_string(&mut response).unwrap();
    assert!(response.starts_with("HTTP/1.1 200") && response.contains("Successfully joined"), "{response}");
    while server.process.try_wait().unwrap().is_none() {
        assert!(since.elapsed() < Duration::from_secs(20), "it does not stop");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(server.process.wait().unwrap().success());
}

/// Sends the same bytes repeatedly until the server ends the connection. Returns its last response and the elapsed
/// time.
fn send_slowly(server: &Server, head: &str, drop: &str) -> (String, Duration) {
    let mut connection = TcpStream::connect(&server.address).unwrap();
    connection.set_read_timeout(Some(Duration::from_millis(500))).unwrap();
    let (since, mut received) = (Instant::now(), Vec::new());
    connection.write_all(head.as_bytes()).unwrap();
    while since.elapsed() < Duration::from_secs(100) {
        let mut part = [0; 4_096];
        match connection.read(&mut part) {
            Ok(0) => break,
            Ok(read) => received.extend(&part[..read]),
            Err(error) if [std::io::ErrorKind::WouldBlock, std::io::ErrorKind::TimedOut].contains(&error.kind()) => {
                if connection.write_all(drop.as_bytes()).is_err() {
                    break;
                }
            }
            Err(_) => break,
        }
    }
    (String::from_utf8(received).unwrap(), since.elapsed())
}

#[test]
fn slow_clients_are_disconnected_without_blocking_others() {
    let folder = tempfile::tempdir().unwrap();
    let server = &Server::start(folder.path());
    let is_about = |seconds: u64, took: Duration| {
        assert!(took > Duration::from_secs(seconds - 1) && took < Duration::from_secs(seconds + 30), "{took:?}");
    };
    // In parallel, so that together they take no longer than one.
    std::thread::scope(|scope| {
        scope.spawn(|| {
            let (received, took) = send_slowly(server, "GET /api/health/ HTTP/1.1\r\nHost: test\r\nX-Slow: ", "x");
            assert!(received.is_empty(), "{received}");
            is_about(10, took);
        });
        scope.spawn(|| {
            let head = "POST /api/auth/login/ HTTP/1.1\r\nHost: test\r\nContent-Length: 10000\r\n\r\n";
            let (received, took) = send_slowly(server, head, " ");
            assert!(received.starts_with("HTTP/1.1 408") && received.contains("\"request_timeout\""), "{received}");
            is_about(30, took);
        });
        scope.spawn(|| {
            // Requests far more than the system buffers for a connection.
            const TIMES: usize = 400;
            let document = server.ok("GET", "/api/openapi.json", "", &Value::Null).to_string().len();
            let mut connection = TcpStream::connect(&server.address).unwrap();
            connection.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
            connection
                .write_all("GET /api/openapi.json HTTP/1.1\r\nHost: test\r\n\r\n".repeat(TIMES).as_bytes())
                .unwrap();
            std::thread::sleep(Duration::from_secs(34));
            let mut received = Vec::new();
            // The connection was reset; some data may still arrive.
            let ended = connection.read_to_end(&mut received);
            assert!(received.len() < document * TIMES, "the whole response was received: {ended:?}");
            let timed_out = [std::io::ErrorKind::WouldBlock, std::io::ErrorKind::TimedOut];
            assert!(!ended.is_err_and(|error| timed_out.contains(&error.kind())), "the connection is still open");
        });
        for _ in 0..10 {
            let since = Instant::now();
            server.ok("GET", "/api/health/", "", &Value::Null);
            assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
            std::thread::sleep(Duration::from_secs(1));
        }
    });
}

#[test]
fn connections_per_address_are_limited() {
    const MOST: usize = 200;
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &[]);
    let request = b"GET /api/health/ HTTP/1.1\r\nHost: test\r\n\r\n";
    let mut part = [0; 4_096];
    // Each sends one request, so that it is idle afterwards and may stay open.
    let mut open: Vec<TcpStream> = (0..MOST)
        .map(|_| {
            let mut connection = TcpStream::connect(&server.address).unwrap();
            connection.write_all(request).unwrap();
            assert!(connection.read(&mut part).unwrap() > 0);
            connection
        })
        .collect();
    let mut is_served = || {
        let mut connection = TcpStream::connect(&server.address).unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        connection.write_all(request).is_ok() && connection.read(&mut part).is_ok_and(|read| read > 0)
    };
    assert!(!is_served());
    open.pop();
    let since = Instant::now();
    while !is_served() {
        assert!(since.elapsed() < Duration::from_secs(20), "the connection permit is not released");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn forged_forwarded_header_does_not_bypass_rate_limits() {
    let join = |server: &Server, forwarded_for: &str| {
        let body = json!({"name": "Ada", "email": "ada@example.org"});
        let header = format!("X-Forwarded-For: {forwarded_for}");
        server.send_with("POST", "/api/add-to-waitlist/", &header, &body).unwrap().0
    };
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start_with(folder.path(), &[]);
    let responses: Vec<u16> = (0..6).map(|number| join(&server, &format!("192.0.2.{number}"))).collect();
    assert_eq!(responses, [200, 200, 200, 200, 200, 429]);
    drop(server);

    let server = Server::start_with(folder.path(), &[("TRUSTED_PROXIES", "127.0.0.1")]);
    for client in ["198.51.100.1", "198.51.100.2"] {
        let responses: Vec<u16> = (0..6).map(|number| join(&server, &format!("192.0.2.{number}, {client}"))).collect();
        assert_eq!(responses, [200, 200, 200, 200, 200, 429]);
    }
    assert_eq!(join(&server, "what is no address"), 200, "an invalid address counts as the proxy's");
}

#[test]
fn invalid_settings_are_named_in_the_error() {
    let folder = tempfile::tempdir().unwrap();
    for (variable, value, named) in [
        ("LISTEN_ADDR", "nowhere", "LISTEN_ADDR"),
        ("LISTEN_ADDR", "203.0.113.1:1", "203.0.113.1:1"),
        ("JWT_SECRET", "short", "JWT_SECRET"),
        ("PUBLIC_URL", "example.org", "PUBLIC_URL"),
        ("DATABASE_URL", "mysql://localhost/x", "DATABASE_URL"),
        ("DATABASE_URL", "postgres://127.0.0.1:1/x", "JWT_SECRET is missing"),
        ("DATABASE_URL", "sqlite::memory:", "DATABASE_URL"),
        ("ACCESS_TOKEN_SECONDS", "0", "ACCESS_TOKEN_SECONDS"),
        ("DATA_DIR", "/dev/null/data", "/dev/null/data"),
        ("LOG", "what=nothing=at all", "LOG"),
        ("LOG_FORMAT", "poetry", "LOG_FORMAT"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_twentyfour"));
        command.env_clear().env("LISTEN_ADDR", "127.0.0.1:0").env("DATA_DIR", folder.path()).env(variable, value);
        let output = command.output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success(), "{variable}={value}");
        assert!(
            error.contains(named) || error.contains(&variable.to_lowercase().replace('_', "-")),
            "{variable}={value}: {error}"
        );
        assert!(!error.contains("panicked"), "{variable}={value}: {error}");
    }
}

#[test]
fn help_hides_secret_values() {
    let output = Command::new(env!("CARGO_BIN_EXE_twentyfour"))
        .arg("--help")
        .env_clear()
        .env("JWT_SECRET", "a secret that nobody may see")
        .output()
        .unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success() && help.contains("DATABASE_URL") && help.contains("PUBLIC_URL"), "{help}");
    assert!(!help.contains("nobody may see"));
}
