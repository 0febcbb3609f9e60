//! Tests of what `dist` makes: the static binary, the commands of `docs/operations.md` with the real archive, the container
//! image, and the Caddyfile.
//!
//! Where podman cannot start containers, such as within one, the image is unpacked and its binary runs in a chroot, where
//! there is nothing else either.

use super::test_counts::{self, Counts};
use crate::command;
use crate::prerequisites;
use crate::step::{print_progress, step};
use crate::tasks::dist;
use crate::temp_dir::TempDir;
use crate::workspace;
use anyhow::{Context, Result, ensure};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The maximum size of the image in bytes.
const MAX_IMAGE_BYTES: u64 = 40_000_000;

/// How long a server may take to start.
const START_TIMEOUT: Duration = Duration::from_secs(20);

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
        ("the container image", step("Testing the container image", image)),
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

/// Builds the image, checks its size and its settings, and runs it without root.
fn image() -> Result<()> {
    let storage = TempDir::create("image-storage")?;
    // Apart from the images and containers of this machine.
    let options = [
        "--storage-driver=vfs",
        "--root",
        &*storage.0.join("root").to_string_lossy(),
        "--runroot",
        &*storage.0.join("run").to_string_lossy(),
    ]
    .map(str::to_owned);
    let folder = dist::folder().join("image");
    let buildah = |arguments: &[&str]| {
        let mut buildah = Command::new("buildah");
        buildah.current_dir(&folder).args(&options).args(arguments).stdin(Stdio::null());
        buildah
    };
    let build =
        ["build", "--quiet", "--isolation=chroot", "--format=docker", "--tag", "localhost/twentyfour:latest", "."];
    command::run(&mut buildah(&build))?;
    let settings = command::read(&mut buildah(&["inspect", "--type=image", "localhost/twentyfour:latest"]))?;
    ensure!(
        settings.contains("check-health") && settings.contains("65532:65532"),
        "the image lacks its health check or user"
    );
    let container = command::read(&mut buildah(&["from", "localhost/twentyfour:latest"]))?;
    let root = command::read(&mut buildah(&["mount", &container]))?;
    let size = command::read(Command::new("du").args(["--summarize", "--bytes", &root]))?;
    let size: u64 = size.split_whitespace().next().context("du prints a size")?.parse()?;
    print_progress(&format!("The image has {:.1} MB", size as f64 / 1e6));
    ensure!(size < MAX_IMAGE_BYTES, "the image has {size} bytes, more than {MAX_IMAGE_BYTES}");
    let mut probe = Command::new("podman");
    probe.args(&options).args(["run", "--rm", "localhost/twentyfour:latest", "--version"]).stdin(Stdio::null());
    match command::read(&mut probe) {
        Ok(_) => run_page_commands(&options),
        Err(error) => {
            print_progress(&format!(
                "podman cannot start a container here, so the unpacked image runs in a chroot: {error:#}"
            ));
            run_in_chroot(&root)
        }
    }
}

/// Runs the container commands of `docs/operations.md`.
fn run_page_commands(options: &[String]) -> Result<()> {
    let page = std::fs::read_to_string(workspace::path("docs/operations.md"))?;
    let (_, block) = page.split_once("```sh container\n").context("the page has container commands")?;
    let (commands, _) = block.split_once("```").context("the block ends")?;
    let script = format!("podman() {{ command podman {} \"$@\"; }}\n{commands}", options.join(" "));
    let port = free_port()?;
    let mut shell = Command::new("timeout");
    shell.args([
        "120",
        "bash",
        "-euo",
        "pipefail",
        "-c",
        &script.replace("127.0.0.1:8080", &format!("127.0.0.1:{port}")),
    ]);
    let outcome = command::run(shell.current_dir(dist::folder().join("image")).stdin(Stdio::null()));
    if outcome.is_err() {
        _ = Command::new("podman").args(options).args(["rm", "--force", "twentyfour"]).status();
    }
    outcome
}

/// Runs the image's binary in a chroot, as the image's user.
fn run_in_chroot(root: &str) -> Result<()> {
    let port = free_port()?;
    let chroot = |arguments: &[&str]| {
        let mut chroot = Command::new("chroot");
        chroot.args(["--userspec=65532:65532", root, "/twentyfour"]).args(arguments).env_clear();
        // Without it `chroot` is only searched in /bin and /usr/bin, and Debian has it in /usr/sbin.
        chroot.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        chroot.env("DATA_DIR", "/data").env("LISTEN_ADDR", format!("127.0.0.1:{port}")).stdin(Stdio::null());
        chroot
    };
    let _server = Running(chroot(&[]).stdout(Stdio::null()).spawn().context("cannot start the image's binary")?);
    wait_for(&format!("http://127.0.0.1:{port}/api/health/ready"), &[])?;
    command::run(&mut chroot(&["admin", "check-health"]))
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
    let certificate = folder.0.join("caddy/pki/authorities/local/root.crt");
    let started = Instant::now();
    while !certificate.exists() {
        ensure!(started.elapsed() < START_TIMEOUT, "Caddy makes no certificate");
        std::thread::sleep(Duration::from_millis(100));
    }
    let trust = ["--cacert".to_owned(), certificate.display().to_string()];
    wait_for(&format!("https://localhost:{https}/api/health/ready"), &trust)?;
    let page = request(&format!("https://localhost:{https}/"), &trust)?;
    ensure!(page.contains("Twentyfour"), "the landing page is not served");
    // The proxy names the client, so the metrics are not for it.
    ensure!(request(&format!("https://localhost:{https}/api/metrics"), &trust).is_err(), "the metrics are public");
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
