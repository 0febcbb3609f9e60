//! The server's start time, memory and throughput over HTTP, on both databases.

mod live;
pub(super) mod members;
mod open_board;
pub(super) mod ops;

use super::load_generator_path;
use super::table::{Table, Target};
use crate::command;
use crate::prerequisites;
use crate::server::{Server, sign_up};
use crate::tasks::test::Postgres;
use crate::temp_dir::TempDir;
use anyhow::{Context, Result, bail};
use std::io::{BufRead, BufReader, Write};
use std::net::SocketAddr;
use std::process::Stdio;
use std::time::Duration;

pub(super) const CONNECTIONS: &str = "32";
/// The duration of each load measurement in seconds.
pub(super) const SECONDS_PER_MEASUREMENT: u32 = 5;
/// How often the server is started to measure its start time.
const STARTS: usize = 5;
/// After this time, nothing from the start is still running.
const SETTLE_TIME: Duration = Duration::from_secs(3);
/// The number of sign-ups. Each hashes a password, which takes 19 MiB for a moment.
const SIGN_UPS: u32 = 10;

/// Adds all results about the server.
pub(crate) fn measure(table: &mut Table) -> Result<()> {
    let folder = TempDir::create("bench-data")?;
    let hello = measure_hello_world()?;
    let (server, first) = Server::start(&folder.0)?;
    table.add("Ready after the first start", first, "ms", Target::AtMost(200.0));
    drop(server);
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        let (_server, elapsed) = Server::start(&folder.0)?;
        starts.push(elapsed);
    }
    let slowest = starts.into_iter().fold(0.0, f64::max);
    table.add(format!("Ready after later starts, the slowest of {STARTS}"), slowest, "ms", Target::AtMost(200.0));

    let (server, _) = Server::start(&folder.0)?;
    std::thread::sleep(SETTLE_TIME);
    table.add("Memory when idle", server.memory()?, "MB", Target::AtMost(30.0));

    for number in 0..SIGN_UPS {
        sign_up(&server.api(), &format!("person{number}@example.com"))?;
    }
    std::thread::sleep(SETTLE_TIME);
    let label = format!("Memory after {SIGN_UPS} sign-ups");
    table.add(label, server.memory()?, "MB", Target::AtMost(30.0));

    let mut api = server.api();
    api.token = sign_up(&api, "ada@example.com")?;
    let catch_ups_per_second = ops::changes_since(&server, &api)?;
    let what = format!("`changes since` with one changed card, {CONNECTIONS} connections, SQLite");
    table.add(what, catch_ups_per_second, "a second", Target::AtLeast(hello / 5.0));
    open_board::measure(table, &server, &api, hello)?;
    ops::measure(table, "SQLite with `synchronous=FULL`", &server, &api, hello / 10.0)?;
    live::measure(table, "SQLite", &server, &api)?;
    members::measure(table, "SQLite", &server, &api)?;
    table.add("Memory after all load on SQLite", server.memory()?, "MB", Target::None);
    drop(server);

    match prerequisites::postgres_programs() {
        None => table.note("Nothing was measured on PostgreSQL: its programs are not installed."),
        Some(programs) => {
            let postgres = Postgres::start_durable(&programs)?;
            let (server, _) = Server::start_on(&folder.0, Some(&postgres.url))?;
            let mut api = server.api();
            api.token = sign_up(&api, "ada@example.com")?;
            ops::measure(table, "PostgreSQL with `fsync=on`", &server, &api, hello / 20.0)?;
            live::measure(table, "PostgreSQL", &server, &api)?;
            members::measure(table, "PostgreSQL", &server, &api)?;
        }
    }
    table.add("Hello world in the same run, to compare with", hello, "a second", Target::None);
    Ok(())
}

/// Returns a UUID made from a kind and a number.
fn id(kind: u32, number: u32) -> String {
    format!("0190000{kind}-0000-7000-8000-{number:012x}")
}

/// Runs the load generator with a request and returns the numbers that it prints.
pub(super) fn run_load_generator(arguments: &[&str], request: &str) -> Result<Vec<f64>> {
    let mut generator = command::command(load_generator_path(), "");
    let mut generator = generator.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    generator.stdin.take().context("the load generator has no standard input")?.write_all(request.as_bytes())?;
    let output = generator.wait_with_output()?;
    let printed = String::from_utf8(output.stdout)?;
    Ok(printed.split_whitespace().map(str::parse).collect::<Result<_, _>>()?)
}

/// Returns the requests per second, as many as possible. The requests alternate between `boards` boards, if they contain the
/// placeholder.
fn run_load(address: SocketAddr, connections: &str, request: &str, expected: &str, boards: u32) -> Result<f64> {
    Ok(drive(address, connections, request, expected, boards, None)?.per_second)
}

/// Returns the 99th percentile of the response times in milliseconds, at a number of requests per second.
fn paced_p99(address: SocketAddr, request: &str, expected: &str, boards: u32, rate: f64) -> Result<f64> {
    Ok(drive(address, CONNECTIONS, request, expected, boards, Some(rate))?.p99)
}

/// The result of the load generator.
pub(super) struct LoadResult {
    pub(super) per_second: f64,
    /// In milliseconds.
    pub(super) p99: f64,
}

/// Runs the load generator. A single unexpected response makes the result worthless, so it is an error.
pub(super) fn drive(
    address: SocketAddr,
    connections: &str,
    request: &str,
    expected: &str,
    boards: u32,
    rate: Option<f64>,
) -> Result<LoadResult> {
    let seconds = SECONDS_PER_MEASUREMENT.to_string();
    let (address, boards, rate) = (address.to_string(), boards.to_string(), rate.map(|rate| rate.to_string()));
    let mut arguments = vec!["drive", &address, connections, &seconds, expected, &boards];
    arguments.extend(rate.as_deref());
    let numbers = run_load_generator(&arguments, request)?;
    let [requests, failures, seconds, p99] = numbers[..] else { bail!("the load generator failed: {numbers:?}") };
    if failures > 0.0 || requests == 0.0 {
        bail!("{failures} of {requests} requests failed under load");
    }
    Ok(LoadResult { per_second: requests / seconds, p99 })
}

fn measure_hello_world() -> Result<f64> {
    let mut server = command::command(load_generator_path(), "").arg("hello").stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(server.stdout.take().context("hello has no standard output")?).read_line(&mut line)?;
    let result =
        line.trim().parse().map_err(Into::into).and_then(|address| {
            run_load(address, CONNECTIONS, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "hello", 1)
        });
    server.kill()?;
    server.wait()?;
    result
}
