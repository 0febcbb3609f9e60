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
    answers: BufReader<ChildStdout>,
}

/// How the crowd should be.
#[derive(Clone, Copy)]
pub(super) struct CrowdSize {
    pub(super) people: usize,
    pub(super) people_per_board: usize,
    /// Distinguishes the accounts of several crowds on one database.
    pub(super) seed: u64,
}

/// What a crowd found when it compared all boards with what was done.
#[derive(Debug, Default)]
pub(super) struct Verified {
    /// Ops that the servers have confirmed.
    pub(super) applied: u64,
    /// Cards that are missing or have another title.
    pub(super) lost: u64,
    /// Cards that nobody has added.
    pub(super) unexpected: u64,
    /// Boards that not everybody sees as the database has them.
    pub(super) differing_boards: u64,
    /// Changes that were refused.
    pub(super) refused: u64,
}

impl Crowd {
    /// Starts a crowd, and waits until everybody has their board open.
    pub(super) fn start(address: &str, size: CrowdSize) -> Result<Self> {
        let CrowdSize { people, people_per_board, seed } = size;
        let mut generator = command::command(load_generator_path(), "");
        generator.args(["crowd", address, &people.to_string(), &people_per_board.to_string(), &seed.to_string()]);
        let mut process = generator.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let commands = process.stdin.take().context("the crowd has no standard input")?;
        let answers = BufReader::new(process.stdout.take().context("the crowd has no standard output")?);
        let mut crowd = Self { process, commands, answers };
        crowd.answer()?;
        Ok(crowd)
    }

    /// Makes everybody work, with so many changes per second in total.
    pub(super) fn work(&mut self, per_second: f64) -> Result<()> {
        self.ask(&format!("work {per_second}")).map(drop)
    }

    /// Returns how long it takes everybody until all that they did, and one more change, is confirmed over a working
    /// connection: the longest time, in milliseconds.
    pub(super) fn probe(&mut self, people: usize) -> Result<f64> {
        let answer = self.ask("probe")?;
        if answer["settled"] != people {
            bail!("not everybody recovered: {answer}");
        }
        answer["max_ms"].as_f64().context("the crowd has not measured the time")
    }

    /// Returns what happened since the last call.
    pub(super) fn counts(&mut self) -> Result<Value> {
        self.ask("counts")
    }

    /// Compares all boards with what was done, and writes the ids of the confirmed ops to a file.
    pub(super) fn verify(&mut self, file: &Path) -> Result<Verified> {
        let answer = self.ask(&format!("verify {}", file.display()))?;
        let number = |name: &str| answer[name].as_u64().with_context(|| format!("no {name} in {answer}"));
        if answer["settled"] != true {
            bail!("not everything was confirmed: {answer}");
        }
        Ok(Verified {
            applied: number("applied")?,
            lost: number("lost")?,
            unexpected: number("unexpected")?,
            differing_boards: number("differing_boards")?,
            refused: number("refused")?,
        })
    }

    fn ask(&mut self, command: &str) -> Result<Value> {
        writeln!(self.commands, "{command}")?;
        self.answer()
    }

    fn answer(&mut self) -> Result<Value> {
        let mut line = String::new();
        if self.answers.read_line(&mut line)? == 0 {
            bail!("the crowd has ended ({})", self.process.wait()?);
        }
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
