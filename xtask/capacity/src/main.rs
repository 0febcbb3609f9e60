//! Writes the capacity plan: `capacity ROOT`, the root of the repository.

use anyhow::{Context, Result};
use std::fs;
use std::path::PathBuf;

fn main() -> Result<()> {
    let root = PathBuf::from(std::env::args().nth(1).context("usage: capacity ROOT")?);
    for output in capacity::report::outputs(&root)? {
        let path = root.join(&output.path);
        if fs::read_to_string(&path).ok().as_deref() != Some(&output.text) {
            fs::write(&path, &output.text).with_context(|| format!("cannot write {}", output.path))?;
            println!("wrote {}", output.path);
        }
    }
    Ok(())
}
