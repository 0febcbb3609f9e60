//! Checks that lock files work on every machine, without a local registry mirror.

use crate::workspace;
use anyhow::{Result, bail};
use std::fs;

const LOCK_FILES: [&str; 3] = ["Cargo.lock", "web/package-lock.json", "clients/typescript/package-lock.json"];

/// Fails if a lock file has a source other than the public registries.
pub(crate) fn check() -> Result<()> {
    for file in LOCK_FILES {
        if let Some(line) = foreign_source(&fs::read_to_string(workspace::path(file))?) {
            bail!("{file} has a non-public source: {line}");
        }
    }
    Ok(())
}

/// Returns the first line with a source other than the public registries or this repository.
fn foreign_source(lock_file: &str) -> Option<&str> {
    const PUBLIC: [&str; 2] = ["registry+https://github.com/rust-lang/crates.io-index", "https://registry.npmjs.org/"];
    lock_file.lines().map(str::trim).find(|line| {
        let value = line.strip_prefix("source = ").or_else(|| line.strip_prefix("\"resolved\": "));
        value.is_some_and(|value| value.contains("://") && !PUBLIC.iter().any(|public| value.contains(public)))
    })
}

#[cfg(test)]
mod tests {
    use super::foreign_source;

    #[test]
    fn public_sources_and_local_paths_pass() {
        let cargo = "source = \"registry+https://github.com/rust-lang/crates.io-index\"";
        let npm = "\"resolved\": \"https://registry.npmjs.org/react/-/react-19.3.1.tgz\",\n\"resolved\": \"../pkg\",";
        assert_eq!(foreign_source(cargo), None);
        assert_eq!(foreign_source(npm), None);
    }

    #[test]
    fn a_mirror_is_found() {
        let cargo = "source = \"registry+http://mirror.example/index\"";
        let npm = "    \"resolved\": \"http://mirror.example/react-19.3.1.tgz\",";
        assert_eq!(foreign_source(cargo), Some(cargo));
        assert_eq!(foreign_source(npm), Some(npm.trim()));
    }
}
