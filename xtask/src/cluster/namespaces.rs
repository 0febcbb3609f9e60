//! Linux namespaces, in which the program runs again: with a network, mounts and processes of its own.

use crate::command;
use anyhow::{Result, bail};
use std::process::Command;

/// Set for the program inside the namespaces.
const MARK: &str = "TWENTYFOUR_IN_NAMESPACES";

/// Returns whether the program runs in namespaces of its own.
pub(crate) fn is_inside() -> bool {
    std::env::var_os(MARK).is_some()
}

/// Runs this program with arguments in new namespaces, until it ends. All processes in them end with it.
pub(crate) fn run_inside(arguments: &[&str]) -> Result<()> {
    if !cfg!(target_os = "linux") || command::read(Command::new("id").arg("-u"))? != "0" {
        bail!("this needs root on Linux: the parts get networks of their own");
    }
    let mut unshare = Command::new("unshare");
    unshare.args(["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]);
    // The first process must wait for those whose parents have ended, which a shell does: Patroni starts PostgreSQL again
    // only after that.
    unshare.args(["sh", "-c", "\"$@\"; exit $?", "sh"]);
    unshare.arg(std::env::current_exe()?).args(arguments).env(MARK, "1");
    command::run(&mut unshare)
}
