//! Idle sockets, which a process of the load generator holds.

use super::load_generator_path;
use crate::command;
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

/// Idle sockets. They are closed when this is dropped.
pub(super) struct IdleSockets(Child);

impl IdleSockets {
    /// Opens sockets to servers in turn, with the tokens in turn. `addresses` are separated by commas.
    ///
    /// # Errors
    /// Returns an error if not all were opened.
    pub(super) fn open(addresses: &str, count: u32, tokens: &[String]) -> Result<Self> {
        let mut generator = command::command(load_generator_path(), "");
        generator.args(["hold", addresses, &count.to_string(), &tokens.join(",")]);
        let mut sockets = Self(generator.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?);
        let mut line = String::new();
        BufReader::new(sockets.0.stdout.take().context("hold has no standard output")?).read_line(&mut line)?;
        if line.trim() != count.to_string() {
            bail!("of {count} sockets, only these were opened: {line}");
        }
        Ok(sockets)
    }
}

impl Drop for IdleSockets {
    fn drop(&mut self) {
        // The end of its input ends the load generator.
        drop(self.0.stdin.take());
        let _ = self.0.wait();
    }
}
