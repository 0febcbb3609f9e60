//! A server that reads from a replica, which lags, stops, and comes back.

use super::clusters::Cluster;
use super::resources::account_with_board;
use super::{Server, new_id};
use serde_json::{Value, json};
use std::process::Stdio;
use std::time::{Duration, Instant};

const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// A server with its primary and its replica, and an account with two boards.
struct Case {
    server: Server,
    primary: Cluster,
    replica: Cluster,
    token: String,
    /// The boards and their lists.
    boards: [(String, String); 2],
    folder: tempfile::TempDir,
}

impl Case {
    fn start() -> Self {
        let primary = Cluster::start();
        let replica = primary.replica();
        let folder = tempfile::tempdir().unwrap();
        let (url, replica_url) = (primary.url(), replica.url());
        let settings = [
            ("RATE_LIMITS", "off"),
            ("DATABASE_URL", url.as_str()),
            ("DATABASE_REPLICA_URL", replica_url.as_str()),
            ("JWT_SECRET", SECRET),
        ];
        let log = Stdio::from(std::fs::File::create(folder.path().join("log")).unwrap());
        let server = Server::start_with_log(folder.path(), &settings, log);
        let (token, first) = account_with_board(&server, "ada", 1);
        let second = new_id(2);
        server.ok("POST", "/api/boards/create-board/", &token, &json!({"name": "B", "id": second}));
        let boards = [(first, new_id(3)), (second, new_id(4))];
        let case = Self { server, primary, replica, token, boards, folder };
        for (board, (_, list)) in case.boards.iter().enumerate() {
            case.change(board, &json!({"type": "add_list", "list_id": list, "name": "l", "rank": "80"}));
        }
        case
    }

    fn get(&self, path: &str) -> Value {
        self.server.ok("GET", path, &self.token, &Value::Null)
    }

    fn change(&self, board: usize, change: &Value) -> i64 {
        let path = format!("/api/boards/{}/ops/", self.boards[board].0);
        let op = json!({"id": random_id(), "at": "2026-03-03T12:00:00Z", "change": change});
        let response = self.server.ok("POST", &path, &self.token, &json!({"ops": [op]}));
        assert_eq!(response["results"][0]["status"], "applied", "{response}");
        response["version"].as_i64().unwrap()
    }

    /// Adds a card, and checks that all reads of its board have it at once.
    fn add_card_and_read_it(&self, board: usize) {
        let (id, list) = &self.boards[board];
        let card = random_id();
        let before = self.get(&format!("/api/boards/{id}/"))["version"].as_i64().unwrap();
        let add = json!({"type": "add_card", "card_id": card, "list_id": list, "rank": "80", "title": "c"});
        let version = self.change(board, &add);
        for path in [format!("/api/boards/{id}/"), format!("/api/boards/{id}/changes/?since={before}")] {
            let read = self.get(&path);
            assert_eq!(read["version"], version, "{path}");
            assert!(read["cards"].as_array().unwrap().iter().any(|one| one["id"] == card.as_str()), "{path}: {read}");
        }
    }

    /// Saves a note, records a focus session, and checks that both are read at once.
    fn add_note_and_session_and_read_them(&self) {
        let (note, session) = (random_id(), random_id());
        let document = json!({"type": "doc", "content": [{"type": "paragraph"}]}).to_string();
        let save = json!({
            "type": "save", "save_id": random_id(), "base": null, "document": document, "edited_at": "2026-03-03T12:00:00Z"
        });
        self.server.ok("PUT", &format!("/api/notes/{note}/"), &self.token, &json!({"change": save}));
        let notes = self.get("/api/notes/?since=0");
        assert!(notes["notes"].as_array().unwrap().iter().any(|one| one["id"] == note.as_str()), "{notes}");
        let focused = || -> i64 {
            let days = self.get("/api/focus-days/");
            days["days"].as_array().unwrap().iter().map(|day| day["focused"].as_i64().unwrap()).sum()
        };
        let before = focused();
        let segment = json!({"start": "2026-03-03T10:00:00.000Z", "end": "2026-03-03T10:10:00.000Z", "utc_offset": 0});
        let body = json!({
            "id": session, "kind": "focus", "planned": 1500, "outcome": "stopped", "board_id": null, "card_id": null,
            "segments": [segment], "revision": 0, "is_deleted": false
        });
        self.server.ok("POST", "/api/focus-sessions/", &self.token, &body);
        assert_eq!(focused(), before + 600_000);
        let sessions = self.get("/api/focus-sessions/");
        assert!(sessions["sessions"].as_array().unwrap().iter().any(|one| one["id"] == session.as_str()), "{sessions}");
    }

    /// Returns how many reads of changes each PostgreSQL has logged: the primary, the replica.
    fn change_reads(&self) -> (usize, usize) {
        let count = |log: &str| {
            log.lines().filter(|line| line.contains("execute") && line.contains("WITH board AS MATERIALIZED")).count()
        };
        (count(&self.primary.log()), count(&self.replica.log()))
    }

    /// Returns whether the changes of a board are read from the replica.
    fn is_read_from_replica(&self, board: usize) -> bool {
        let (of_primary, of_replica) = self.change_reads();
        self.get(&format!("/api/boards/{}/changes/?since=1", self.boards[board].0));
        let (primary_after, replica_after) = self.change_reads();
        assert_eq!(primary_after + replica_after, of_primary + of_replica + 1, "one of them is read");
        replica_after > of_replica
    }

    fn wait_until_read_from_replica(&self, board: usize) {
        let began = Instant::now();
        while !self.is_read_from_replica(board) {
            assert!(began.elapsed() < Duration::from_secs(20), "{}", self.log());
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    fn warnings(&self) -> usize {
        self.log().matches("cannot read from the replica, reading from the primary").count()
    }
}

/// Returns a new id.
fn random_id() -> String {
    let mut random = [0; 8];
    getrandom::fill(&mut random).unwrap();
    new_id(u64::from_be_bytes(random))
}

#[test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
fn own_changes_are_read_at_once_while_the_replica_lags_or_is_down() {
    let mut case = Case::start();
    case.wait_until_read_from_replica(0);
    case.wait_until_read_from_replica(1);
    for _ in 0..20 {
        case.add_card_and_read_it(0);
    }
    case.add_note_and_session_and_read_them();
    case.wait_until_read_from_replica(0);

    // The replica receives what the primary writes, but does not apply it.
    case.replica.query("SELECT CAST(pg_wal_replay_pause() AS TEXT)");
    case.add_card_and_read_it(0);
    case.add_note_and_session_and_read_them();
    assert!(!case.is_read_from_replica(0), "it lacks the last card");
    assert!(case.is_read_from_replica(1), "it has all changes to the other board");
    let began = Instant::now();
    case.add_card_and_read_it(0);
    assert!(began.elapsed() < Duration::from_secs(2), "reads wait briefly: {:?}", began.elapsed());
    case.replica.query("SELECT CAST(pg_wal_replay_resume() AS TEXT)");
    case.wait_until_read_from_replica(0);
    assert_eq!(case.warnings(), 0, "a replica that lags is no failure");

    case.replica.stop();
    for _ in 0..5 {
        case.add_card_and_read_it(0);
        case.add_card_and_read_it(1);
    }
    case.add_note_and_session_and_read_them();
    assert_eq!(case.warnings(), 1, "{}", case.log());
    case.replica.resume();
    case.wait_until_read_from_replica(0);
    case.add_card_and_read_it(0);
}
