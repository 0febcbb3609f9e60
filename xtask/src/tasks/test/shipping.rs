//! Tests of what `dist` makes: the static binary, the commands of `docs/operations.md` with the real archive, the container
//! image, the compose file, and the Caddyfile.

mod containers;

use super::test_counts::{self, Counts};
use crate::command;
use crate::prerequisites;
use crate::step::step;
use crate::tasks::dist;
use crate::temp_dir::TempDir;
use crate::workspace;
use anyhow::{Result, ensure};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How long a server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(20);

/// An address for documentation (RFC 5737) that a client sends as its own.
const FORGED_ADDRESS: &str = "203.0.113.7";

/// Makes what is shipped and tests it.
pub(crate) fn run(environment: &[(&'static str, String)]) -> Result<Counts> {
    prerequisites::ensure_commands(&["buildah", "podman", "caddy"])?;
    dist::run()?;
    let mut counts = step("Running the commands of docs/operations.md with the archive", || {
        let mut tests = command::cargo(&["test", "-p", "twentyfour", "--test", "operations", "--color", "never"]);
        tests.env("TWENTYFOUR_DIST", dist::folder()).envs(environment.iter().cloned());
        if environment.iter().any(|(name, _)| *name == "TEST_POSTGRES_URL") {
            tests.args(["--", "--include-ignored"]);
        }
        test_counts::cargo_test(&mut tests)
    })?;
    for (name, outcome) in [
        ("the container image", step("Testing the container image", containers::run)),
        ("the Caddyfile", step("Testing the Caddyfile", caddy)),
    ] {
        match outcome {
            Ok(()) => counts.passed += 1,
            Err(error) => {
                println!("  {name}: {error:#}");
                counts.failed += 1;
            }
        }
    }
    Ok(counts)
}

/// Runs the static binary behind Caddy with the shipped Caddyfile, and requests a page over https.
fn caddy() -> Result<()> {
    let folder = TempDir::create("caddy")?;
    let (port, https, http) = (free_port()?, free_port()?, free_port()?);
    let binary = dist::folder().join("image/twentyfour");
    let mut server = Command::new(binary);
    server.env_clear().env("DATA_DIR", folder.0.join("data")).env("LISTEN_ADDR", format!("127.0.0.1:{port}"));
    server.env("PUBLIC_URL", format!("https://localhost:{https}")).env("TRUSTED_PROXIES", "127.0.0.1");
    let _server = Running(server.stdout(Stdio::null()).stdin(Stdio::null()).spawn()?);
    // Other ports, and a certificate of Caddy's own authority that is not added to the system's.
    let options =
        format!("{{\n\tadmin off\n\tskip_install_trust\n\thttp_port {http}\n\thttps_port {https}\n\tlocal_certs\n}}\n");
    let shipped = std::fs::read_to_string(workspace::path("deploy/Caddyfile"))?;
    let file = folder.0.join("Caddyfile");
    std::fs::write(&file, options + &shipped)?;
    let mut caddy = Command::new("caddy");
    caddy.args(["run", "--adapter", "caddyfile", "--config"]).arg(&file).env("UPSTREAM", format!("127.0.0.1:{port}"));
    caddy.env("SITE_ADDRESS", format!("localhost:{https}")).env("XDG_DATA_HOME", &folder.0).env("HOME", &folder.0);
    let _caddy = Running(caddy.stdout(Stdio::null()).stderr(Stdio::null()).stdin(Stdio::null()).spawn()?);
    check_site(https, &folder.0.join("caddy/pki/authorities/local/root.crt"))
}

/// Requests pages from Caddy over https, as soon as it has made the certificate of its authority. The requests name a forged
/// client.
fn check_site(port: u16, certificate: &Path) -> Result<()> {
    let started = Instant::now();
    while !certificate.exists() {
        ensure!(started.elapsed() < START_TIMEOUT, "Caddy makes no certificate");
        std::thread::sleep(Duration::from_millis(100));
    }
    let site = format!("https://localhost:{port}");
    let forged = format!("X-Forwarded-For: {FORGED_ADDRESS}");
    let options = ["--cacert".to_owned(), certificate.display().to_string(), "--header".to_owned(), forged];
    wait_for(&format!("{site}/api/health/ready"), &options)?;
    let page = request(&format!("{site}/"), &options)?;
    ensure!(page.contains("Twentyfour"), "the landing page is not served");
    // The proxy names the client, so the metrics are not for it.
    ensure!(request(&format!("{site}/api/metrics"), &options).is_err(), "the metrics are public");
    Ok(())
}

/// A process that is ended when dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        _ = self.0.kill();
        _ = self.0.wait();
    }
}

fn free_port() -> Result<u16> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Requests a URL until it succeeds.
fn wait_for(url: &str, options: &[String]) -> Result<()> {
    let started = Instant::now();
    loop {
        match request(url, options) {
            Ok(_) => return Ok(()),
            Err(error) if started.elapsed() > START_TIMEOUT => return Err(error),
            Err(_) => std::thread::sleep(Duration::from_millis(100)),
        }
    }
}

fn request(url: &str, options: &[String]) -> Result<String> {
    command::read(Command::new("curl").args(["--fail", "--silent", "--show-error"]).args(options).arg(url))
}
