//! The figures that the capacity plan needs (`docs/scaling.md`), written into `docs/scaling/measured.json`: what each kind of
//! request costs the server and PostgreSQL, and what is stored.

use super::results_page;
use super::server::{CONNECTIONS, SECONDS_PER_MEASUREMENT, drive, ops, run_load_generator};
use super::sockets::IdleSockets;
use super::table::{Table, Target, number as format_number};
use crate::api_client::ApiClient;
use crate::prerequisites;
use crate::server::{Server, sign_up};
use crate::tasks::test::Postgres;
use crate::temp_dir::TempDir;
use crate::workspace;
use anyhow::{Context, Result, ensure};
use serde_json::{Map, Value, json};
use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

const FILE: &str = "docs/scaling/measured.json";

const BOARDS: u32 = 300;
const CARDS: u32 = 200;

/// The number of ops in a second of which another server receives the announcements.
const ANNOUNCED_RATE: f64 = 800.0;

const SIGN_UPS: u32 = 200;
const LOGINS: u32 = 40;
const RENEWALS: u32 = 400;

const SOCKETS: u32 = 6_000;
const SOCKET_ACCOUNTS: u32 = 4;

/// How long the idle sockets are held: two of the server's pings.
const HOLD_TIME: Duration = Duration::from_secs(60);

const FAN_OUT_SOCKETS: u32 = 1_000;
const FAN_OUT_CHANGES: [u32; 2] = [10, 110];

const FLUSHES: u32 = 300;

/// How long the servers may need until nothing of an earlier load is running, and until PostgreSQL has counted it.
const SETTLE_TIME: Duration = Duration::from_secs(3);

const PASSWORD: &str = "correct horse";

/// The figures, by name.
struct Figures<'a> {
    table: &'a mut Table,
    json: Map<String, Value>,
    origin: String,
}

impl Figures<'_> {
    /// Adds a figure under a name that the capacity plan reads, with how it was measured.
    fn add(&mut self, name: &str, value: f64, unit: &str, how: &str) {
        self.table.add(name, value, unit, Target::None);
        // Four significant digits, so that the plan does not seem more exact than its figures.
        let rounded: f64 = format!("{value:.3e}").parse().unwrap_or(value);
        self.json.insert(name.to_owned(), json!({"value": rounded, "unit": unit, "how": how, "origin": self.origin}));
    }

    fn add_cost(&mut self, name: &str, cost: Cost, how: &str) {
        self.add(&format!("{name}_server_cpu"), cost.server_us, "µs", how);
        self.add(&format!("{name}_database_cpu"), cost.database_us, "µs", how);
    }
}

/// The CPU time of one request, in microseconds.
#[derive(Clone, Copy)]
struct Cost {
    server_us: f64,
    database_us: f64,
}

/// A server on a PostgreSQL, with what both use when idle.
struct MeasuredServer<'a> {
    server: &'a Server,
    postgres: &'a Postgres,
    /// In CPU seconds per second.
    idle: (f64, f64),
}

impl MeasuredServer<'_> {
    fn cpu(&self) -> Result<(f64, f64)> {
        Ok((self.server.cpu_seconds()?, self.postgres.cpu_seconds()?))
    }

    /// Returns what each of the requests cost that `work` sends. It returns their number.
    fn cost(&self, work: impl FnOnce() -> Result<f64>) -> Result<Cost> {
        let (began, before) = (Instant::now(), self.cpu()?);
        let count = work()?;
        let (after, seconds) = (self.cpu()?, began.elapsed().as_secs_f64());
        let per_request =
            |before: f64, after: f64, idle: f64| ((after - before - idle * seconds) * 1_000_000.0 / count).max(0.0);
        Ok(Cost {
            server_us: per_request(before.0, after.0, self.idle.0),
            database_us: per_request(before.1, after.1, self.idle.1),
        })
    }

    /// Returns what a repeated request costs.
    fn drive_cost(&self, connections: &str, request: &str, expected: &str, rate: Option<f64>) -> Result<(Cost, f64)> {
        let mut per_second = 0.0;
        let cost = self.cost(|| {
            per_second = drive(self.server.address, connections, request, expected, BOARDS, rate)?.per_second;
            // The warm-up of one second is not counted as requests.
            Ok(per_second * f64::from(SECONDS_PER_MEASUREMENT + 1))
        })?;
        Ok((cost, per_second))
    }
}

/// Adds all results, and writes them into the file.
pub(super) fn measure(table: &mut Table) -> Result<()> {
    let programs =
        prerequisites::postgres_programs().context("PostgreSQL is missing. Install it: apt-get install postgresql")?;
    let folder = TempDir::create("capacity")?;
    let mut figures = Figures { table, json: Map::new(), origin: results_page::origin()? };
    measure_flush(&mut figures, &folder.0)?;
    let postgres = Postgres::start_durable(&programs)?;
    let server = Server::start_on(&folder.0.join("server1"), Some(&postgres.url))?.0;
    std::thread::sleep(SETTLE_TIME);
    figures.add("idle_memory", server.memory()?, "MB", "resident memory of a server after its start");
    let mut measured = MeasuredServer { server: &server, postgres: &postgres, idle: (0.0, 0.0) };
    let (began, before) = (Instant::now(), measured.cpu()?);
    std::thread::sleep(5 * SETTLE_TIME);
    let (after, seconds) = (measured.cpu()?, began.elapsed().as_secs_f64());
    measured.idle = ((after.0 - before.0) / seconds, (after.1 - before.1) / seconds);
    let how = "while nothing happens, on one server with its PostgreSQL";
    figures.add("idle_database_cpu", measured.idle.1 * 1e6, "µs/s", how);

    let mut api = server.api();
    api.token = sign_up(&api, "ada@example.com")?;
    measure_boards(&mut figures, &measured, &api)?;
    measure_ops(&mut figures, &measured, &api)?;
    measure_statements(&mut figures, &measured, &api)?;
    measure_accounts(&mut figures, &measured)?;
    measure_delivery(&mut figures, &measured, &api)?;
    // A new server, whose memory has not grown by an earlier load, and without the clean-up after it.
    postgres.query("ALTER SYSTEM SET autovacuum = off")?;
    postgres.query("SELECT pg_reload_conf()")?;
    postgres.query("VACUUM ANALYZE")?;
    postgres.query("CHECKPOINT")?;
    let second = Server::start_on(&folder.0.join("server2"), Some(&postgres.url))?.0;
    std::thread::sleep(SETTLE_TIME);
    measure_sockets(&mut figures, &MeasuredServer { server: &second, ..measured })?;
    measure_announcements(&mut figures, &measured, &second, &api)?;
    measure_sqlite(&mut figures, &folder.0.join("sqlite"))?;
    let text = serde_json::to_string_pretty(&json!({"figures": figures.json}))?;
    Ok(fs::write(workspace::path(FILE), text + "\n")?)
}

/// Measures how long a flush to the disk takes.
fn measure_flush(figures: &mut Figures, folder: &Path) -> Result<()> {
    let mut file = fs::File::create(folder.join("flush"))?;
    let mut times = Vec::new();
    for _ in 0..FLUSHES {
        file.write_all(&[7; 8 << 10])?;
        let began = Instant::now();
        file.sync_data()?;
        times.push(began.elapsed().as_secs_f64() * 1e6);
    }
    times.sort_by(f64::total_cmp);
    let how = format!("median of {FLUSHES} calls of fdatasync after 8 KiB each");
    figures.add("flush", times[times.len() / 2], "µs", &how);
    figures.add("flush_p99", times[times.len() * 99 / 100], "µs", "99th percentile of the same calls");
    Ok(())
}

/// Measures what boards take on the disk, and what opening them costs.
fn measure_boards(figures: &mut Figures, measured: &MeasuredServer, api: &ApiClient) -> Result<()> {
    let before = database_bytes(measured.postgres)?;
    for board in 0..BOARDS {
        ops::create_board(api, board, CARDS)?;
    }
    let ops_bytes: f64 = measured.postgres.query("SELECT pg_total_relation_size('ops')")?.parse()?;
    let bytes = (database_bytes(measured.postgres)? - before - ops_bytes) / f64::from(BOARDS);
    let how =
        format!("growth of a PostgreSQL by {BOARDS} boards of {CARDS} cards with short titles, without the table ops");
    figures.add("board_bytes", bytes, "bytes", &how);

    let request = |board: u32| {
        let request = api.request("GET", &format!("/api/boards/{}/", ops::slug(board)), None, "keep-alive");
        request.replacen("\r\n", "\r\nAccept-Encoding: gzip\r\n", 1)
    };
    let uncached = measured.cost(|| {
        for board in 0..BOARDS {
            let size = api.body_size(&request(board))?;
            ensure!(size > 1_000, "board {board} was not sent: its response has {size} bytes");
        }
        Ok(f64::from(BOARDS))
    })?;
    let how =
        format!("first request for each of {BOARDS} boards of {CARDS} cards, compressed, on a connection of its own");
    figures.add_cost("open_uncached", uncached, &how);
    let request = request(0);
    let (cached, _) = measured.drive_cost(CONNECTIONS, &request, "", None)?;
    figures.add_cost("open_cached", cached, "repeated requests for a board of 200 cards, compressed");
    figures.add("open_bytes", api.body_size(&request)? as f64, "bytes", "a board of 200 cards, compressed");
    let version = ops::create_board(api, BOARDS, CARDS)?;
    let board = ops::board_id(BOARDS);
    // All these ops change the same card.
    drive(measured.server.address, "1", &ops::request(api, &board, 1), "\"applied\"", 1, None)?;
    let path = format!("/api/boards/{board}/changes/?since={version}");
    let (changes, _) =
        measured.drive_cost(CONNECTIONS, &api.request("GET", &path, None, "keep-alive"), "\"version\"", None)?;
    figures.add_cost("changes", changes, "repeated requests for the changes of a board, one card of 200");
    Ok(())
}

/// Measures what an op costs: alone, and in the groups of a busy server.
fn measure_ops(figures: &mut Figures, measured: &MeasuredServer, api: &ApiClient) -> Result<()> {
    let request = ops::request(api, "{board}", 1);
    let how = format!("batches of 1 on {BOARDS} boards, one after another");
    let (alone, per_second) = measured.drive_cost("1", &request, "\"applied\"", None)?;
    figures.add_cost("op_alone", alone, &how);
    figures.add("op_alone_time", 1e6 / per_second, "µs", &format!("mean time of an op: {how}"));
    std::thread::sleep(SETTLE_TIME);

    let read = |sql: &str| -> Result<f64> { Ok(measured.postgres.query(sql)?.parse()?) };
    let size = "SELECT pg_total_relation_size('ops')";
    let size_before = read(size)?;
    let transaction = measured.postgres.query("SELECT pg_current_xact_id()")?;
    let (busy, per_second) = measured.drive_cost(CONNECTIONS, &request, "\"applied\"", None)?;
    let count = per_second * f64::from(SECONDS_PER_MEASUREMENT + 1);
    let grown = read(size)? - size_before;
    let how = format!("batches of 1 on {BOARDS} boards, as many as possible over {CONNECTIONS} connections");
    figures.add_cost("op_busy", busy, &how);
    figures.add("op_throughput", per_second, "a second", &how);
    // A row keeps the id of the transaction that has written it. Bodies are emptied by others.
    let group = read(&format!(
        "SELECT count(*) * 1.0 / count(DISTINCT xmin::text) FROM ops WHERE body <> '' AND xmin::text::bigint > {transaction}"
    ))?;
    figures.add("busy_group", group, "ops", &format!("mean number of ops in a transaction: {how}"));
    figures.add("op_bytes", grown / count, "bytes", &format!("growth of the table ops with its indexes: {how}"));
    let row =
        read("SELECT (pg_total_relation_size('ops') - pg_indexes_size('ops')) * 1.0 / (SELECT count(*) FROM ops)")?;
    figures.add("op_row_bytes", row, "bytes", "the table ops without its indexes, per row");
    let trimmed = "SELECT avg(pg_column_size(board_id) + pg_column_size(id) + pg_column_size(hash) + pg_column_size(user_id) \
                   + pg_column_size(card_id) + 16 + 28) FROM ops";
    let how = "the columns of an op that are kept forever (ids, hash, version, time) and the header of its row";
    figures.add("op_trimmed_row_bytes", read(trimmed)?, "bytes", how);
    Ok(())
}

/// Counts the statements of an op that is committed alone.
fn measure_statements(figures: &mut Figures, measured: &MeasuredServer, api: &ApiClient) -> Result<()> {
    let log = |which: &str| -> Result<()> {
        measured.postgres.query(&format!("ALTER SYSTEM SET log_statement = '{which}'"))?;
        measured.postgres.query("SELECT pg_reload_conf()")?;
        std::thread::sleep(SETTLE_TIME);
        Ok(())
    };
    log("all")?;
    let (began, before) = (Instant::now(), measured.postgres.logged_statements()?);
    std::thread::sleep(SETTLE_TIME);
    let idle = (measured.postgres.logged_statements()? - before) / began.elapsed().as_secs_f64();
    let (began, before) = (Instant::now(), measured.postgres.logged_statements()?);
    let request = ops::request(api, "{board}", 1);
    let per_second = drive(measured.server.address, "1", &request, "\"applied\"", BOARDS, None)?.per_second;
    let statements = measured.postgres.logged_statements()? - before - idle * began.elapsed().as_secs_f64();
    let count = per_second * f64::from(SECONDS_PER_MEASUREMENT + 1);
    let how = "statements in the log of PostgreSQL for an op that is committed alone, BEGIN and COMMIT included";
    figures.add("op_statements", statements / count, "statements", how);
    log("none")
}

/// Measures accounts, logins and renewals of tokens.
fn measure_accounts(figures: &mut Figures, measured: &MeasuredServer) -> Result<()> {
    let (api, before) = (measured.server.api(), database_bytes(measured.postgres)?);
    for number in 0..SIGN_UPS {
        sign_up(&api, &format!("person{number}@example.com"))?;
    }
    let bytes = (database_bytes(measured.postgres)? - before) / f64::from(SIGN_UPS);
    figures.add(
        "account_bytes",
        bytes,
        "bytes",
        &format!("growth of a PostgreSQL by {SIGN_UPS} accounts without boards"),
    );
    let mut refresh_token = Value::Null;
    let login = measured.cost(|| {
        for number in 0..LOGINS {
            let body = json!({"email": format!("person{number}@example.com"), "password": PASSWORD});
            refresh_token = api.request_json("POST", "/api/auth/login/", Some(&body))?["refresh_token"].take();
        }
        Ok(f64::from(LOGINS))
    })?;
    figures.add_cost("login", login, &format!("{LOGINS} logins with a password, each on a connection of its own"));
    let renewal = measured.cost(|| {
        for _ in 0..RENEWALS {
            let body = json!({"refresh_token": refresh_token});
            refresh_token = api.request_json("POST", "/api/auth/refresh/", Some(&body))?["refresh_token"].take();
        }
        Ok(f64::from(RENEWALS))
    })?;
    figures.add_cost("renewal", renewal, &format!("{RENEWALS} renewals of a token, each on a connection of its own"));
    Ok(())
}

/// Measures what the delivery of a change to a socket costs: the difference between many changes and few.
fn measure_delivery(figures: &mut Figures, measured: &MeasuredServer, api: &ApiClient) -> Result<()> {
    let request = ops::request(api, &ops::board_id(0), 1);
    let address = measured.server.address.to_string();
    let mut used = Vec::new();
    for changes in FAN_OUT_CHANGES {
        let (began, before) = (Instant::now(), measured.cpu()?.0);
        let arguments = ["fan-out", &address, &address, &FAN_OUT_SOCKETS.to_string(), &changes.to_string(), &api.token];
        run_load_generator(&arguments, &request)?;
        used.push(measured.cpu()?.0 - before - measured.idle.0 * began.elapsed().as_secs_f64());
        std::thread::sleep(SETTLE_TIME);
    }
    let deliveries = f64::from((FAN_OUT_CHANGES[1] - FAN_OUT_CHANGES[0]) * FAN_OUT_SOCKETS);
    let how = format!("{deliveries} deliveries of a changed card to {FAN_OUT_SOCKETS} sockets");
    figures.add("delivery_server_cpu", (used[1] - used[0]) * 1e6 / deliveries, "µs", &how);
    Ok(())
}

/// Measures what a socket costs: when it is opened, while it is idle, and in memory.
fn measure_sockets(figures: &mut Figures, measured: &MeasuredServer) -> Result<()> {
    let tokens = (0..SOCKET_ACCOUNTS)
        .map(|number| sign_up(&measured.server.api(), &format!("idle{number}@example.com")))
        .collect::<Result<Vec<String>>>()?;
    let memory = measured.server.memory()?;
    let mut sockets = None;
    let connect = measured.cost(|| {
        sockets = Some(IdleSockets::open(&measured.server.address.to_string(), SOCKETS, &tokens)?);
        Ok(f64::from(SOCKETS))
    })?;
    let how = format!("opening {SOCKETS} sockets one after another, each authenticated");
    figures.add_cost("connect", connect, &how);
    std::thread::sleep(SETTLE_TIME);
    let bytes = (measured.server.memory()? - memory) * f64::from(1 << 20) / f64::from(SOCKETS);
    figures.add(
        "socket_bytes",
        bytes,
        "bytes",
        &format!("growth of a server's resident memory by {SOCKETS} idle sockets"),
    );
    let idle = measured.cost(|| {
        std::thread::sleep(HOLD_TIME);
        // The server sends a ping every 30 seconds.
        Ok(f64::from(SOCKETS) * HOLD_TIME.as_secs_f64() / 30.0)
    })?;
    let how = format!(
        "{SOCKETS} idle sockets for {} s, per ping of the server and its answer, the checks of logins included",
        HOLD_TIME.as_secs()
    );
    figures.add_cost("heartbeat", idle, &how);
    drop(sockets);
    Ok(())
}

/// Measures what the ops of one server cost another one, which has no sockets, and how long rows of announcements stay.
fn measure_announcements(
    figures: &mut Figures,
    measured: &MeasuredServer,
    second: &Server,
    api: &ApiClient,
) -> Result<()> {
    std::thread::sleep(SETTLE_TIME);
    let (began, before) = (Instant::now(), second.cpu_seconds()?);
    std::thread::sleep(2 * SETTLE_TIME);
    let idle = (second.cpu_seconds()? - before) / began.elapsed().as_secs_f64();
    let request = ops::request(api, "{board}", 1);
    let (began, before) = (Instant::now(), second.cpu_seconds()?);
    let (load, rows) = std::thread::scope(|scope| {
        let load = scope.spawn(|| {
            drive(measured.server.address, CONNECTIONS, &request, "\"applied\"", BOARDS, Some(ANNOUNCED_RATE))
        });
        let mut rows = Vec::new();
        std::thread::sleep(Duration::from_millis(1_500));
        while !load.is_finished() {
            rows.push(measured.postgres.query("SELECT count(*) FROM announcements"));
            std::thread::sleep(Duration::from_millis(70));
        }
        (load.join(), rows)
    });
    let load = load.map_err(|_| anyhow::anyhow!("the load generator panicked"))??;
    let count = load.per_second * f64::from(SECONDS_PER_MEASUREMENT + 1);
    let used = second.cpu_seconds()? - before - idle * began.elapsed().as_secs_f64();
    let how = format!(
        "CPU time of a server without sockets per op of another server, by LISTEN and NOTIFY, {} ops a second",
        format_number(load.per_second)
    );
    figures.add("announcement_server_cpu", used.max(0.0) * 1e6 / count, "µs", &how);
    let rows = rows.into_iter().map(|rows| Ok(rows?.parse::<f64>()?)).collect::<Result<Vec<f64>>>()?;
    let mean = rows.iter().sum::<f64>() / rows.len() as f64;
    let how = format!("mean rows of the table announcements ({mean:.0}) by ops a second");
    figures.add("announcement_row_lifetime", mean / load.per_second, "s", &how);
    Ok(())
}

/// Measures one file of SQLite.
fn measure_sqlite(figures: &mut Figures, folder: &Path) -> Result<()> {
    let server = Server::start(folder)?.0;
    let mut api = server.api();
    api.token = sign_up(&api, "ada@example.com")?;
    let file = folder.join("twentyfour.db");
    for board in 0..BOARDS {
        ops::create_board(&api, board, CARDS)?;
    }
    let request = ops::request(&api, "{board}", 1);
    for (name, connections) in [("alone", "1"), ("busy", CONNECTIONS)] {
        let before = (server.cpu_seconds()?, fs::metadata(&file)?.len() as f64);
        let per_second = drive(server.address, connections, &request, "\"applied\"", BOARDS, None)?.per_second;
        let count = per_second * f64::from(SECONDS_PER_MEASUREMENT + 1);
        let cpu = (server.cpu_seconds()? - before.0) * 1e6 / count;
        let how = format!(
            "batches of 1 on {BOARDS} boards of SQLite, {connections} connections, {} a second",
            format_number(per_second)
        );
        figures.add(&format!("sqlite_op_{name}_cpu"), cpu, "µs", &how);
        if name == "alone" {
            figures.add("sqlite_op_alone_time", 1e6 / per_second, "µs", "mean time of an op, one after another");
        }
        if name == "busy" {
            figures.add("sqlite_op_throughput", per_second, "a second", &how);
            figures.add(
                "sqlite_op_bytes",
                (fs::metadata(&file)?.len() as f64 - before.1) / count,
                "bytes",
                "growth of the file per op",
            );
        }
    }
    Ok(())
}

/// Returns the size of the database, with the room of rows that were deleted or replaced.
fn database_bytes(postgres: &Postgres) -> Result<f64> {
    Ok(postgres.query("SELECT pg_database_size(current_database())")?.parse()?)
}
