//! The programs that a machine needs: how to find them and how to install them. What the repository pins (toolchain,
//! wasm target, npm packages) is installed automatically.

use crate::command::{self, find};
use crate::stamp::Stamp;
use crate::step::{print_progress, step};
use anyhow::{Result, bail};
use std::path::PathBuf;

/// A prerequisite.
pub(crate) struct Prerequisite {
    /// The name that `doctor` prints.
    pub(crate) name: &'static str,
    /// What it is needed for.
    pub(crate) purpose: &'static str,
    /// The version or path that was found, or what is wrong.
    pub(crate) state: Result<String, String>,
    /// The command that installs it.
    pub(crate) install: &'static str,
    /// Whether everything needs it.
    pub(crate) is_required: bool,
}

const INSTALL_NODE: &str = "apt-get install nodejs npm, or https://nodejs.org (20.19 or later)";

/// Returns all prerequisites, for `doctor`.
pub(crate) fn all() -> Vec<Prerequisite> {
    vec![
        rustup(),
        c_compiler(),
        node(),
        npm(),
        nextest(),
        postgres_prerequisite(),
        server_prerequisite(
            "nats-server",
            "the tests of several servers announce changes over it",
            "apt-get install nats-server",
        ),
        server_prerequisite(
            "redis-server",
            "the tests of shared rate limits run on it",
            "apt-get install redis-server",
        ),
        chromium_prerequisite(),
        firefox_prerequisite(),
        webkit_prerequisite(),
        python_prerequisite(),
    ]
}

/// Makes sure that everything needed for a build is there, and installs what the repository pins.
pub(crate) fn ensure_build_tools() -> Result<()> {
    ensure_programs()?;
    ensure_npm_packages()
}

/// Makes sure that everything but the npm packages is there, and installs the pinned toolchain.
pub(crate) fn ensure_programs() -> Result<()> {
    let missing: Vec<String> = [rustup(), c_compiler(), node(), npm()]
        .into_iter()
        .filter_map(|prerequisite| {
            let reason = prerequisite.state.err()?;
            Some(format!("{}: {reason}. Install it with: {}", prerequisite.name, prerequisite.install))
        })
        .collect();
    if !missing.is_empty() {
        bail!("missing prerequisites:\n  {}", missing.join("\n  "));
    }
    ensure_toolchain()
}

/// Installs the toolchain, components and wasm target in `rust-toolchain.toml` if the target is missing.
fn ensure_toolchain() -> Result<()> {
    let sysroot = PathBuf::from(command::read(command::command("rustc", "").args(["--print", "sysroot"]))?);
    let has_target = sysroot.join("lib/rustlib/wasm32-unknown-unknown/lib").is_dir();
    let has_components = ["cargo-clippy", "rustfmt"]
        .iter()
        .all(|tool| sysroot.join("bin").join(format!("{tool}{}", std::env::consts::EXE_SUFFIX)).is_file());
    if has_target && has_components {
        return Ok(());
    }
    step("Installing the toolchain and the wasm target that rust-toolchain.toml pins", || {
        // cargo passes the toolchain to its child processes in this variable, and rustup would then ignore the file.
        command::run(command::command("rustup", "").args(["toolchain", "install"]).env_remove("RUSTUP_TOOLCHAIN"))
    })
}

/// Installs the npm packages of the web, unless they are installed already.
pub(crate) fn ensure_npm_packages() -> Result<()> {
    install_npm_packages("npm-ci", "web", &["web/package.json", "web/package-lock.json", "pkg/package.json"])
}

/// Installs the npm packages of the TypeScript client, unless they are installed already. Its generator needs another version of
/// TypeScript than the web.
pub(crate) fn ensure_client_packages() -> Result<()> {
    let inputs = ["clients/typescript/package.json", "clients/typescript/package-lock.json"];
    install_npm_packages("npm-ci-client", "clients/typescript", &inputs)
}

/// Installs the npm packages that the lock file in a folder pins.
fn install_npm_packages(stamp: &'static str, folder: &str, inputs: &[&str]) -> Result<()> {
    let installed = format!("{folder}/node_modules/.package-lock.json");
    let stamp = Stamp::of(stamp, "", inputs, &|_| false, &[installed.as_str()])?;
    if stamp.is_fresh() {
        return Ok(());
    }
    step(&format!("Installing the npm packages that {folder}/package-lock.json pins"), || {
        command::run(command::command("npm", folder).args(["ci", "--no-audit", "--no-fund"]))?;
        stamp.save()
    })
}

fn rustup() -> Prerequisite {
    Prerequisite {
        name: "rustup",
        purpose: "installs the pinned Rust toolchain",
        state: version_of("rustup"),
        install: "curl --proto '=https' --tlsv1.2 -sSf https://sh.rustup.rs | sh",
        is_required: true,
    }
}

fn c_compiler() -> Prerequisite {
    let compiler = std::env::var("CC").unwrap_or_else(|_| "cc".to_owned());
    Prerequisite {
        name: "C compiler",
        purpose: "links, and compiles the embedded SQLite",
        state: version_of(&compiler),
        install: if cfg!(target_os = "macos") { "xcode-select --install" } else { "apt-get install build-essential" },
        is_required: true,
    }
}

fn node() -> Prerequisite {
    let state = version_of("node").and_then(|version| {
        let mut numbers = version.trim_start_matches('v').split('.').map(|part| part.parse::<u32>().unwrap_or(0));
        let (major, minor) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
        // The versions that the web's tools support: 20.19, and 22.12 or later.
        let is_recent = matches!((major, minor), (20, 19..) | (22, 12..) | (23.., _));
        if is_recent { Ok(version) } else { Err(format!("{version} is too old")) }
    });
    Prerequisite { name: "Node", purpose: "builds and tests the web", state, install: INSTALL_NODE, is_required: true }
}

fn npm() -> Prerequisite {
    Prerequisite {
        name: "npm",
        purpose: "installs the web's packages",
        state: version_of("npm"),
        install: INSTALL_NODE,
        is_required: true,
    }
}

fn nextest() -> Prerequisite {
    Prerequisite {
        name: "cargo-nextest",
        purpose: "runs the Rust tests in parallel; without it cargo test runs them",
        state: find("cargo-nextest").map(|file| file.display().to_string()).ok_or_else(|| "not found".to_owned()),
        install: "cargo install cargo-nextest --locked",
        is_required: false,
    }
}

fn postgres_prerequisite() -> Prerequisite {
    Prerequisite {
        name: "PostgreSQL",
        purpose: "the tests run on it as well as on SQLite",
        state: postgres_programs()
            .map(|folder| folder.display().to_string())
            .ok_or_else(|| "initdb was not found".to_owned()),
        install: "apt-get install postgresql",
        is_required: false,
    }
}

fn server_prerequisite(program: &'static str, purpose: &'static str, install: &'static str) -> Prerequisite {
    let state = find(program).map(|file| file.display().to_string()).ok_or_else(|| "not found".to_owned());
    Prerequisite { name: program, purpose, state, install, is_required: false }
}

fn chromium_prerequisite() -> Prerequisite {
    Prerequisite {
        name: "Chromium",
        purpose: "the browser tests run in it",
        state: chromium().map(|file| file.display().to_string()).ok_or_else(|| "not found".to_owned()),
        install: "apt-get install chromium chromium-headless-shell fonts-liberation, or: npx --prefix web playwright install chromium",
        is_required: false,
    }
}

fn firefox_prerequisite() -> Prerequisite {
    Prerequisite {
        name: "Firefox",
        purpose: "the main flows run in it",
        state: firefox().map(|file| file.display().to_string()).ok_or_else(|| "not found".to_owned()),
        install: "apt-get install firefox-esr",
        is_required: false,
    }
}

fn webkit_prerequisite() -> Prerequisite {
    Prerequisite {
        name: "WebKit",
        purpose: "the main flows run in it, on a virtual display",
        state: webkit()
            .map(|file| file.display().to_string())
            .ok_or_else(|| "WebKitWebDriver or Xvfb was not found".to_owned()),
        install: "apt-get install webkit2gtk-driver xvfb",
        is_required: false,
    }
}

fn python_prerequisite() -> Prerequisite {
    Prerequisite {
        name: "Python",
        purpose: "API fuzzing with schemathesis",
        state: python().map(|file| file.display().to_string()).ok_or_else(|| "not found, or without venv".to_owned()),
        install: "apt-get install python3 python3-venv",
        is_required: false,
    }
}

/// Returns Python 3, if it can create virtual environments.
pub(crate) fn python() -> Option<PathBuf> {
    let file = find("python3")?;
    command::read(command::command(&file, "").args(["-c", "import ensurepip, venv"])).ok()?;
    Some(file)
}

/// Returns the folder with `initdb` and `postgres`, which is not on the PATH on Debian.
pub(crate) fn postgres_programs() -> Option<PathBuf> {
    let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = debian.map(|version| version.path().join("bin")).collect();
    folders.sort_by_key(|folder| {
        let version = folder.parent().and_then(|parent| parent.file_name()).unwrap_or_default();
        std::cmp::Reverse(version.to_string_lossy().parse::<u32>().unwrap_or(0))
    });
    folders.extend(find("initdb").and_then(|file| Some(file.parent()?.to_owned())));
    folders.into_iter().find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}

/// Returns the Chromium for the browser tests: the system's, or Playwright's own.
pub(crate) fn chromium() -> Option<PathBuf> {
    let debian = PathBuf::from("/usr/bin/chromium");
    if debian.is_file() {
        return Some(debian);
    }
    let script = "console.log(require('@playwright/test').chromium.executablePath())";
    let own = PathBuf::from(command::read(command::command("node", "web").args(["-e", script])).ok()?);
    own.is_file().then_some(own)
}

/// Returns whether Debian's Chromium is installed without its headless shell, in which most browser tests run.
pub(crate) fn lacks_headless_shell() -> bool {
    let is_file = |file: &str| PathBuf::from(file).is_file();
    is_file("/usr/bin/chromium") && !is_file("/usr/lib/chromium/chromium-headless-shell")
}

/// Returns the Firefox for the main flows, from Debian's package.
pub(crate) fn firefox() -> Option<PathBuf> {
    let file = PathBuf::from("/usr/bin/firefox-esr");
    file.is_file().then_some(file)
}

/// Returns WebKitGTK's driver for the main flows, from Debian's package, if there is a virtual display for its browser.
pub(crate) fn webkit() -> Option<PathBuf> {
    let (driver, display) = (PathBuf::from("/usr/bin/WebKitWebDriver"), PathBuf::from("/usr/bin/Xvfb"));
    (driver.is_file() && display.is_file()).then_some(driver)
}

/// Checks that there is a C compiler for static binaries, and installs it if possible.
pub(crate) fn ensure_musl_compiler() -> Result<()> {
    if find("musl-gcc").is_none() {
        install_debian_packages(&["musl-tools"])?;
    }
    Ok(())
}

/// Checks that there are programs with the names of their Debian packages, and installs them if possible.
pub(crate) fn ensure_commands(names: &[&str]) -> Result<()> {
    let missing: Vec<&str> = names.iter().copied().filter(|name| find(name).is_none()).collect();
    if missing.is_empty() { Ok(()) } else { install_debian_packages(&missing) }
}

/// Installs Debian packages if that needs no confirmation: as root, on Debian or a derivative.
pub(crate) fn install_debian_packages(packages: &[&str]) -> Result<()> {
    let is_root = command::read(command::command("id", "").arg("-u")).is_ok_and(|id| id == "0");
    if !is_root || find("apt-get").is_none() {
        bail!("only root can install {} here", packages.join(" and "));
    }
    step(&format!("Installing the Debian packages {}", packages.join(" and ")), || {
        let run_apt = |arguments: &[&str]| {
            let mut apt = command::command("apt-get", "");
            apt.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
            command::read(&mut apt)
        };
        if let Err(error) = run_apt(&["update", "-qq"]) {
            print_progress(&format!("Could not update the package list, using the old one: {error:#}"));
        }
        run_apt(&[&["install", "-y", "-qq", "--no-install-recommends"], packages].concat()).map(drop)
    })
}

fn version_of(program: &str) -> Result<String, String> {
    let output = command::read(command::command(program, "").arg("--version")).map_err(|_| "not found".to_owned())?;
    Ok(output.lines().next().unwrap_or_default().to_owned())
}
