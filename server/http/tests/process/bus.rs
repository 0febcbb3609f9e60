//! What carries announcements between several servers on one PostgreSQL, and what happens when a part of it is killed.

use super::databases::TestDatabase;
use super::log::LoggedServer;
use super::ports::free_port;
use super::proxy::Proxy;
use super::resources::{accept_invitation, account_with_board};
use super::servers::SECRET;
use super::{Server, new_id};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Longer than anything here takes, even on a busy machine.
const RECEIVE_TIMEOUT: Duration = Duration::from_secs(20);

/// Within this time, a change was announced. The database is read for changes that were not, which takes longer.
const ANNOUNCED_WITHIN: Duration = Duration::from_millis(500);

/// Within this time, members learn of a change that was not announced.
const FOUND_WITHIN: Duration = Duration::from_secs(2);

/// Within this time, members learn of a change while their server cannot receive announcements, but others can.
const CAUGHT_UP_WITHIN: Duration = Duration::from_secs(5);

/// Within this time, members learn of a change although their server does not notice at first that nothing arrives.
const NOTICED_WITHIN: Duration = Duration::from_secs(30);

/// A NATS server in its own process, killed when dropped.
struct NatsServer {
    process: Child,
    port: u16,
}

impl NatsServer {
    /// Starts a server that requires a user and a password.
    fn start(port: u16) -> Self {
        let program = ["/usr/sbin/nats-server", "/usr/bin/nats-server", "/usr/local/bin/nats-server"]
            .into_iter()
            .find(|path| std::path::Path::new(path).exists())
            .expect("nats-server is missing. Install it: apt-get install nats-server");
        let mut process = Command::new(program)
            .args(["-a", "127.0.0.1", "-p", &port.to_string(), "--user", "twentyfour", "--pass", "a secret"])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let since = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            let is_running = process.try_wait().unwrap().is_none();
            assert!(is_running && since.elapsed() < RECEIVE_TIMEOUT, "nats-server does not start");
            std::thread::sleep(Duration::from_millis(20));
        }
        Self { process, port }
    }

    fn url(&self) -> String {
        nats_url(self.port)
    }
}

impl Drop for NatsServer {
    fn drop(&mut self) {
        // SIGKILL on Unix.
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

/// Subscribes to the changes on a NATS server (<https://docs.nats.io/reference/reference-protocols/nats-protocol>).
fn subscribe_to_changes(nats: &NatsServer) -> BufReader<TcpStream> {
    let mut connection = BufReader::new(TcpStream::connect(("127.0.0.1", nats.port)).unwrap());
    connection.get_ref().set_read_timeout(Some(RECEIVE_TIMEOUT)).unwrap();
    let options = json!({"verbose": false, "user": "twentyfour", "pass": "a secret"});
    write!(connection.get_mut(), "CONNECT {options}\r\nSUB twentyfour.changes 1\r\nPING\r\n").unwrap();
    let mut lines = connection.by_ref().lines();
    assert!(lines.any(|line| line.unwrap() == "PONG"));
    connection
}

/// Returns the URL of a NATS server, or of a proxy to it.
fn nats_url(port: u16) -> String {
    format!("nats://twentyfour:a%20secret@127.0.0.1:{port}")
}

/// How the reader has learned of a change.
#[derive(Debug)]
struct Learned {
    after: Duration,
    /// Whether it received the change itself.
    is_announced: bool,
}

/// A live connection.
struct Live(WebSocketStream<MaybeTlsStream<tokio::net::TcpStream>>);

impl Live {
    /// Connects to a server, and waits until it is ready.
    async fn connect(server: &Server, token: &str) -> Self {
        let url = format!("ws://{}/api/live/", server.address);
        let mut live = Self(tokio_tungstenite::connect_async(url).await.unwrap().0);
        let text = json!({"type": "authenticate", "token": token}).to_string();
        live.0.send(Message::Text(text.into())).await.unwrap();
        assert_eq!(live.receive().await["type"], "ready");
        live
    }

    /// Returns the next message.
    async fn receive(&mut self) -> Value {
        loop {
            match timeout(RECEIVE_TIMEOUT, self.0.next()).await.expect("a message arrives").unwrap().unwrap() {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }

    /// Waits for a change with a card, and returns its title.
    async fn card_title(&mut self) -> Value {
        loop {
            if let Some(title) = self.receive().await.pointer("/records/cards/0/title") {
                return title.clone();
            }
        }
    }
}

/// Two servers on one database, with an account that makes changes on the first and reads them on the second one.
struct Case {
    database: TestDatabase,
    writer: Option<Server>,
    reader: Server,
    token: String,
    board: String,
    live: Live,
    ops: u64,
    _folders: [tempfile::TempDir; 2],
}

impl Case {
    /// Starts the servers. `prepare` is run on the migrated database before.
    async fn start(name: &str, settings: &[(&str, &str)], prepare: Option<&str>) -> Self {
        Self::start_on(TestDatabase::create(name), settings, prepare).await
    }

    /// Starts the servers on an empty database.
    async fn start_on(database: TestDatabase, settings: &[(&str, &str)], prepare: Option<&str>) -> Self {
        Self::start_apart(database, settings, settings, prepare).await
    }

    /// Starts servers with different settings on an empty database.
    async fn start_apart(
        database: TestDatabase,
        settings: &[(&str, &str)],
        reader_settings: &[(&str, &str)],
        prepare: Option<&str>,
    ) -> Self {
        let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
        let url = database.url.clone();
        let common = [("RATE_LIMITS", "off"), ("DATABASE_URL", url.as_str()), ("JWT_SECRET", SECRET)];
        let start = || {
            let start = |index: usize| {
                let settings = [&common[..], [settings, reader_settings][index]].concat();
                Server::start_with(folders[index].path(), &settings)
            };
            [start(0), start(1)]
        };
        let mut servers = start();
        let (token, board) = account_with_board(&servers[0], "ada", 1);
        if let Some(sql) = prepare {
            database.execute(sql);
            // New connections, since existing ones have cached the statements.
            servers = start();
        }
        let [writer, reader] = servers;
        let live = Live::connect(&reader, &token).await;
        Self { database, writer: Some(writer), reader, token, board, live, ops: 0, _folders: folders }
    }

    /// Returns the next message.
    async fn receive(&mut self) -> Value {
        self.live.receive().await
    }

    /// Changes the board on the first server. Returns its new version.
    fn change(&mut self) -> i64 {
        self.ops += 1;
        let (list, op) = (new_id(self.ops * 2 + 1_000), new_id(self.ops * 2 + 1_001));
        let change = json!({"type": "add_list", "list_id": list, "name": "l", "rank": "80"});
        let body = json!({"ops": [{"id": op, "at": "2026-03-03T12:00:00Z", "change": change}]});
        let writer = self.writer.as_ref().unwrap();
        let response = writer.ok("POST", &format!("/api/boards/{}/ops/", self.board), &self.token, &body);
        response["version"].as_i64().unwrap()
    }

    /// Waits until the reader learns of a version of the board, and returns how long that has taken. Like a browser, the reader
    /// requests the changes when it receives `ready`: some may have been lost.
    async fn learned_of(&mut self, version: i64, since: Instant) -> Learned {
        loop {
            let message = self.receive().await;
            let is_announced = message["type"] == "changed";
            let known = match message["type"].as_str().unwrap() {
                "changed" => message["version"].as_i64().unwrap(),
                "ready" => {
                    let path = format!("/api/boards/{}/changes/?since={}", self.board, version - 1);
                    self.reader.ok("GET", &path, &self.token, &Value::Null)["version"].as_i64().unwrap()
                }
                _ => continue,
            };
            if known >= version {
                return Learned { after: since.elapsed(), is_announced };
            }
        }
    }

    /// Makes a change, and returns how the reader has learned of it.
    async fn delay(&mut self) -> Learned {
        let version = self.change();
        let since = Instant::now();
        self.learned_of(version, since).await
    }

    /// Makes changes until one of them is announced at once. Returns how long that has taken.
    async fn announced_again(&mut self) -> Duration {
        let since = Instant::now();
        loop {
            let learned = self.delay().await;
            if learned.is_announced && learned.after < ANNOUNCED_WITHIN {
                return since.elapsed();
            }
            assert!(since.elapsed() < RECEIVE_TIMEOUT, "changes are not announced");
        }
    }

    /// Waits until no announcements are stored any more.
    fn assert_table_becomes_empty(&self) {
        let since = Instant::now();
        while self.database.count("announcements") > 0 {
            assert!(since.elapsed() < Duration::from_secs(40), "announcements stay");
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn finish(self) {
        let Self { database, writer, reader, .. } = self;
        drop((writer, reader));
        drop(database);
    }
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn news_of_a_server_that_was_killed_after_the_commit_arrive_within_2_s() {
    // The writer commits, but cannot announce it any more.
    let sql = "ALTER FUNCTION pg_catalog.pg_notify(text, text) RENAME TO pg_notify_away; \
               CREATE FUNCTION pg_notify(channel text, payload text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN \
               IF channel = 'twentyfour_changes' THEN RAISE EXCEPTION 'no announcements'; END IF; \
               PERFORM pg_notify_away(channel, payload); END $$";
    let mut case = Case::start("killed", &[], Some(sql)).await;
    for _ in 0..3 {
        let version = case.change();
        let since = Instant::now();
        // SIGKILL on Unix, right after the response.
        drop(case.writer.take());
        let delay = case.learned_of(version, since).await.after;
        println!("learned of the change after {delay:?}");
        assert!(delay < FOUND_WITHIN, "{delay:?}");
        assert!(case.database.count("announcements") > 0, "every other server must see it first");
        let url = case.database.url.clone();
        let settings = [("RATE_LIMITS", "off"), ("DATABASE_URL", url.as_str()), ("JWT_SECRET", SECRET)];
        case.writer = Some(Server::start_with(case._folders[0].path(), &settings));
    }
    case.assert_table_becomes_empty();
    case.finish();
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn changes_are_announced_by_listen_and_notify() {
    let mut case = Case::start("listen", &[], None).await;
    case.announced_again().await;
    assert_eq!(case.database.count("pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"), 4);
    case.assert_table_becomes_empty();
    case.finish();
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn servers_listen_at_the_url_for_listening() {
    let database = TestDatabase::create("listen_url");
    let url = format!("{}?application_name=listener", database.url);
    let mut case = Case::start_on(database, &[("LISTEN_DATABASE_URL", &url)], None).await;
    case.announced_again().await;
    let listeners = "pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    assert_eq!(case.database.count(&format!("{listeners} AND application_name = 'listener'")), 4);
    case.finish();
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn nats_replaces_listen_and_notify_and_can_be_killed() {
    let mut nats = NatsServer::start(free_port());
    let url = nats.url();
    let mut case = Case::start("nats", &[("BUS_URL", &url)], None).await;
    case.announced_again().await;
    let listeners = "pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    assert_eq!(case.database.count(listeners), 0);
    case.assert_table_becomes_empty();
    for _ in 0..2 {
        let port = nats.port;
        drop(nats);
        let delays = [case.delay().await, case.delay().await];
        println!("without NATS, learned of changes after {delays:?}");
        assert!(delays.iter().all(|delay| delay.after < FOUND_WITHIN), "{delays:?}");
        nats = NatsServer::start(port);
        let recovered = case.announced_again().await;
        println!("announced again {recovered:?} after NATS was back");
        assert!(recovered < Duration::from_secs(5), "{recovered:?}");
        case.assert_table_becomes_empty();
    }
    // The reader has every change.
    let board = case.reader.ok("GET", &format!("/api/boards/{}/", case.board), &case.token, &Value::Null);
    assert_eq!(board["lists"].as_array().unwrap().len() as u64, case.ops);
    case.finish();
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn cards_of_a_shared_board_are_sent_over_nats() {
    let nats = NatsServer::start(free_port());
    let url = nats.url();
    let mut case = Case::start("nats_cards", &[("BUS_URL", &url)], None).await;
    case.change();
    let board = format!("/api/boards/{}", case.board);
    let writer = case.writer.as_ref().unwrap();
    let (eve, _) = account_with_board(writer, "eve", 2);
    let invitation = writer.ok("POST", &format!("{board}/invitations/"), &case.token, &json!({"role": "editor"}));
    accept_invitation(writer, &invitation, &eve);
    // That closes the new member's connections; the reader has learned of it before it learns of the next change.
    case.delay().await;
    case.assert_table_becomes_empty();
    let writer = case.writer.as_ref().unwrap();
    // The server of a connection has the records for it, and sends them to the others.
    let mut connections = [Live::connect(writer, &eve).await, Live::connect(&case.reader, &eve).await];
    let sent = subscribe_to_changes(&nats);
    let list = writer.ok("GET", &format!("{board}/"), &case.token, &Value::Null)["lists"][0]["id"].take();
    let card = json!({"type": "add_card", "card_id": new_id(3), "list_id": list, "rank": "80", "title": "Water"});
    let ops = json!({"ops": [{"id": new_id(4), "at": "2026-03-03T12:00:00Z", "change": card}]});
    writer.ok("POST", &format!("{board}/ops/"), &case.token, &ops);
    for live in connections.iter_mut().chain([&mut case.live]) {
        assert_eq!(live.card_title().await, "Water");
    }
    assert!(sent.lines().any(|line| line.unwrap().contains("Water")));
    case.finish();
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn servers_start_and_work_without_nats_until_it_is_there() {
    let port = free_port();
    let url = nats_url(port);
    let mut case = Case::start("no_nats", &[("BUS_URL", &url)], None).await;
    let delay = case.delay().await;
    assert!(delay.after < FOUND_WITHIN, "{delay:?}");
    let _nats = NatsServer::start(port);
    let recovered = case.announced_again().await;
    assert!(recovered < Duration::from_secs(5), "{recovered:?}");
    case.finish();
}

/// Loses only the reader's connection to what carries the announcements: the writer can still announce its changes.
async fn assert_clients_catch_up_while_cut_off(mut case: Case, proxy: &Proxy) {
    case.announced_again().await;
    proxy.cut();
    for _ in 0..3 {
        let delay = case.delay().await;
        println!("cut off, learned of the change after {delay:?}");
        assert!(delay.after < CAUGHT_UP_WITHIN, "{delay:?}");
        case.assert_table_becomes_empty();
    }
    proxy.restore();
    let recovered = case.announced_again().await;
    println!("announced again {recovered:?} after the connection was back");
    case.finish();
}

/// Starts servers of which the reader listens through a proxy.
async fn listen_through_proxy(name: &str) -> (Case, Proxy) {
    let database = TestDatabase::create(name);
    let mut url = url::Url::parse(&database.url).unwrap();
    let proxy = Proxy::start(url.port().unwrap_or(5432));
    url.set_host(Some("127.0.0.1")).unwrap();
    url.set_port(Some(proxy.port)).unwrap();
    let case = Case::start_apart(database, &[], &[("LISTEN_DATABASE_URL", url.as_str())], None).await;
    (case, proxy)
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn clients_of_a_server_that_cannot_listen_catch_up() {
    let (case, proxy) = listen_through_proxy("cannot_listen").await;
    assert_clients_catch_up_while_cut_off(case, &proxy).await;
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn listener_whose_connection_is_silently_dead_reconnects() {
    let (mut case, proxy) = listen_through_proxy("dead_listener").await;
    case.announced_again().await;
    proxy.discard();
    let delay = case.delay().await;
    println!("with a dead connection, learned of the change after {delay:?}");
    assert!(delay.after < NOTICED_WITHIN, "{delay:?}");
    case.announced_again().await;
    case.finish();
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn clients_catch_up_while_notifications_do_not_arrive() {
    let database = TestDatabase::create("nothing_arrives");
    // Like a pooler in transaction mode, another database accepts LISTEN, but passes on no notifications.
    let other = TestDatabase::create("nothing_arrives_here");
    let mut case = Case::start_apart(database, &[], &[("LISTEN_DATABASE_URL", &other.url)], None).await;
    for _ in 0..3 {
        let delay = case.delay().await;
        println!("without notifications, learned of the change after {delay:?}");
        assert!(delay.after < CAUGHT_UP_WITHIN, "{delay:?}");
        case.assert_table_becomes_empty();
    }
    let settings = [("DATABASE_URL", case.database.url.as_str()), ("LISTEN_DATABASE_URL", &other.url)];
    let (logged, since) = (LoggedServer::start(&[&settings[..], &[("JWT_SECRET", SECRET)]].concat()), Instant::now());
    while !logged.log().contains("set LISTEN_DATABASE_URL to the database itself") {
        assert!(since.elapsed() < RECEIVE_TIMEOUT, "{}", logged.log());
        std::thread::sleep(Duration::from_millis(100));
    }
    drop(logged);
    case.finish();
}

#[tokio::test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
async fn clients_of_a_server_that_cannot_reach_nats_catch_up() {
    let nats = NatsServer::start(free_port());
    let proxy = Proxy::start(nats.port);
    let [direct, cut] = [nats.port, proxy.port].map(nats_url);
    let database = TestDatabase::create("cannot_reach_nats");
    let case = Case::start_apart(database, &[("BUS_URL", &direct)], &[("BUS_URL", &cut)], None).await;
    assert_clients_catch_up_while_cut_off(case, &proxy).await;
}
