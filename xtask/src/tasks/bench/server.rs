//! The server: how fast it is ready, how little it needs, and how much it does, on SQLite and over HTTP.

use super::http::Api;
use super::table::{Table, Target};
use crate::command;
use crate::workspace;
use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

const CONNECTIONS: &str = "32";
/// Seconds of each measurement under load.
const SPAN: &str = "5";
/// How often the server is started to see how fast it is ready.
const STARTS: usize = 5;
/// After this, nothing that belongs to the start still runs.
const SETTLING: Duration = Duration::from_secs(3);
/// Each hashes a password, which takes 19 MiB for a moment.
const SIGN_UPS: u32 = 10;
const START_LIMIT: Duration = Duration::from_secs(10);

/// Adds everything about the server.
pub(crate) fn measure(table: &mut Table) -> Result<()> {
    let folder = Folder::make()?;
    let (server, first) = Server::start(&folder.0)?;
    table.add("server ready after its first start, which makes the database", first, "ms", Target::AtMost(200.0));
    drop(server);
    let mut starts = Vec::new();
    for _ in 0..STARTS {
        let (_server, taken) = Server::start(&folder.0)?;
        starts.push(taken);
    }
    let slowest = starts.into_iter().fold(0.0, f64::max);
    table.add(format!("server ready after a start, the slowest of {STARTS}"), slowest, "ms", Target::AtMost(200.0));

    let (server, _) = Server::start(&folder.0)?;
    std::thread::sleep(SETTLING);
    table.add("memory of the idle server", server.memory()?, "MB", Target::AtMost(30.0));

    for number in 0..SIGN_UPS {
        sign_up(&server.api(), &format!("person{number}@example.com"))?;
    }
    std::thread::sleep(SETTLING);
    let label = format!("resident memory, idle after {SIGN_UPS} sign-ups");
    table.add(label, server.memory()?, "MB", Target::AtMost(30.0));

    let prepared = Prepared::on(&server)?;
    let changes = drive(server.address, &prepared.changes, "\"version\"")?;
    table.add("changes since, one changed card", changes, "/s", Target::AtLeast(15_000.0));
    let ops = drive(server.address, &prepared.ops, "\"applied\"")?;
    table.add("op batches of one, synchronous=FULL", ops, "/s", Target::AtLeast(2_000.0));
    table.add("memory of the server after that", server.memory()?, "MB", Target::None);
    drop(server);
    table.add("hello world on this machine, to compare with", hello()?, "/s", Target::None);
    Ok(())
}

/// A folder that is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn make() -> Result<Self> {
        // On the disk of the repository: a folder in memory would make writing look faster than it is.
        let folder = workspace::target().join("bench-data");
        if folder.exists() {
            fs::remove_dir_all(&folder)?;
        }
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The release binary at work.
struct Server {
    process: Child,
    address: SocketAddr,
}

impl Server {
    /// Starts it and waits for its first answer. The number is the milliseconds that took.
    fn start(data: &Path) -> Result<(Self, f64)> {
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        let mut binary = command::command(workspace::release_binary(), "");
        binary.env("LISTEN_ADDR", address.to_string()).env("DATA_DIR", data).env_remove("DATABASE_URL");
        let begun = Instant::now();
        let mut server = Self { process: binary.stdout(Stdio::null()).spawn()?, address };
        let api = server.api();
        while api.ask("GET", "/api/health/", None).is_err() {
            if let Some(status) = server.process.try_wait()? {
                bail!("the server ended at once ({status})");
            }
            if begun.elapsed() > START_LIMIT {
                bail!("the server was not ready within {} s", START_LIMIT.as_secs());
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        Ok((server, begun.elapsed().as_secs_f64() * 1_000.0))
    }

    fn api(&self) -> Api {
        Api { address: self.address, token: String::new() }
    }

    /// Its resident memory in MB.
    fn memory(&self) -> Result<f64> {
        let process = self.process.id().to_string();
        let kilobytes = command::read(command::command("ps", "").args(["-o", "rss=", "-p", &process]))?;
        Ok(kilobytes.trim().parse::<f64>()? / 1_024.0)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The requests to send again and again, on a board of 100 cards.
struct Prepared {
    changes: String,
    ops: String,
}

impl Prepared {
    fn on(server: &Server) -> Result<Self> {
        let mut api = server.api();
        api.token = sign_up(&api, "ada@example.com")?;
        let created = api.ask("POST", "/api/boards/create-board/", Some(&json!({"name": "Measured"})))?;
        let board = text(&created["board"]["id"])?;
        let ops_path = format!("/api/boards/{board}/ops/");

        let op = |id: &str, change: Value| json!({"id": id, "at": "2026-03-03T08:30:00.000Z", "change": change});
        let list = op(&id(1, 0), json!({"type": "add_list", "list_id": id(2, 0), "name": "List", "rank": "80"}));
        let cards = (0..100).map(|number| {
            let change = json!({"type": "add_card", "card_id": id(3, number), "list_id": id(2, 0),
                "rank": format!("80{number:04x}80"), "title": format!("Card {number}")});
            op(&id(4, number), change)
        });
        let filled: Vec<Value> = std::iter::once(list).chain(cards).collect();
        let answer = api.ask("POST", &ops_path, Some(&json!({"ops": filled})))?;
        let edit = |op_id: &str| {
            op(op_id, json!({"type": "edit_card", "card_id": id(3, 7), "edit": {"field": "title", "value": "Edited"}}))
        };
        let refused = answer["results"].as_array().context("no results")?.iter().find(|one| one["status"] != "applied");
        if let Some(refused) = refused {
            bail!("the board could not be filled: {refused}");
        }
        let version = answer["version"].as_i64().context("no version")?;
        api.ask("POST", &ops_path, Some(&json!({"ops": [edit(&id(5, 0))]})))?;

        let changes = format!("/api/boards/{board}/changes/?since={version}");
        // The length of the body is that with a real id in the placeholder's place.
        let body = json!({"ops": [edit("{uuid}")]}).to_string();
        let with_id = body.replace("{uuid}", &id(6, 0));
        let ops = api.request("POST", &ops_path, Some(&with_id), "keep-alive").replace(&with_id, &body);
        Ok(Self { changes: api.request("GET", &changes, None, "keep-alive"), ops })
    }
}

/// Makes an account, and gives its access token.
fn sign_up(api: &Api, email: &str) -> Result<String> {
    let person = json!({"first_name": "Ada", "last_name": "Byron", "email": email, "password": "correct horse"});
    text(&api.ask("POST", "/api/auth/signup/", Some(&person))?["access_token"])
}

/// A UUID that is told apart by its kind and its number.
fn id(kind: u32, number: u32) -> String {
    format!("0190000{kind}-0000-7000-8000-{number:012x}")
}

fn text(value: &Value) -> Result<String> {
    Ok(value.as_str().with_context(|| format!("expected a text, not {value}"))?.to_owned())
}

fn load() -> PathBuf {
    workspace::target().join("release").join(format!("load{}", std::env::consts::EXE_SUFFIX))
}

/// Requests answered in a second. One wrong answer among them makes the number worthless, so it is an error.
fn drive(address: SocketAddr, request: &str, expected: &str) -> Result<f64> {
    let mut driver = command::command(load(), "");
    driver.args(["drive", &address.to_string(), CONNECTIONS, SPAN, expected]);
    let mut driver = driver.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    driver.stdin.take().context("the driver takes no request")?.write_all(request.as_bytes())?;
    let output = driver.wait_with_output()?;
    let printed = String::from_utf8(output.stdout)?;
    let numbers: Vec<f64> = printed.split_whitespace().map(str::parse).collect::<Result<_, _>>()?;
    let [requests, failures, seconds] = numbers[..] else { bail!("the load generator failed: {printed}") };
    if failures > 0.0 || requests == 0.0 {
        bail!("{failures} of {requests} requests were answered wrongly under load");
    }
    Ok(requests / seconds)
}

fn hello() -> Result<f64> {
    let mut server = command::command(load(), "").arg("hello").stdout(Stdio::piped()).spawn()?;
    let mut line = String::new();
    BufReader::new(server.stdout.take().context("hello prints nothing")?).read_line(&mut line)?;
    let result = line
        .trim()
        .parse()
        .map_err(Into::into)
        .and_then(|address| drive(address, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "hello"));
    server.kill()?;
    server.wait()?;
    result
}
