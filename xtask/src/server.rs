//! Starts the server's binary for measurements and tests from outside.

use crate::api_client::ApiClient;
use crate::command;
use crate::usage;
use crate::workspace;
use anyhow::{Context, Result, bail};
use serde_json::json;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const START_TIMEOUT: Duration = Duration::from_secs(10);

/// The JWT secret with PostgreSQL, which requires one.
const JWT_SECRET: &str = "the JWT secret of measurements and tests";

/// A running server.
pub(crate) struct Server {
    process: Child,
    /// The address that it listens on.
    pub(crate) address: SocketAddr,
}

impl Server {
    /// Starts the release binary and waits for its first response. Returns the start time in milliseconds.
    pub(crate) fn start(data: &Path) -> Result<(Self, f64)> {
        Self::start_on(data, None)
    }

    /// Starts the release binary on a given database.
    pub(crate) fn start_on(data: &Path, database: Option<&str>) -> Result<(Self, f64)> {
        Self::start_binary(&workspace::release_binary(), data, database)
    }

    /// Starts another binary.
    pub(crate) fn start_binary(binary: &Path, data: &Path, database: Option<&str>) -> Result<(Self, f64)> {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let mut binary = command::command(binary, "");
        binary.env("LISTEN_ADDR", address.to_string()).env("DATA_DIR", data).env_remove("DATABASE_URL");
        // All measurements together take longer than the default token lifetime, and exceed the rate limits.
        binary.env("ACCESS_TOKEN_SECONDS", "86400").env("RATE_LIMITS", "off");
        // API fuzzing sends mostly invalid requests, whose rejections would fill the log.
        binary.env("LOG", "warn");
        if let Some(database) = database {
            binary.env("DATABASE_URL", database).env("JWT_SECRET", JWT_SECRET);
            binary.env("ATTACHMENTS_DIR", data.join("attachments"));
        }
        let started = Instant::now();
        let mut server = Self { process: binary.stdout(Stdio::null()).spawn()?, address };
        let api = server.api();
        while api.request_json("GET", "/api/health/", None).is_err() {
            if let Some(status) = server.process.try_wait()? {
                bail!("the server exited during startup ({status})");
            }
            if started.elapsed() > START_TIMEOUT {
                bail!("the server was not ready within {} s", START_TIMEOUT.as_secs());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok((server, started.elapsed().as_secs_f64() * 1_000.0))
    }

    /// Returns an API client without a token.
    pub(crate) fn api(&self) -> ApiClient {
        ApiClient { address: self.address, token: String::new() }
    }

    /// Returns the resident memory in MB.
    pub(crate) fn memory(&self) -> Result<f64> {
        usage::memory(&self.process)
    }

    /// Returns the CPU time that it has used, in seconds.
    pub(crate) fn cpu_seconds(&self) -> Result<f64> {
        usage::cpu_seconds(&self.process)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Creates an account and returns its access token.
pub(crate) fn sign_up(api: &ApiClient, email: &str) -> Result<String> {
    let person = json!({"first_name": "Ada", "last_name": "Byron", "email": email, "password": "correct horse"});
    let response = api.request_json("POST", "/api/auth/signup/", Some(&person))?;
    Ok(response["access_token"].as_str().context("the sign-up response has no access token")?.to_owned())
}
