//! The jobs of three servers on one PostgreSQL: each is done once in effect, also when a server is killed, or paused for longer
//! than its lease.

use super::databases::TestDatabase;
use super::resources::account_with_board;
use super::{Server, new_id};
use chrono::{Duration as Days, Utc};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// How long a paused server gets to do what it still does.
const AFTERMATH: Duration = Duration::from_secs(2);

/// A mail server that accepts every mail.
struct MailSink {
    url: String,
    /// The recipients and subjects of the mails that were accepted.
    accepted: Arc<Mutex<Vec<String>>>,
}

impl MailSink {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("smtp://{}", listener.local_addr().unwrap());
        let accepted = Arc::<Mutex<Vec<String>>>::default();
        let recorded = accepted.clone();
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                let recorded = recorded.clone();
                // Ends with an error when a server is killed.
                std::thread::spawn(move || _ = receive(&connection.unwrap(), &recorded));
            }
        });
        Self { url, accepted }
    }

    fn count(&self, recipient: &str) -> usize {
        self.accepted.lock().unwrap().iter().filter(|mail| mail.contains(recipient)).count()
    }
}

/// Speaks SMTP (RFC 5321) until the client quits.
fn receive(connection: &TcpStream, accepted: &Mutex<Vec<String>>) -> std::io::Result<()> {
    let mut writer = connection;
    writer.write_all(b"220 mail.example ESMTP\r\n")?;
    let (mut mail, mut is_data) = (String::new(), false);
    for line in BufReader::new(connection).lines() {
        let line = line?;
        if is_data {
            if line.starts_with("Subject:") {
                mail = format!("{mail} {line}");
            } else if line == "." {
                is_data = false;
                accepted.lock().unwrap().push(std::mem::take(&mut mail));
                writer.write_all(b"250 accepted\r\n")?;
            }
            continue;
        }
        match line.get(..4).unwrap_or_default() {
            "DATA" => {
                is_data = true;
                writer.write_all(b"354 go on\r\n")?;
            }
            "QUIT" => return writer.write_all(b"221 bye\r\n"),
            command => {
                if command == "RCPT" {
                    mail = line;
                }
                writer.write_all(b"250 ok\r\n")?;
            }
        }
    }
    Ok(())
}

/// Servers on one PostgreSQL, with one mail server.
struct Cluster {
    database: TestDatabase,
    mails: MailSink,
    folder: tempfile::TempDir,
    started: AtomicUsize,
}

impl Cluster {
    fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self { database: TestDatabase::create(name), mails: MailSink::start(), folder, started: AtomicUsize::default() }
    }

    /// Starts a further server.
    fn start(&self) -> Server {
        let folder = self.folder.path().join(self.started.fetch_add(1, Ordering::SeqCst).to_string());
        let settings = [
            ("DATABASE_URL", self.database.url.as_str()),
            ("JWT_SECRET", SECRET),
            ("SMTP_URL", &self.mails.url),
            ("MAIL_FROM", "hello@twentyfour.example"),
            ("RATE_LIMITS", "off"),
        ];
        Server::start_with(&folder, &settings)
    }

    fn count(&self, sql: &str) -> i64 {
        self.database.number(&format!("SELECT COUNT(*) FROM {sql}"))
    }

    /// Makes a job due.
    fn make_due(&self, job: &str) {
        let sql =
            format!("UPDATE jobs SET next_run_at = 0, leased_until = 0, finished_at = NULL WHERE name LIKE '{job}'");
        self.database.execute(&sql);
    }

    /// Waits until a query that contains a text waits for a lock.
    fn wait_for_blocked(&self, text: &str) {
        self.wait_for(&format!("a blocked query: {text}"), || self.queries(text, "wait_event_type = 'Lock'") > 0);
    }

    /// Returns the number of connections whose last query contains a text and that meet a condition.
    fn queries(&self, text: &str, condition: &str) -> i64 {
        self.count(&format!(
            "pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND {condition} \
             AND query LIKE '%{text}%'"
        ))
    }

    fn wait_for(&self, what: &str, is_met: impl Fn() -> bool) {
        let since = Instant::now();
        while !is_met() {
            assert!(since.elapsed() < Duration::from_secs(30), "{what} did not happen: {:?}", self.mails.accepted);
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Waits until the jobs that touch nothing but their own rows have run on a server that has just started.
    fn wait_until_finished(&self, job: &str) {
        self.wait_for(job, || self.count(&format!("jobs WHERE name LIKE '{job}' AND finished_at IS NULL")) == 0);
    }
}

/// Sends a signal to a server.
fn signal(server: &Server, signal: &str) {
    assert!(Command::new("kill").args([signal, &server.process.id().to_string()]).status().unwrap().success());
}

/// Pauses a server, and waits until all its threads have stopped. On a busy machine, a thread could go on until then, and so send
/// a mail as soon as a lock is released.
fn pause(server: &Server) {
    signal(server, "-STOP");
    if cfg!(target_os = "linux") {
        while !threads_are_stopped(server.process.id()) {
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// Returns whether all threads of a process are stopped (proc(5)).
fn threads_are_stopped(process: u32) -> bool {
    std::fs::read_dir(format!("/proc/{process}/task")).unwrap().all(|thread| {
        let stat = std::fs::read_to_string(thread.unwrap().path().join("stat")).unwrap();
        // The state follows the name, which is in parentheses.
        stat.rsplit_once(") ").unwrap().1.starts_with('T')
    })
}

/// Lets a paused server continue, and waits until it has done what it still had to do.
fn continue_for_a_while(server: &Server) {
    signal(server, "-CONT");
    server.ok("GET", "/api/health/", "", &Value::Null);
    std::thread::sleep(AFTERMATH);
}

/// A person with a board, who watches it.
struct Watcher {
    token: String,
    board: String,
    list: String,
}

impl Watcher {
    fn new(server: &Server) -> Self {
        let (token, board) = account_with_board(server, "ada", 1);
        let watcher = Self { token, board, list: new_id(9) };
        let list = json!({"type": "add_list", "list_id": watcher.list, "name": "l", "rank": "80"});
        watcher.send(server, 10, list);
        watcher.send(server, 11, json!({"type": "edit_board", "edit": {"field": "watch", "value": watcher.board}}));
        watcher
    }

    fn send(&self, server: &Server, id: u64, change: Value) {
        let at = Utc::now().format("%Y-%m-%dT%H:%M:%SZ").to_string();
        let ops = json!({"ops": [{"id": new_id(id), "at": at, "change": change}]});
        let response = server.ok("POST", &format!("/api/boards/{}/ops/", self.board), &self.token, &ops);
        assert_eq!(response["results"][0]["status"], "applied", "{response}");
    }

    /// Adds a card that is due in two hours.
    fn add_card_due_soon(&self, server: &Server, number: u64) {
        let card = new_id(number);
        let add = json!({"type": "add_card", "card_id": card, "list_id": self.list, "rank": "80", "title": "c"});
        self.send(server, number + 1, add);
        let due = (Utc::now() + Days::hours(2)).format("%Y-%m-%dT%H:%M").to_string();
        let edit = json!({"field": "due_date", "value": due});
        self.send(server, number + 2, json!({"type": "edit_card", "card_id": card, "edit": edit}));
    }
}

const DUE_SOON: &str = "inbox_entries WHERE kind = 'due_soon'";

/// A part of the query for cards that are due soon, among its first 1,024 bytes, which PostgreSQL shows.
const DUE_SOON_QUERY: &str = "cards.id AS card_id, cards.due_date";

#[test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
fn jobs_of_three_servers_have_one_effect_also_if_one_is_killed_or_paused() {
    let cluster = Cluster::new("jobs");
    let first = cluster.start();
    let ada = Watcher::new(&first);
    first.ok("PUT", "/api/preferences/", &ada.token, &json!({"inbox_mails": "instant"}));
    ada.add_card_due_soon(&first, 100);
    cluster.wait_for("the mail to confirm", || cluster.mails.count("ada@") == 1 && cluster.count("mails") == 0);
    drop(first);
    cluster.database.execute("UPDATE users SET is_verified = 1");

    // Three servers that start at once find all jobs due.
    cluster.make_due("%");
    let servers: Vec<Server> = std::thread::scope(|scope| {
        let starting: Vec<_> = (0..3).map(|_| scope.spawn(|| cluster.start())).collect();
        starting.into_iter().map(|server| server.join().unwrap()).collect()
    });
    cluster.wait_until_finished("%");
    assert_eq!(cluster.count(DUE_SOON), 1);

    // The entries are old enough to be mailed, and three servers look at once.
    drop(servers);
    cluster.database.execute("UPDATE inbox_entries SET created_at = created_at - 600000");
    cluster.make_due("inbox_mails");
    let servers: Vec<Server> = std::thread::scope(|scope| {
        let starting: Vec<_> = (0..3).map(|_| scope.spawn(|| cluster.start())).collect();
        starting.into_iter().map(|server| server.join().unwrap()).collect()
    });
    cluster.wait_until_finished("inbox_mails");
    cluster.wait_for("the mail about the inbox", || cluster.mails.count("ada@") == 2 && cluster.count("mails") == 0);
    ada.add_card_due_soon(&servers[0], 200);
    drop(servers);

    // A server that has leased the job is killed while it reads.
    cluster.make_due("due_soon");
    let lock = cluster.database.lock("inbox_entries");
    let killed = cluster.start();
    cluster.wait_for_blocked(DUE_SOON_QUERY);
    drop(killed);
    drop(lock);
    cluster.make_due("trim_ops");
    let other = cluster.start();
    cluster.wait_until_finished("trim_ops");
    assert_eq!(cluster.count(DUE_SOON), 1, "its lease has not ended");
    drop(other);
    cluster.database.execute("UPDATE jobs SET leased_until = 0");
    let other = cluster.start();
    cluster.wait_for("the second entry", || cluster.count(DUE_SOON) == 2);
    ada.add_card_due_soon(&other, 300);
    drop(other);

    // A server is paused after it has read which cards are due, until another one has taken the job over.
    cluster.make_due("due_soon");
    let lock = cluster.database.lock("inbox_entries");
    let paused = cluster.start();
    cluster.wait_for_blocked(DUE_SOON_QUERY);
    pause(&paused);
    drop(lock);
    cluster.wait_for("the end of the query", || cluster.queries(DUE_SOON_QUERY, "state = 'active'") == 0);
    cluster.database.execute("UPDATE jobs SET leased_until = 0");
    let others = [cluster.start(), cluster.start()];
    cluster.wait_for("the third entry", || cluster.count(DUE_SOON) == 3);
    cluster.wait_until_finished("due_soon");
    let finished = "SELECT next_run_at FROM jobs WHERE name = 'due_soon'";
    let next_run_at = cluster.database.number(finished);
    continue_for_a_while(&paused);
    assert_eq!(cluster.count(DUE_SOON), 3, "the paused server has notified again");
    assert_eq!(cluster.database.number(finished), next_run_at);
    drop((paused, others));
}

#[test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
fn mail_is_sent_once_if_the_server_that_claimed_it_is_paused() {
    let cluster = Cluster::new("mails");
    let first = cluster.start();
    let (_, _) = account_with_board(&first, "ada", 1);
    cluster.wait_for("the mail to confirm", || cluster.mails.count("ada@") == 1 && cluster.count("mails") == 0);
    drop(first);
    cluster.database.execute("UPDATE users SET is_verified = 1");
    cluster.database.execute(
        "INSERT INTO mails (id, kind, recipient, user_id, parameters, created_at, next_try_at, tries) \
         SELECT 'a', 'password_changed', email, id, '{}', CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT), 0, 0 FROM users",
    );
    let lock = cluster.database.lock("users");
    let paused = cluster.start();
    // It reads the language of the account.
    cluster.wait_for_blocked("SELECT language FROM users");
    pause(&paused);
    drop(lock);
    cluster.wait_for("the end of the query", || cluster.queries("SELECT language FROM users", "state = 'active'") == 0);
    assert_eq!(cluster.count("mails WHERE tries = 1"), 1);
    // The lease ends.
    cluster.database.execute("UPDATE mails SET next_try_at = 0");
    let others = [cluster.start(), cluster.start()];
    cluster.wait_for("the mail", || cluster.mails.count("ada@") == 2 && cluster.count("mails") == 0);
    continue_for_a_while(&paused);
    assert_eq!(cluster.mails.count("ada@"), 2, "the paused server has sent it again: {:?}", cluster.mails.accepted);
    drop((paused, others));
}
