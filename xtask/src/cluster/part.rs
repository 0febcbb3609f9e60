//! A process of a cluster, in a network namespace of its own. It can be killed and started again.

use super::{Network, wait_for};
use crate::command;
use crate::usage;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

/// How long a process may take to stop when it is asked to. Servers end open requests within 10 seconds.
const STOP_TIMEOUT: Duration = Duration::from_secs(40);

/// A part of a cluster.
pub(crate) struct Part {
    name: String,
    address: String,
    command: Vec<String>,
    environment: Vec<(&'static str, String)>,
    folder: PathBuf,
    process: Option<Child>,
}

impl Part {
    /// Adds a part, with a folder of its own that contains these files. It is not started yet.
    pub(super) fn add(
        network: &mut Network,
        parent: &Path,
        name: &str,
        address: &str,
        files: &[(&str, String)],
        command: &[&str],
    ) -> Result<Self> {
        network.add(name, address)?;
        let folder = parent.join(name);
        fs::create_dir_all(&folder)?;
        for (file, text) in files {
            fs::write(folder.join(file), text)?;
        }
        // PostgreSQL and pgbouncer refuse to run as root, and must reach their folders.
        command::read(Command::new("chown").args(["-R", "postgres:postgres"]).arg(&folder))?;
        let command = command.iter().map(|word| (*word).to_owned()).collect();
        let (name, address) = (name.to_owned(), address.to_owned());
        Ok(Self { name, address, command, environment: vec![], folder, process: None })
    }

    /// Sets the environment variables of the process.
    pub(super) fn set_environment(&mut self, environment: Vec<(&'static str, String)>) {
        self.environment = environment;
    }

    /// Returns its name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Returns its address.
    pub(crate) fn address(&self) -> &str {
        &self.address
    }

    /// Starts the process.
    pub(crate) fn start(&mut self) -> Result<()> {
        let log = fs::OpenOptions::new().create(true).append(true).open(self.folder.join("log"))?;
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name]).args(&self.command).current_dir(&self.folder);
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default()).env("LC_ALL", "C.UTF-8");
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(log.try_clone()?).stderr(log);
        self.process = Some(command.spawn().with_context(|| format!("cannot start {}", self.name))?);
        Ok(())
    }

    /// Kills the process, and all others in its namespace, at once, as a power failure does.
    pub(crate) fn kill(&mut self) -> Result<()> {
        let processes = command::read(Command::new("ip").args(["netns", "pids", &self.name]))?;
        if !processes.is_empty() {
            // Some may have ended meanwhile.
            let _ = Command::new("kill").arg("-KILL").args(processes.split_whitespace()).stderr(Stdio::null()).status();
        }
        self.wait();
        Ok(())
    }

    /// Fails if the process has ended by itself.
    pub(crate) fn ensure_running(&mut self) -> Result<()> {
        let process = self.process.as_mut().with_context(|| format!("{} does not run", self.name))?;
        match process.try_wait()? {
            None => Ok(()),
            Some(status) => bail!("{} has ended by itself ({status})", self.name),
        }
    }

    /// Asks the process to stop, and waits until it has. Kills it if it does not.
    pub(crate) fn stop(&mut self) -> Result<()> {
        command::run(Command::new("kill").args(["-TERM", &self.running()?.id().to_string()]))?;
        let Self { name, process, .. } = self;
        let has_ended = || process.as_mut().is_none_or(|process| matches!(process.try_wait(), Ok(Some(_))));
        let ended = wait_for(&format!("{name} to stop"), STOP_TIMEOUT, has_ended);
        if ended.is_err() {
            self.kill()?;
        }
        self.wait();
        ended
    }

    fn wait(&mut self) {
        if let Some(mut process) = self.process.take() {
            let _ = process.wait();
        }
    }

    /// Returns the resident memory of the process in MB.
    pub(crate) fn memory(&self) -> Result<f64> {
        usage::memory(self.running()?)
    }

    /// Makes [`Self::peak_memory`] start with the present memory.
    pub(crate) fn reset_peak_memory(&self) -> Result<()> {
        usage::reset_peak_memory(self.running()?)
    }

    /// Returns the most resident memory that the process has had since its start or [`Self::reset_peak_memory`], in MB. 0 if it
    /// does not run.
    pub(crate) fn peak_memory(&self) -> Result<f64> {
        self.process.as_ref().map_or(Ok(0.0), usage::peak_memory)
    }

    /// Returns the number of open file descriptors of the process.
    pub(crate) fn descriptors(&self) -> Result<usize> {
        usage::descriptors(self.running()?)
    }

    fn running(&self) -> Result<&Child> {
        self.process.as_ref().with_context(|| format!("{} does not run", self.name))
    }

    /// Returns the end of the log.
    pub(crate) fn log(&self) -> String {
        let text = fs::read(self.folder.join("log")).unwrap_or_default();
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(30)..].join("\n")
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}
