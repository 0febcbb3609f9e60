//! Two servers on one PostgreSQL, with all kinds of writes to the same accounts and one board at once, at each isolation
//! level: no request may fail because of another one, and no acknowledged change may be lost.

use super::databases::TestDatabase;
use super::resources::accept_invitation;
use super::{Server, command, new_id};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// How long the writers run.
const DURATION: Duration = Duration::from_secs(4);

/// The pause of a writer between two requests.
const PAUSE: Duration = Duration::from_millis(100);

/// Returns an id that no other call returns.
fn next_id() -> String {
    static NUMBER: AtomicU64 = AtomicU64::new(1_000);
    new_id(NUMBER.fetch_add(1, Ordering::Relaxed))
}

struct Person {
    id: String,
    token: String,
}

/// Two servers, a board that everybody writes to, three of its members, and somebody who joins and is removed.
struct Case {
    servers: [Server; 2],
    board: String,
    list: String,
    card: String,
    ada: Person,
    grace: Person,
    joan: Person,
    eve: Person,
    /// When the writers began.
    began: Instant,
}

/// Creates an account.
fn sign_up(server: &Server, name: &str) -> Person {
    let email = format!("{name}@example.org");
    let body = json!({"first_name": name, "last_name": "B", "email": email, "password": "correct horse"});
    let response = server.ok("POST", "/api/auth/signup/", "", &body);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    Person { id: text(&response["user"][0]["id"]), token: text(&response["access_token"]) }
}

fn ops(changes: &[Value]) -> Value {
    let op = |change: &Value| json!({"id": next_id(), "at": "2026-03-03T12:00:00Z", "change": change});
    json!({"ops": changes.iter().map(op).collect::<Vec<_>>()})
}

impl Case {
    fn start(servers: [Server; 2]) -> Self {
        let server = &servers[0];
        let [ada, grace, joan, eve] = ["ada", "grace", "joan", "eve"].map(|name| sign_up(server, name));
        let [board, list, card] = [next_id(), next_id(), next_id()];
        server.ok("POST", "/api/boards/create-board/", &ada.token, &json!({"name": "B", "id": board}));
        let case = Self { servers, board, list, card, ada, grace, joan, eve, began: Instant::now() };
        case.change(0, &case.ada, &json!({"type": "add_list", "list_id": case.list, "name": "l", "rank": "80"}));
        case.add_card(0, &case.ada, &case.card);
        case.join(&case.grace, 0);
        case.join(&case.joan, 1);
        Self { began: Instant::now(), ..case }
    }

    /// Sends a request to one of the servers by turns, and checks that it is accepted.
    fn ok(&self, number: usize, method: &str, path: &str, person: &Person, body: &Value) -> Value {
        self.servers[number % 2].ok(method, path, &person.token, body)
    }

    /// Sends one change to the board, and checks that it is applied.
    fn change(&self, number: usize, person: &Person, change: &Value) {
        let path = format!("/api/boards/{}/ops/", self.board);
        let response = self.ok(number, "POST", &path, person, &ops(std::slice::from_ref(change)));
        assert_eq!(response["results"][0]["status"], "applied", "{response}");
    }

    fn add_card(&self, number: usize, person: &Person, id: &str) {
        let card = json!({"type": "add_card", "card_id": id, "list_id": self.list, "rank": "80", "title": "c"});
        self.change(number, person, &card);
    }

    fn invite(&self, number: usize) -> Value {
        let path = format!("/api/boards/{}/invitations/", self.board);
        self.ok(number, "POST", &path, &self.ada, &json!({"role": "editor"}))
    }

    /// Invites a person on one server, who accepts on the other one.
    fn join(&self, person: &Person, number: usize) {
        accept_invitation(&self.servers[(number + 1) % 2], &self.invite(number), &person.token);
    }

    /// Calls `write` with 0, 1, … and short pauses until the time is over, and returns what it returned.
    fn repeat<T>(&self, mut write: impl FnMut(usize) -> T) -> Vec<T> {
        let call = |number| {
            std::thread::sleep(PAUSE);
            write(number)
        };
        (0..).take_while(|_| self.began.elapsed() < DURATION).map(call).collect()
    }

    /// Adds cards as one person over one server.
    fn add_cards(&self, person: &Person, server: usize) -> Vec<String> {
        self.repeat(|_| {
            let id = next_id();
            self.add_card(server, person, &id);
            id
        })
    }

    /// Lets a person join, changes their role and removes them. Returns their last role, if they are a member.
    fn change_memberships(&self, person: &Person) -> Option<&'static str> {
        let path = format!("/api/boards/{}/members/{}/", self.board, person.id);
        let last = self.repeat(|number| {
            self.join(person, number);
            self.ok(number, "PUT", &path, &self.ada, &json!({"role": "viewer"}));
            if self.began.elapsed() > DURATION {
                return Some("viewer");
            }
            self.ok(number + 1, "DELETE", &path, &self.ada, &Value::Null);
            None
        });
        last.last().copied().flatten()
    }

    /// Invites and revokes.
    fn revoke_invitations(&self) {
        self.repeat(|number| {
            let id = self.invite(number)["invitation"]["id"].as_str().unwrap().to_owned();
            let path = format!("/api/boards/{}/invitations/{id}/", self.board);
            self.ok(number + 1, "DELETE", &path, &self.ada, &Value::Null);
        });
    }

    /// Saves a note over and over, and returns its last text.
    fn save_note(&self, first: usize) -> (String, String) {
        let (note, mut base) = (next_id(), Value::Null);
        let texts = self.repeat(|number| {
            let (save, text) = (next_id(), format!("text {number}"));
            let content = json!([{"type": "paragraph", "content": [{"type": "text", "text": text}]}]);
            let document = json!({"type": "doc", "content": content}).to_string();
            let change = json!({
                "type": "save", "save_id": save, "base": base, "document": document, "edited_at": "2026-03-03T12:00:00Z"
            });
            self.ok(first + number, "PUT", &format!("/api/notes/{note}/"), &self.ada, &json!({"change": change}));
            base = json!(save);
            text
        });
        (note, texts.last().unwrap().clone())
    }

    /// Changes a preference, and returns its last value.
    fn set_preference(&self, field: &str, first: usize) -> usize {
        let values = self.repeat(|number| {
            let value = 1 + number % 12;
            self.ok(first + number, "PUT", "/api/preferences/", &self.grace, &json!({field: value}));
            value
        });
        *values.last().unwrap()
    }

    fn add_sessions(&self, first: usize) -> Vec<String> {
        self.repeat(|number| {
            let segment =
                json!({"start": "2026-03-03T10:00:00.000Z", "end": "2026-03-03T10:10:00.000Z", "utc_offset": 0});
            let id = next_id();
            let session = json!({
                "id": id, "kind": "focus", "planned": 1500, "outcome": "stopped", "board_id": self.board,
                "card_id": self.card, "segments": [segment], "revision": 0, "is_deleted": false
            });
            self.ok(first + number, "POST", "/api/focus-sessions/", &self.joan, &session);
            id
        })
    }

    fn attach(&self, person: &Person, first: usize) -> Vec<String> {
        let path = format!("/api/boards/{}/cards/{}/attachments/?name=a.txt", self.board, self.card);
        self.repeat(|number| {
            let response = self.ok(first + number, "POST", &path, person, &json!("the file"));
            response["item"]["id"].as_str().unwrap().to_owned()
        })
    }

    /// Reads over one server what the others write.
    fn read(&self, server: usize) {
        self.repeat(|_| {
            let boards = format!("/api/boards/{}/", self.board);
            let changes = format!("/api/boards/{}/changes/?since=1", self.board);
            for path in [&boards, &changes, "/api/boards/get-boards/", "/api/inbox/", "/api/focus-days/"] {
                self.ok(server, "GET", path, &self.grace, &Value::Null);
            }
        });
    }
}

/// Returns the ids of some records.
fn ids(records: &Value) -> HashSet<&str> {
    records.as_array().unwrap().iter().map(|record| record["id"].as_str().unwrap()).collect()
}

fn all_writes_succeed_at(level: &str) {
    let database = TestDatabase::create("isolation");
    database.execute(&format!("ALTER DATABASE {} SET default_transaction_isolation = '{level}'", database.name));
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let attachments = folders[0].path().join("attachments").display().to_string();
    let settings = [
        ("RATE_LIMITS", "off"),
        ("DATABASE_URL", database.url.as_str()),
        ("JWT_SECRET", SECRET),
        ("ATTACHMENTS_DIR", attachments.as_str()),
    ];
    let case = &Case::start(folders.each_ref().map(|folder| Server::start_with(folder.path(), &settings)));
    assert_eq!(database.query("SHOW default_transaction_isolation"), [level]);

    let (cards, role, notes, volume, rounds, sessions, files) = std::thread::scope(|scope| {
        let (ada, grace) = (&case.ada, &case.grace);
        let cards = [(ada, 0), (ada, 1), (grace, 0), (grace, 1)]
            .map(|(person, server)| scope.spawn(move || case.add_cards(person, server)));
        let role = scope.spawn(|| case.change_memberships(&case.eve));
        let notes = [0, 1].map(|first| scope.spawn(move || case.save_note(first)));
        let volume = scope.spawn(|| case.set_preference("volume", 0));
        let rounds = scope.spawn(|| case.set_preference("rounds", 1));
        let sessions = [0, 1].map(|first| scope.spawn(move || case.add_sessions(first)));
        let files = [(ada, 0), (grace, 1)].map(|(person, first)| scope.spawn(move || case.attach(person, first)));
        scope.spawn(|| case.revoke_invitations());
        for server in [0, 1] {
            scope.spawn(move || case.read(server));
        }
        (
            cards.map(|writer| writer.join().unwrap()).concat(),
            role.join().unwrap(),
            notes.map(|writer| writer.join().unwrap()),
            volume.join().unwrap(),
            rounds.join().unwrap(),
            sessions.map(|writer| writer.join().unwrap()).concat(),
            files.map(|writer| writer.join().unwrap()).concat(),
        )
    });
    println!("{level}: {} cards, {} sessions, {} files", cards.len(), sessions.len(), files.len());
    for server in 0..2 {
        let get = |path: &str| case.ok(server, "GET", path, &case.ada, &Value::Null);
        let preferences = case.ok(server, "GET", "/api/preferences/", &case.grace, &Value::Null);
        let board = get(&format!("/api/boards/{}/", case.board));
        let (all_cards, all_items) = (ids(&board["cards"]), ids(&board["items"]));
        assert_eq!(cards.len() + 1, all_cards.len());
        assert!(cards.iter().all(|id| all_cards.contains(id.as_str())), "every acknowledged card is there");
        assert!(files.iter().all(|id| all_items.contains(id.as_str())), "every acknowledged file is there");
        let members = board["board"]["members"].as_array().unwrap();
        let eve = members.iter().find(|member| member["first_name"] == "eve");
        assert_eq!(eve.map(|member| member["role"].as_str().unwrap()), role);
        let stored = get("/api/notes/?since=0");
        for (note, text) in &notes {
            let stored = stored["notes"].as_array().unwrap().iter().find(|one| one["id"] == note.as_str()).unwrap();
            assert!(stored.to_string().contains(text), "{stored} has the last acknowledged text {text}");
        }
        assert_eq!((&preferences["volume"], &preferences["rounds"]), (&json!(volume), &json!(rounds)));
    }
    let stored: HashSet<String> = database.query("SELECT id FROM focus_sessions").into_iter().collect();
    assert!(sessions.iter().all(|id| stored.contains(id)), "every acknowledged session is there");
    let verified = command(folders[0].path(), &settings).args(["admin", "verify"]).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}

#[test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
fn all_writes_of_two_servers_succeed_at_read_committed() {
    all_writes_succeed_at("read committed");
}

#[test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
fn all_writes_of_two_servers_succeed_at_repeatable_read() {
    all_writes_succeed_at("repeatable read");
}

#[test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
fn all_writes_of_two_servers_succeed_at_serializable() {
    all_writes_succeed_at("serializable");
}
