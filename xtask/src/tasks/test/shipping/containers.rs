//! Tests of the container image: built by buildah, run by podman alone, and with Caddy in front by podman-compose.
//!
//! Where the system's settings of podman do not allow a container, such as within another one, its limits are lowered and runc is
//! used, which needs fewer rights than crun. Where that fails too, the image's binary runs in a chroot, where there is nothing
//! else either.

use super::{Running, check_site, free_port, wait_for};
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

/// The ports in `compose.yaml`.
const PORTS: &str = r#"["80:80", "443:443", "443:443/udp"]"#;

/// Builds the image, checks its size and its settings, and runs it.
pub(super) fn run() -> Result<()> {
    let engine = Engine::create()?;
    let folder = dist::folder().join("image");
    let build = ["build", "--quiet", "--isolation=chroot", "--format=docker", "--tag", IMAGE, "."];
    command::run(engine.command("buildah", &build).current_dir(&folder))?;
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
    match engine.allow_containers() {
        Ok(()) => {
            run_page_commands(&engine, &folder)?;
            run_compose(&engine, &folder)
        }
        Err(error) => {
            print_progress(&format!(
                "podman cannot start a container here, so the unpacked image runs in a chroot, and the compose file is not \
                 tested: {error:#}"
            ));
            run_in_chroot(&root)
        }
    }
}

/// Images and containers apart from those of this machine.
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
        engine.set("")?;
        Ok(engine)
    }

    /// Writes podman's settings.
    fn set(&self, settings: &str) -> Result<()> {
        let networks = self.folder.0.join("networks").display().to_string();
        Ok(fs::write(&self.settings, format!("{settings}[network]\nnetwork_config_dir = {networks:?}\n"))?)
    }

    /// Returns a command that uses these images and containers.
    fn command(&self, program: &str, arguments: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::null());
        command.env("CONTAINERS_STORAGE_CONF", &self.storage).env("CONTAINERS_CONF", &self.settings);
        command
    }

    /// Finds settings of podman with which a container starts.
    fn allow_containers(&self) -> Result<()> {
        let probe = || command::read(&mut self.command("podman", &["run", "--rm", IMAGE, "--version"])).map(drop);
        let Err(refusal) = probe() else { return Ok(()) };
        print_progress(&format!("podman runs containers only with runc and lower limits here: {refusal:#}"));
        prerequisites::ensure_commands(&["runc"])?;
        self.set(RESTRICTED)?;
        probe()
    }

    /// Runs a script with these images and containers.
    fn run_script(&self, script: &str, folder: &Path) -> Result<()> {
        command::run(self.command("timeout", &["120", "bash", "-euo", "pipefail", "-c", script]).current_dir(folder))
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
    let outcome = engine.run_script(&script, folder);
    if outcome.is_err() {
        _ = engine.command("podman", &["rm", "--force", "twentyfour"]).status();
    }
    outcome
}

/// Runs `compose.yaml` by the command of `docs/operations.md`, on another port, with the Caddy of this machine.
fn run_compose(engine: &Engine, image_folder: &Path) -> Result<()> {
    prerequisites::ensure_commands(&["podman-compose"])?;
    build_caddy_image(engine)?;
    let port = free_port()?;
    let folder = engine.folder.0.join("compose");
    fs::create_dir(&folder)?;
    fs::copy(image_folder.join("Caddyfile"), folder.join("Caddyfile"))?;
    let shipped = fs::read_to_string(image_folder.join("compose.yaml"))?;
    ensure!(shipped.contains(PORTS), "compose.yaml has other ports");
    // The image is there already.
    let adapted = shipped.replace(PORTS, &format!("[\"127.0.0.1:{port}:443\"]")).replace("    build: .\n", "");
    fs::write(folder.join("compose.yaml"), adapted)?;
    let script = page_commands("compose")?.replace("twentyfour.example", "localhost");
    let outcome = engine.run_script(&script, &folder).and_then(|()| {
        let mut inspect =
            engine.command("podman", &["volume", "inspect", "compose_caddy", "--format", "{{.Mountpoint}}"]);
        let data = PathBuf::from(command::read(&mut inspect)?);
        check_site(port, &data.join("caddy/pki/authorities/local/root.crt"))?;
        let script = "podman logs compose_twentyfour_1 2>&1";
        let log = command::read(&mut engine.command("bash", &["-c", script]))?;
        ensure!(log.contains("route=/api/metrics"), "the server logs no requests:\n{log}");
        ensure!(!log.contains("X-Forwarded-For ignored"), "the server does not trust Caddy:\n{log}");
        Ok(())
    });
    let mut down = engine.command("podman-compose", &["down", "--volumes"]);
    _ = down.current_dir(&folder).env("SITE_ADDRESS", "localhost").stdout(Stdio::null()).status();
    outcome
}

/// Makes an image of this machine's Caddy and its libraries, under the name of the official one.
fn build_caddy_image(engine: &Engine) -> Result<()> {
    let folder = engine.folder.0.join("caddy");
    let caddy = command::find("caddy").context("caddy is not installed")?;
    let libraries = command::read(Command::new("ldd").arg(&caddy))?;
    let libraries = libraries.split_whitespace().filter(|word| word.starts_with("/lib")).map(Path::new);
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
    let build =
        ["build", "--quiet", "--isolation=chroot", "--format=docker", "--tag", "docker.io/library/caddy:2", "."];
    command::run(engine.command("buildah", &build).current_dir(&folder))
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
