//! `dev`: runs the server and vite, and rebuilds when sources change.

use super::pkg;
use crate::command::{self, cargo};
use crate::prerequisites;
use crate::step::{print_progress, step};
use crate::workspace;
use anyhow::{Context, Result, bail};
use notify::{RecursiveMode, Watcher};
use std::path::Path;
use std::process::Child;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

/// Editors write a file in several steps, and a rebuild in between would fail.
const DEBOUNCE: Duration = Duration::from_millis(200);
/// How often to check whether vite still runs.
const POLL_INTERVAL: Duration = Duration::from_secs(1);

/// Serves until Ctrl-C, which the terminal sends to the server and vite as well.
pub(crate) fn run() -> Result<()> {
    prerequisites::ensure_build_tools()?;
    pkg::build_package(pkg::Variant::Development)?;
    let mut server = DevServer { process: None };
    server.restart()?;

    let address = std::env::var("LISTEN_ADDR").unwrap_or_else(|_| "127.0.0.1:8080".to_owned());
    let mut vite = command::web_tool("vite", &[]);
    vite.env("API_PROXY", format!("http://{address}"));
    let mut vite = KillOnDrop(vite.spawn().context("cannot start vite")?);

    let (sender, changes) = mpsc::channel();
    let mut watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
        if let Ok(event) = event
            && (event.kind.is_create() || event.kind.is_modify() || event.kind.is_remove())
        {
            event.paths.into_iter().for_each(|path| drop(sender.send(path)));
        }
    })?;
    for folder in ["core-wasm", "finder", "formats", "server"] {
        watcher.watch(&workspace::path(folder), RecursiveMode::Recursive)?;
    }
    print_progress("Watching core-wasm, finder, formats and server; vite watches the web itself");
    loop {
        if let Some(status) = vite.0.try_wait()? {
            bail!("vite exited ({status})");
        }
        let Some(changed) = next_changes(&changes)? else { continue };
        // Compile errors are printed, and the previous build keeps running.
        let modules = ["core-wasm", "finder", "formats"].map(workspace::path);
        let core_changed = changed.iter().any(|path| modules.iter().any(|module| path.starts_with(module)));
        if core_changed && let Err(error) = pkg::build_package(pkg::Variant::Development) {
            print_progress(&format!("Core build failed, keeping the previous one: {error:#}"));
        }
        if let Err(error) = server.restart() {
            print_progress(&format!("Server build failed, keeping the previous one: {error:#}"));
        }
    }
}

/// Waits for a burst of changes and returns its source files, or `None` if there are none or the wait times out.
fn next_changes(changes: &Receiver<std::path::PathBuf>) -> Result<Option<Vec<std::path::PathBuf>>> {
    let mut changed = match changes.recv_timeout(POLL_INTERVAL) {
        Ok(path) => vec![path],
        Err(RecvTimeoutError::Timeout) => return Ok(None),
        Err(RecvTimeoutError::Disconnected) => bail!("watching the sources failed"),
    };
    while let Ok(path) = changes.recv_timeout(DEBOUNCE) {
        changed.push(path);
    }
    changed.retain(|path| is_source(path));
    Ok((!changed.is_empty()).then_some(changed))
}

fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["rs", "toml", "sql", "json"].iter().any(|source| extension == *source))
}

/// A process that is killed when dropped.
struct KillOnDrop(Child);

impl Drop for KillOnDrop {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The server, built for development.
struct DevServer {
    process: Option<KillOnDrop>,
}

impl DevServer {
    /// Builds the server and, if that succeeds, replaces the running one.
    fn restart(&mut self) -> Result<()> {
        step("Building the server", || command::run(&mut cargo(&["build", "-p", "twentyfour"])))?;
        self.process = None;
        let process = command::command(workspace::debug_binary(), "").spawn().context("cannot start the server")?;
        self.process = Some(KillOnDrop(process));
        Ok(())
    }
}
