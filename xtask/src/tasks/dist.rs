//! `dist`: what is shipped, in `target/dist`: an archive with the static binary for Linux and its checksum, and the folder from
//! which a container image is built.

use super::{build, pkg};
use crate::command;
use crate::prerequisites;
use crate::step::{print_progress, step};
use crate::workspace;
use anyhow::{Context, Result};
use std::fs;
use std::path::{Path, PathBuf};

/// The files in the archive besides the binary, from the root.
const FILES: [&str; 8] = [
    "deploy/twentyfour.service",
    "deploy/twentyfour.env",
    "deploy/Caddyfile",
    "deploy/grafana.json",
    "docs/operations.md",
    "docs/configuration.md",
    "CHANGELOG.md",
    "LICENSE",
];

/// The files of the folder for the image besides the binary, from the root.
const IMAGE_FILES: [&str; 3] = ["deploy/Containerfile", "deploy/compose.yaml", "deploy/Caddyfile"];

/// The certificates of public authorities, for requests to other services.
const CERTIFICATES: &str = "/etc/ssl/certs/ca-certificates.crt";

/// The build profile of the static binary. Cargo builds into `target/<profile>`, so this must not be `dist`: [`pack`] empties
/// `target/dist`.
const PROFILE: &str = "static";

/// Returns the folder of what is shipped.
pub(crate) fn folder() -> PathBuf {
    workspace::target().join("dist")
}

/// Builds everything.
pub(crate) fn run() -> Result<()> {
    prerequisites::ensure_build_tools()?;
    prerequisites::ensure_musl_compiler()?;
    pkg::build_package(pkg::Variant::Release)?;
    build::web()?;
    let target = format!("{}-unknown-linux-musl", std::env::consts::ARCH);
    step("Installing the toolchain's target for static binaries", || {
        command::run(command::command("rustup", "").args(["--quiet", "target", "add", &target]))
    })?;
    step("Building the static binary", || {
        let arguments = ["build", "--profile", PROFILE, "--target", &target, "-p", "twentyfour"];
        command::run(&mut command::cargo(&arguments))
    })?;
    let binary = workspace::target().join(&target).join(PROFILE).join("twentyfour");
    pack(&binary)
}

/// Makes the archive, its checksum, and the folder for the image.
fn pack(binary: &Path) -> Result<()> {
    let dist = folder();
    if dist.exists() {
        fs::remove_dir_all(&dist)?;
    }
    let name = format!("twentyfour-{}-{}-linux-musl", env!("CARGO_PKG_VERSION"), std::env::consts::ARCH);
    let content = workspace::target().join("dist-content").join(&name);
    fill(&content, binary, &FILES)?;
    fill(&dist.join("image"), binary, &IMAGE_FILES)?;
    // The image has no shell that could create them.
    for folder in ["image/data", "image/tmp"] {
        fs::create_dir_all(dist.join(folder))?;
    }
    fs::copy(CERTIFICATES, dist.join("image/ca-certificates.crt"))
        .with_context(|| format!("cannot copy {CERTIFICATES}: install ca-certificates"))?;
    let archive = format!("{name}.tar.gz");
    // The same content makes the same archive.
    let time = command::read(command::command("git", "").args(["log", "-1", "--format=%cI"]))?;
    let mut tar = command::command("tar", "");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", &format!("--mtime={time}")]);
    tar.arg("-C").arg(workspace::target().join("dist-content")).arg("-czf").arg(dist.join(&archive)).arg(&name);
    step("Packing the archive", || command::run(&mut tar))?;
    fs::remove_dir_all(workspace::target().join("dist-content"))?;
    let sums = command::read(std::process::Command::new("sha256sum").arg(&archive).current_dir(&dist))?;
    fs::write(dist.join("SHA256SUMS"), format!("{sums}\n"))?;
    let megabytes = |path: &Path| fs::metadata(path).map(|file| file.len() as f64 / 1e6);
    print_progress(&format!(
        "The archive is {} ({:.1} MB), the static binary has {:.1} MB",
        dist.join(&archive).display(),
        megabytes(&dist.join(&archive))?,
        megabytes(binary)?
    ));
    Ok(())
}

/// Copies the binary and other files into a new folder.
fn fill(folder: &Path, binary: &Path, files: &[&str]) -> Result<()> {
    fs::create_dir_all(folder)?;
    fs::copy(binary, folder.join("twentyfour")).with_context(|| format!("cannot copy {}", binary.display()))?;
    for file in files {
        let path = workspace::path(file);
        let name = path.file_name().context("a file has a name")?;
        fs::copy(&path, folder.join(name)).with_context(|| format!("cannot copy {file}"))?;
    }
    Ok(())
}
