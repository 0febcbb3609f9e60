//! What three servers on one PostgreSQL do, compared with one of them.

use super::load_generator_path;
use super::server::{CONNECTIONS, SECONDS_PER_MEASUREMENT, drive, members, ops, run_load_generator};
use super::table::{Table, Target, number as format_number};
use crate::api_client::ApiClient;
use crate::command;
use crate::prerequisites;
use crate::server::{Server, sign_up};
use crate::tasks::test::Postgres;
use crate::temp_dir::TempDir;
use anyhow::{Context, Result, bail};
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

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

/// What was measured of some servers.
#[derive(Clone, Copy, Default)]
struct Throughput {
    per_second: f64,
    /// In milliseconds, at half that rate.
    p99: f64,
    /// The CPU time of the servers per op, in milliseconds.
    cpu: f64,
}

/// Adds all results.
pub(super) fn measure(table: &mut Table) -> Result<()> {
    let programs =
        prerequisites::postgres_programs().context("PostgreSQL is missing. Install it: apt-get install postgresql")?;
    prerequisites::ensure_commands(&["haproxy"])?;
    let folder = TempDir::create("scale")?;
    let postgres = Postgres::start_durable(&programs)?;
    let start = |number: usize| Ok(Server::start_on(&folder.0.join(format!("server{number}")), Some(&postgres.url))?.0);
    let servers = (0..SERVERS).map(start).collect::<Result<Vec<Server>>>()?;
    let one = Balancer::start(&folder.0, "one", &servers[..1])?;
    let all = Balancer::start(&folder.0, "all", &servers)?;
    let mut api = servers[0].api();
    api.token = sign_up(&api, "ada@example.com")?;
    std::thread::sleep(SETTLE_TIME);
    table.add("Memory of three servers when idle", memory(&servers)?, "MB", Target::None);

    for board in 0..BOARDS {
        ops::create_board(&api, board, CARDS)?;
    }
    for boards in [1, BOARDS] {
        measure_ops(table, &servers, [&one, &all], &api, boards)?;
    }
    table.add("Connections of three servers to the database", connections(&postgres)?, "", Target::None);
    measure_delivery(table, &servers, &api)?;
    measure_members(table, &servers, &api)?;
    measure_sockets(table, &servers)
}

/// Compares the throughput of ops through one and through three servers.
fn measure_ops(
    table: &mut Table,
    servers: &[Server],
    balancers: [&Balancer; 2],
    api: &ApiClient,
    boards: u32,
) -> Result<()> {
    let request = ops::request(api, "{board}", 1);
    let seconds = f64::from(SECONDS_PER_MEASUREMENT);
    let mut rounds = [[Throughput::default(); ROUNDS]; 2];
    for round in 0..ROUNDS {
        for (balancer, results) in balancers.iter().zip(&mut rounds) {
            let before = cpu_seconds(servers)?;
            let full = drive(balancer.address, CONNECTIONS, &request, "\"applied\"", boards, None)?;
            // The warm-up of one second is not counted as requests.
            let used = (cpu_seconds(servers)? - before) * seconds / (seconds + 1.0);
            let rate = full.per_second / 2.0;
            let paced = drive(balancer.address, CONNECTIONS, &request, "\"applied\"", boards, Some(rate))?;
            let cpu = used * 1_000.0 / (full.per_second * seconds);
            results[round] = Throughput { per_second: full.per_second, p99: paced.p99, cpu };
        }
    }
    let median = |results: &[Throughput; ROUNDS], value: fn(&Throughput) -> f64| {
        let mut values = results.map(|result| value(&result));
        values.sort_by(f64::total_cmp);
        values[ROUNDS / 2]
    };
    let on =
        if boards == 1 { "one hot board".to_owned() } else { format!("{} boards", format_number(f64::from(boards))) };
    for (count, results) in [1, SERVERS].into_iter().zip(&rounds) {
        let by = if count == 1 { "one server".to_owned() } else { format!("{count} servers") };
        table.add(
            format!("Op batches of 1 on {on}, {by}"),
            median(results, |one| one.per_second),
            "a second",
            Target::None,
        );
        let what = format!("99th percentile of the response times at half that load, {on}, {by}");
        table.add(what, median(results, |one| one.p99), "ms", Target::None);
        table.add(
            format!("CPU time of the servers for an op on {on}, {by}"),
            median(results, |one| one.cpu),
            "ms",
            Target::None,
        );
    }
    let ratio = median(&rounds[1], |all| all.cpu) / median(&rounds[0], |one| one.cpu);
    let what = format!("CPU time for an op on {on}, three servers compared with one");
    table.add(what, ratio, "times", Target::AtMost(1.3));
    Ok(())
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
    let mut generator = command::command(load_generator_path(), "");
    generator.args(["hold", &addresses(servers), &IDLE_SOCKETS.to_string(), &tokens.join(",")]);
    let mut generator = generator.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(generator.stdout.take().context("hold has no standard output")?).read_line(&mut line)?;
    std::thread::sleep(SETTLE_TIME);
    let used = memory(servers);
    // The end of its input ends it.
    drop(generator.stdin.take());
    generator.wait()?;
    if line.trim() != IDLE_SOCKETS.to_string() {
        bail!("not all sockets were opened: {line}");
    }
    let what = format!("Memory of three servers with {} sockets", format_number(f64::from(IDLE_SOCKETS)));
    table.add(what, used?, "MB", Target::AtMost(400.0));
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

/// A load balancer before some servers.
struct Balancer {
    process: Child,
    address: SocketAddr,
}

impl Balancer {
    fn start(folder: &Path, name: &str, servers: &[Server]) -> Result<Self> {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let lines: String = (1..)
            .zip(servers)
            .map(|(number, server)| format!("    server server{number} {}\n", server.address))
            .collect();
        let settings = format!(
            "global\n    maxconn 2000\ndefaults\n    mode http\n    timeout connect 1s\n    timeout client 75s\n    timeout server \
             30s\nlisten www\n    bind {address}\n    balance roundrobin\n{lines}"
        );
        let file = folder.join(format!("{name}.cfg"));
        fs::write(&file, settings)?;
        let mut haproxy = Command::new("haproxy");
        let process = haproxy.arg("-q").arg("-db").arg("-f").arg(file).stdin(Stdio::null()).spawn()?;
        let balancer = Self { process, address };
        let started = Instant::now();
        while TcpStream::connect(address).is_err() {
            if started.elapsed() > Duration::from_secs(10) {
                bail!("haproxy was not ready within 10 s");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        Ok(balancer)
    }
}

impl Drop for Balancer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
