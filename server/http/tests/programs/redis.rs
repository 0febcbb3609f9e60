//! A Redis of a test's own.

// Each test binary uses some of the methods.
#![allow(dead_code)]

use crate::ports::free_port;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A Redis on a free port of this machine, without persistence. It is killed when dropped.
pub(crate) struct RedisServer {
    process: Child,
    port: u16,
    folder: tempfile::TempDir,
}

impl RedisServer {
    /// Starts a Redis.
    pub(crate) fn start() -> Self {
        let (port, folder) = (free_port(), tempfile::tempdir().unwrap());
        let process = spawn(port, &folder);
        Self { process, port, folder }
    }

    /// Returns the URL for `LIMITS_URL`.
    pub(crate) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }

    /// Kills the Redis, which loses its data.
    pub(crate) fn kill(&mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Starts the Redis again after [`Self::kill`], on the same port.
    pub(crate) fn start_again(&mut self) {
        self.process = spawn(self.port, &self.folder);
    }

    /// Stops the process without closing its connections, so that it responds to nothing. `false` lets it continue.
    pub(crate) fn set_paused(&self, is_paused: bool) {
        let signal = if is_paused { "-STOP" } else { "-CONT" };
        assert!(Command::new("kill").args([signal, &self.process.id().to_string()]).status().unwrap().success());
    }

    /// Returns the response to a command, as Redis sends it.
    pub(crate) fn command(&self, command: &str) -> String {
        send_command(&format!("127.0.0.1:{}", self.port), command)
    }
}

/// Returns the response of the Redis at an address to a command, as it sends it.
pub(crate) fn send_command(address: &str, command: &str) -> String {
    let mut connection = TcpStream::connect(address).unwrap();
    write!(connection, "{command}\r\nQUIT\r\n").unwrap();
    let mut response = String::new();
    connection.read_to_string(&mut response).unwrap();
    response
}

impl Drop for RedisServer {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

/// Starts the process and waits until it accepts connections.
fn spawn(port: u16, folder: &tempfile::TempDir) -> Child {
    let mut command = Command::new("redis-server");
    command.args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir"]);
    let mut process = command.arg(folder.path()).stdout(Stdio::null()).spawn().unwrap_or_else(|error| {
        panic!("Cannot start redis-server: {error}. Install it with `apt-get install redis-server`.")
    });
    let since = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(process.try_wait().unwrap().is_none(), "redis-server exited at its start");
        assert!(since.elapsed() < Duration::from_secs(10), "redis-server does not listen");
        std::thread::sleep(Duration::from_millis(10));
    }
    process
}
