//! Tests of the container image: built by buildah, run by podman alone, and with Caddy in front by podman-compose.
//!
//! If podman cannot start a container with its default settings, for example inside another container, the tests lower its ulimits
//! and use runc, because crun refuses mixed cgroups. If that fails too, the binary runs in a chroot with only the image's files.

use super::{FORGED_ADDRESS, Running, check_site, free_port, wait_for};
use crate::command;
use crate::prerequisites;
use crate::step::print_progress;
use crate::tasks::dist;
use crate::temp_dir::TempDir;
use crate::workspace;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The maximum size of the image in bytes.
const MAX_IMAGE_BYTES: u64 = 40_000_000;

/// Settings of podman that work within a container.
const RESTRICTED: &str =
    "[containers]\ndefault_ulimits = [\"nofile=1024:1024\", \"nproc=1000:1000\"]\n[engine]\nruntime = \"runc\"\n";

/// The name of the image.
const IMAGE: &str = "localhost/twentyfour:latest";

/// The program that resolves the names of containers in a network.
const DNS: &str = "/usr/lib/podman/aardvark-dns";

/// The ports in `compose.yaml`.
const PORTS: &str = r#"["80:80", "443:443", "443:443/udp"]"#;

/// Builds the image, checks its size and its settings, and runs it.
pub(super) fn run() -> Result<()> {
    let engine = Engine::create()?;
    let folder = dist::folder().join("image");
    engine.build_image(IMAGE, &folder)?;
    let settings = command::read(&mut engine.command("buildah", &["inspect", "--type=image", IMAGE]))?;
    ensure!(
        settings.contains("check-health") && settings.contains("65532:65532"),
        "the image lacks its health check or user"
    );
    let container = command::read(&mut engine.command("buildah", &["from", IMAGE]))?;
    let root = command::read(&mut engine.command("buildah", &["mount", &container]))?;
    let size = command::read(Command::new("du").args(["--summarize", "--bytes", &root]))?;
    let size: u64 = size.split_whitespace().next().context("du prints a size")?.parse()?;
    print_progress(&format!("The image has {:.1} MB", size as f64 / 1e6));
    ensure!(size < MAX_IMAGE_BYTES, "the image has {size} bytes, more than {MAX_IMAGE_BYTES}");
    match engine.allow_containers()? {
        None => {
            run_page_commands(&engine, &folder)?;
            run_compose(&engine, &folder)
        }
        Some(refusal) => {
            print_progress(&format!(
                "podman cannot start a container here, so the unpacked image runs in a chroot, and the compose file is not \
                 tested: {refusal}"
            ));
            run_in_chroot(&root)
        }
    }
}

/// A container engine whose images, containers and networks are separate from those of this machine.
struct Engine {
    folder: TempDir,
    /// The file with the storage's settings.
    storage: PathBuf,
    /// The file with podman's settings.
    settings: PathBuf,
}

impl Engine {
    fn create() -> Result<Self> {
        let folder = TempDir::create("containers")?;
        let path = |name: &str| folder.0.join(name);
        let storage = format!(
            "[storage]\ndriver = \"vfs\"\ngraphroot = {:?}\nrunroot = {:?}\n",
            path("root").display().to_string(),
            path("run").display().to_string()
        );
        let engine = Self { storage: path("storage.conf"), settings: path("containers.conf"), folder };
        fs::write(&engine.storage, storage)?;
        engine.write_settings("")?;
        Ok(engine)
    }

    /// Writes podman's settings.
    fn write_settings(&self, settings: &str) -> Result<()> {
        let networks = self.folder.0.join("networks").display().to_string();
        Ok(fs::write(&self.settings, format!("{settings}[network]\nnetwork_config_dir = {networks:?}\n"))?)
    }

    /// Returns a command that uses this engine.
    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null());
        command.env("CONTAINERS_STORAGE_CONF", &self.storage).env("CONTAINERS_CONF", &self.settings);
        command
    }

    /// Builds the image of a folder under a name.
    fn build_image(&self, name: &str, folder: &Path) -> Result<()> {
        let build = ["build", "--quiet", "--isolation=chroot", "--format=docker", "--tag", name, "."];
        command::run(self.command("buildah", &build).current_dir(folder))
    }

    /// Finds settings with which podman starts containers. Returns why it refuses if there are none.
    ///
    /// # Errors
    /// Returns an error if the container starts and its program fails.
    fn allow_containers(&self) -> Result<Option<String>> {
        let Some(refusal) = self.refusal()? else { return Ok(None) };
        print_progress(&format!("podman needs lower limits and runc here: {refusal}"));
        prerequisites::ensure_commands(&["runc"])?;
        self.write_settings(RESTRICTED)?;
        self.refusal()
    }

    /// Returns why podman does not start a container; `None` if it does.
    fn refusal(&self) -> Result<Option<String>> {
        let output = self.command("podman", &["run", "--rm", IMAGE, "--version"]).output()?;
        let errors = String::from_utf8_lossy(&output.stderr);
        // podman-run(1): an error of podman itself, or a program that the runtime cannot run.
        if matches!(output.status.code(), Some(125 | 126)) {
            return Ok(Some(errors.lines().last().unwrap_or_default().to_owned()));
        }
        ensure!(output.status.success(), "the image's program failed ({}): {errors}", output.status);
        Ok(None)
    }

    /// Runs a script that uses this engine.
    fn run_script(&self, script: &str, folder: &Path) -> Result<()> {
        command::run(self.command("timeout", &["120", "bash", "-euo", "pipefail", "-c", script]).current_dir(folder))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        for arguments in [&["rm", "--all", "--force", "--volumes"][..], &["network", "prune", "--force"]] {
            _ = self.command("podman", arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
        }
    }
}

/// Returns a block of commands in `docs/operations.md`.
fn page_commands(block: &str) -> Result<String> {
    let page = fs::read_to_string(workspace::path("docs/operations.md"))?;
    let (_, rest) = page.split_once(&format!("```sh {block}\n")).context("the page has the commands")?;
    let (commands, _) = rest.split_once("```").context("the block ends")?;
    Ok(commands.to_owned())
}

/// Runs the image alone, by the commands of `docs/operations.md`.
fn run_page_commands(engine: &Engine, folder: &Path) -> Result<()> {
    let script = page_commands("container")?.replace("127.0.0.1:8080", &format!("127.0.0.1:{}", free_port()?));
    engine.run_script(&script, folder)
}

/// Runs `compose.yaml` by the command of `docs/operations.md`, on another port, with the Caddy of this machine.
fn run_compose(engine: &Engine, image_folder: &Path) -> Result<()> {
    prerequisites::ensure_commands(&["podman-compose"])?;
    if !Path::new(DNS).exists() {
        prerequisites::install_debian_packages(&["netavark", "aardvark-dns"])?;
    }
    build_caddy_image(engine)?;
    let port = free_port()?;
    let folder = engine.folder.0.join("compose");
    fs::create_dir(&folder)?;
    fs::copy(image_folder.join("Caddyfile"), folder.join("Caddyfile"))?;
    let shipped = fs::read_to_string(image_folder.join("compose.yaml"))?;
    ensure!(shipped.contains(PORTS), "compose.yaml has other ports");
    fs::write(folder.join("compose.yaml"), shipped.replace(PORTS, &format!("[\"127.0.0.1:{port}:443\"]")))?;
    engine.run_script(&page_commands("compose")?.replace("twentyfour.example", "localhost"), &folder)?;
    let outcome = check_compose(engine, port);
    if outcome.is_err() {
        for container in ["compose_twentyfour_1", "compose_caddy_1"] {
            _ = engine.command("podman", &["logs", container]).status();
        }
    }
    outcome
}

/// Checks that Caddy serves the site, and that the server gets the addresses of clients from Caddy only.
fn check_compose(engine: &Engine, port: u16) -> Result<()> {
    let mut inspect = engine.command("podman", &["volume", "inspect", "compose_caddy", "--format", "{{.Mountpoint}}"]);
    let data = PathBuf::from(command::read(&mut inspect)?);
    check_site(port, &data.join("caddy/pki/authorities/local/root.crt"))?;
    let log = command::read(&mut engine.command("bash", &["-c", "podman logs compose_twentyfour_1 2>&1"]))?;
    ensure!(log.contains("route=/api/metrics"), "the server does not log a refused request");
    ensure!(!log.contains("X-Forwarded-For ignored"), "the server does not trust Caddy");
    ensure!(!log.contains(FORGED_ADDRESS), "the server takes the address that a client sends");
    Ok(())
}

/// Makes an image of this machine's Caddy and its libraries, under the name of the official one, so that nothing is
/// downloaded.
fn build_caddy_image(engine: &Engine) -> Result<()> {
    let folder = engine.folder.0.join("caddy");
    let caddy = command::find("caddy").context("caddy is not installed")?;
    // A static binary has no libraries.
    let libraries = command::read(Command::new("ldd").arg(&caddy)).unwrap_or_default();
    let libraries = libraries.split_whitespace().filter(|word| word.starts_with('/')).map(Path::new);
    for file in libraries.chain([caddy.as_path()]) {
        let target = folder.join(file.strip_prefix("/")?);
        fs::create_dir_all(target.parent().context("a file has a folder")?)?;
        fs::copy(file, &target)?;
    }
    let containerfile = format!(
        "FROM scratch\nCOPY . /\nENV XDG_DATA_HOME=/data HOME=/data\n\
         ENTRYPOINT [{:?}, \"run\", \"--config\", \"/etc/caddy/Caddyfile\", \"--adapter\", \"caddyfile\"]\n",
        caddy.display().to_string()
    );
    fs::write(folder.join("Containerfile"), containerfile)?;
    engine.build_image("docker.io/library/caddy:2", &folder)
}

/// Runs the image's binary in a chroot, as the image's user.
fn run_in_chroot(root: &str) -> Result<()> {
    let port = free_port()?;
    let chroot = |arguments: &[&str]| {
        let mut chroot = Command::new("chroot");
        chroot.args(["--userspec=65532:65532", root, "/twentyfour"]).args(arguments).env_clear();
        // Without PATH, `chroot` is only searched in /bin and /usr/bin, and Debian has it in /usr/sbin.
        chroot.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        chroot.env("DATA_DIR", "/data").env("LISTEN_ADDR", format!("127.0.0.1:{port}")).stdin(Stdio::null());
        chroot
    };
    let _server = Running(chroot(&[]).stdout(Stdio::null()).spawn().context("cannot start the image's binary")?);
    wait_for(&format!("http://127.0.0.1:{port}/api/health/ready"), &[])?;
    command::run(&mut chroot(&["admin", "check-health"]))
}
