//! What three servers on one PostgreSQL do, compared with one of them.

use super::balancer::Balancer;
use super::server::{CONNECTIONS, SECONDS_PER_MEASUREMENT, drive, members, ops, run_load_generator};
use super::sockets::IdleSockets;
use super::table::{self, Table, Target, number as format_number};
use crate::api_client::ApiClient;
use crate::prerequisites;
use crate::server::{Server, sign_up};
use crate::tasks::test::Postgres;
use crate::temp_dir::TempDir;
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::time::Duration;

const SERVERS: usize = 3;

/// The number of boards for measurements with several boards.
const BOARDS: u32 = 300;

const CARDS: u32 = 50;

/// How often one and three servers are measured in turn: the speed of a machine changes from second to second.
const ROUNDS: usize = 3;

/// The sockets over which a change of one account is delivered.
const SOCKETS: u32 = 1_000;

const CHANGES: &str = "40";

/// The idle sockets whose memory is measured, and the accounts that they belong to: an account has at most 2,000 on a server.
const IDLE_SOCKETS: u32 = 9_000;
const IDLE_ACCOUNTS: u32 = 5;

/// How long the servers may need until nothing of an earlier load is running.
const SETTLE_TIME: Duration = Duration::from_secs(3);

/// What one server or several do.
#[derive(Clone, Copy, Default)]
struct Measured {
    /// The most ops per second.
    per_second: f64,
    /// The rate at which the rest is measured, in ops per second.
    rate: f64,
    /// The 99th percentile of the response times, in milliseconds.
    p99: f64,
    /// The CPU time of all servers per op, in microseconds.
    servers_cpu: f64,
    /// The CPU time of PostgreSQL per op, in microseconds.
    postgres_cpu: f64,
    /// The memory of all servers after that, in MB.
    memory: f64,
    /// The connections to the database.
    connections: f64,
}

/// Adds all results.
pub(super) fn measure(table: &mut Table) -> Result<()> {
    let programs =
        prerequisites::postgres_programs().context("PostgreSQL is missing. Install it: apt-get install postgresql")?;
    prerequisites::ensure_commands(&["haproxy"])?;
    let folder = TempDir::create("scale")?;
    let deployment = Deployment { postgres: Postgres::start_durable(&programs)?, folder: folder.0.clone() };
    let first = deployment.start(0)?;
    let mut api = first.api();
    api.token = sign_up(&api, "ada@example.com")?;
    for board in 0..BOARDS {
        ops::create_board(&api, board, CARDS)?;
    }
    let mut servers = vec![first];
    for boards in [1, BOARDS] {
        measure_ops(table, &deployment, &mut servers, &api, boards)?;
    }
    deployment.start_all(&mut servers)?;
    measure_delivery(table, &servers, &api)?;
    measure_members(table, &servers, &api)?;
    measure_sockets(table, &servers)
}

/// The database of the servers, and the folder with their data.
struct Deployment {
    postgres: Postgres,
    folder: PathBuf,
}

impl Deployment {
    fn start(&self, number: usize) -> Result<Server> {
        Ok(Server::start_on(&self.folder.join(format!("server{number}")), Some(&self.postgres.url))?.0)
    }

    /// Starts the servers that are missing.
    fn start_all(&self, servers: &mut Vec<Server>) -> Result<()> {
        while servers.len() < SERVERS {
            servers.push(self.start(servers.len())?);
        }
        Ok(())
    }

    /// Measures the running servers with ops: as many as possible, and then at the rate, or at half of those.
    fn measure(&self, servers: &[Server], request: &str, boards: u32, rate: Option<f64>) -> Result<Measured> {
        let balancer = Balancer::start(&self.folder, "balancer", servers)?;
        // Until nothing of the start or of an earlier load is running.
        std::thread::sleep(SETTLE_TIME);
        let full = drive(balancer.address, CONNECTIONS, request, "\"applied\"", boards, None)?;
        let rate = rate.unwrap_or(full.per_second / 2.0);
        let before = (cpu_seconds(servers)?, self.postgres.cpu_seconds()?);
        let paced = drive(balancer.address, CONNECTIONS, request, "\"applied\"", boards, Some(rate))?;
        // The requests of the warm-up, which takes a second, are not counted.
        let ops = paced.per_second * f64::from(SECONDS_PER_MEASUREMENT + 1);
        let per_op = |seconds: f64| seconds / ops * 1_000_000.0;
        Ok(Measured {
            per_second: full.per_second,
            rate,
            p99: paced.p99,
            servers_cpu: per_op(cpu_seconds(servers)? - before.0),
            postgres_cpu: per_op(self.postgres.cpu_seconds()? - before.1),
            memory: memory(servers)?,
            connections: connections(&self.postgres)?,
        })
    }
}

/// Compares ops on one server with ops on three, at the same rate. While one is measured, the others do not run.
fn measure_ops(
    table: &mut Table,
    deployment: &Deployment,
    servers: &mut Vec<Server>,
    api: &ApiClient,
    boards: u32,
) -> Result<()> {
    let request = ops::request(api, "{board}", 1);
    let (mut by_one, mut by_three) = ([Measured::default(); ROUNDS], [Measured::default(); ROUNDS]);
    for round in 0..ROUNDS {
        deployment.start_all(servers)?;
        by_three[round] = deployment.measure(servers, &request, boards, None)?;
        servers.truncate(1);
        by_one[round] = deployment.measure(servers, &request, boards, Some(by_three[round].rate))?;
    }
    let on =
        if boards == 1 { "one hot board".to_owned() } else { format!("{} boards", format_number(f64::from(boards))) };
    let rate = format!("{} a second", format_number(median(&by_three, |measured| measured.rate).round()));
    for (by, results) in [("one server", &by_one), ("three servers", &by_three)] {
        let mut add = |what: String, unit, value| table.add(what, median(results, value), unit, Target::None);
        add(format!("Ops on {on}, {by}"), "a second", |measured| measured.per_second);
        add(format!("99th percentile of the response times at {rate}, {on}, {by}"), "ms", |measured| measured.p99);
        add(format!("CPU time of the servers for an op at {rate}, {on}, {by}"), "µs", |measured| measured.servers_cpu);
        add(format!("CPU time of PostgreSQL for an op at {rate}, {on}, {by}"), "µs", |measured| measured.postgres_cpu);
        add(format!("Memory of the servers after that, {on}, {by}"), "MB", |measured| measured.memory);
        add(format!("Connections to the database, {on}, {by}"), "", |measured| measured.connections);
    }
    let cpu = |results| median(results, |measured: &Measured| measured.servers_cpu);
    let what = format!("CPU time of the servers for an op at {rate}, {on}, three servers compared with one");
    table.add(what, cpu(&by_three) / cpu(&by_one), "times", Target::AtMost(1.3));
    Ok(())
}

fn median(results: &[Measured; ROUNDS], value: fn(&Measured) -> f64) -> f64 {
    table::median(results.iter().map(value).collect())
}

/// Measures how soon sockets on other servers receive a change.
fn measure_delivery(table: &mut Table, servers: &[Server], api: &ApiClient) -> Result<()> {
    let request = ops::request(api, &ops::board_id(0), 1);
    let others = addresses(&servers[1..]);
    let numbers = run_load_generator(
        &["fan-out", &servers[0].address.to_string(), &others, &SOCKETS.to_string(), CHANGES, &api.token],
        &request,
    )?;
    let [p50, p99, _] = numbers[..] else { bail!("the load generator failed: {numbers:?}") };
    let what = format!("Delivery of a change to {} sockets on other servers", format_number(f64::from(SOCKETS)));
    table.add(format!("{what}, 50th percentile"), p50, "ms", Target::None);
    table.add(format!("{what}, 99th percentile"), p99, "ms", Target::AtMost(200.0));
    Ok(())
}

/// Measures how soon the members of a board on all servers receive an op.
fn measure_members(table: &mut Table, servers: &[Server], api: &ApiClient) -> Result<()> {
    let tokens = members::create_shared_board(&servers[0], api)?;
    let request = ops::request(api, &ops::board_id(members::SHARED_BOARD), 1);
    let count = tokens.len().to_string();
    let numbers = run_load_generator(
        &["fan-out", &servers[0].address.to_string(), &addresses(servers), &count, CHANGES, &tokens.join(",")],
        &request,
    )?;
    let [p50, p99, _] = numbers[..] else { bail!("the load generator failed: {numbers:?}") };
    let what = format!("Announcement of an op to the {count} members of a board on three servers");
    table.add(format!("{what}, 50th percentile"), p50, "ms", Target::None);
    table.add(format!("{what}, 99th percentile"), p99, "ms", Target::AtMost(100.0));
    Ok(())
}

/// Measures the memory of the servers with many idle sockets.
fn measure_sockets(table: &mut Table, servers: &[Server]) -> Result<()> {
    let tokens = (0..IDLE_ACCOUNTS)
        .map(|number| sign_up(&servers[0].api(), &format!("idle{number}@example.com")))
        .collect::<Result<Vec<String>>>()?;
    let sockets = IdleSockets::open(&addresses(servers), IDLE_SOCKETS, &tokens)?;
    std::thread::sleep(SETTLE_TIME);
    let what = format!("Memory of three servers with {} sockets", format_number(f64::from(IDLE_SOCKETS)));
    table.add(what, memory(servers)?, "MB", Target::AtMost(400.0));
    drop(sockets);
    Ok(())
}

fn addresses(servers: &[Server]) -> String {
    servers.iter().map(|server| server.address.to_string()).collect::<Vec<_>>().join(",")
}

fn memory(servers: &[Server]) -> Result<f64> {
    servers.iter().map(Server::memory).sum()
}

fn cpu_seconds(servers: &[Server]) -> Result<f64> {
    servers.iter().map(Server::cpu_seconds).sum()
}

fn connections(postgres: &Postgres) -> Result<f64> {
    let count =
        "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()";
    Ok(postgres.query(count)?.parse()?)
}
