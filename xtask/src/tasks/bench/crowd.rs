//! The load generator's crowd: people who run the core of the product and work on boards. See `xtask/load/src/crowd`.

use super::load_generator_path;
use crate::command;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// A running crowd. It ends when it is dropped.
pub(super) struct Crowd {
    process: Child,
    commands: ChildStdin,
    responses: BufReader<ChildStdout>,
}

/// The size of a crowd.
#[derive(Clone, Copy)]
pub(super) struct CrowdSize {
    pub(super) people: usize,
    pub(super) people_per_board: usize,
    /// Distinguishes the accounts of several crowds on one database.
    pub(super) seed: u64,
}

/// How long a crowd needed until everybody worked again.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recovery {
    /// Until all changes were confirmed over a working live connection, in milliseconds.
    pub(super) confirmed_ms: f64,
    /// Until everybody's board showed a new change of each of its members, in milliseconds.
    pub(super) shown_ms: f64,
    /// People for whom both happened before the crowd stopped waiting.
    pub(super) people: u64,
}

impl Recovery {
    fn parse(response: &Value) -> Result<Self> {
        Ok(Self {
            confirmed_ms: number(response, "confirmed_ms")?,
            shown_ms: number(response, "shown_ms")?,
            people: count(response, "confirmed")?.min(count(response, "shown")?),
        })
    }
}

/// What a crowd found when it compared all boards with what was done.
#[derive(Debug, Default)]
pub(super) struct Verified {
    /// Ops that the servers reported as applied.
    pub(super) applied: u64,
    /// Ops that a server reported as applied again, not as duplicates.
    pub(super) applied_twice: u64,
    /// Cards that are missing, or have another title, list or completion.
    pub(super) lost: u64,
    /// Cards that nobody has added.
    pub(super) unexpected: u64,
    /// Boards that not everybody sees as the database has them.
    pub(super) differing_boards: u64,
    /// Changes that a server refused.
    pub(super) refused: u64,
    /// Changes that the core of the product refused.
    pub(super) rejected: u64,
}

impl Crowd {
    /// Starts a crowd, and waits until everybody has their board open.
    pub(super) fn start(address: &str, size: CrowdSize) -> Result<Self> {
        let CrowdSize { people, people_per_board, seed } = size;
        let mut generator = command::command(load_generator_path(), "");
        generator.args(["crowd", address, &people.to_string(), &people_per_board.to_string(), &seed.to_string()]);
        let mut process = generator.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let commands = process.stdin.take().context("the crowd has no standard input")?;
        let responses = BufReader::new(process.stdout.take().context("the crowd has no standard output")?);
        let mut crowd = Self { process, commands, responses };
        crowd.response()?;
        Ok(crowd)
    }

    /// Makes everybody work, with so many changes and so many visits of somebody else per second in total.
    pub(super) fn work(&mut self, changes: f64, visits: f64) -> Result<()> {
        self.command(&format!("work {changes} {visits}")).map(drop)
    }

    /// Makes everybody change a card, or only the first people, and measures how long it takes until everything is confirmed and
    /// these people see these changes.
    pub(super) fn probe(&mut self, people: Option<usize>) -> Result<Recovery> {
        let command = people.map_or_else(|| "probe".to_owned(), |people| format!("probe {people}"));
        Recovery::parse(&self.command(&command)?)
    }

    /// Returns what happened since the last call.
    pub(super) fn counts(&mut self) -> Result<Value> {
        self.command("counts")
    }

    /// Compares all boards with what was done, and writes the confirmed ops to a file.
    pub(super) fn verify(&mut self, file: &Path) -> Result<Verified> {
        let response = self.command(&format!("verify {}", file.display()))?;
        let count = |name: &str| count(&response, name);
        if response["settled"] != true {
            bail!("not everything was confirmed: {response}");
        }
        Ok(Verified {
            applied: count("applied")?,
            applied_twice: count("applied_twice")?,
            lost: count("lost")?,
            unexpected: count("unexpected")?,
            differing_boards: count("differing_boards")?,
            refused: count("refused")?,
            rejected: count("rejected")?,
        })
    }

    fn command(&mut self, command: &str) -> Result<Value> {
        writeln!(self.commands, "{command}")?;
        self.response()
    }

    fn response(&mut self) -> Result<Value> {
        let mut line = String::new();
        if self.responses.read_line(&mut line)? == 0 {
            bail!("the crowd has ended ({})", self.process.wait()?);
        }
        Ok(serde_json::from_str(&line)?)
    }
}

/// Returns a number of a crowd's response.
///
/// # Errors
/// Fails without this number.
pub(super) fn number(response: &Value, name: &str) -> Result<f64> {
    response[name].as_f64().with_context(|| format!("no {name} in {response}"))
}

/// Returns a whole number of a crowd's response.
///
/// # Errors
/// Fails without this number.
pub(super) fn count(response: &Value, name: &str) -> Result<u64> {
    response[name].as_u64().with_context(|| format!("no {name} in {response}"))
}

impl Drop for Crowd {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
