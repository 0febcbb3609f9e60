//! Several servers on one PostgreSQL.

use super::databases::TestDatabase;
use super::resources::account_with_board;
use super::{Server, command, new_id};
use serde_json::{Value, json};
use std::process::Command;

pub(super) const SECRET: &str = "0123456789abcdef0123456789abcdef";

/// The number of writers on each server, and of batches that each of them sends.
const WRITERS: u64 = 4;
const BATCHES: u64 = 25;

#[test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
fn two_servers_write_to_one_board_without_losing_a_change() {
    let database = TestDatabase::create("servers");
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let settings = [("RATE_LIMITS", "off"), ("DATABASE_URL", database.url.as_str()), ("JWT_SECRET", SECRET)];
    let servers = folders.each_ref().map(|folder| Server::start_with(folder.path(), &settings));
    let (token, board) = account_with_board(&servers[0], "ada", 1);
    let path = format!("/api/boards/{board}/ops/");
    let list = new_id(9);
    let op = |id: u64, change: Value| json!({"id": new_id(id), "at": "2026-03-03T12:00:00Z", "change": change});
    let add_list = json!({"type": "add_list", "list_id": list, "name": "l", "rank": "80"});
    servers[0].ok("POST", &path, &token, &json!({"ops": [op(8, add_list)]}));

    let mut versions: Vec<i64> = std::thread::scope(|scope| {
        let (token, path, list, op) = (&token, &path, &list, &op);
        let writers: Vec<_> = (0..WRITERS * 2)
            .map(|writer| {
                let server = &servers[usize::try_from(writer % 2).unwrap()];
                scope.spawn(move || {
                    let send = |number: u64| {
                        let id = 1_000 + 2 * (writer * BATCHES + number);
                        let change =
                            json!({"type": "add_card", "card_id": new_id(id), "list_id": list, "rank": "80", "title": "c"});
                        let response = server.ok("POST", path, token, &json!({"ops": [op(id + 1, change)]}));
                        assert_eq!(response["results"][0]["status"], "applied", "{response}");
                        response["version"].as_i64().unwrap()
                    };
                    (0..BATCHES).map(send).collect::<Vec<_>>()
                })
            })
            .collect();
        writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect()
    });
    versions.sort_unstable();
    let expected = i64::try_from(WRITERS * 2 * BATCHES).unwrap();
    let first = versions[0];
    // Batches that share a commit share its version, so versions may repeat but never skip or go back.
    assert!(versions.iter().zip(versions.iter().skip(1)).all(|(one, next)| next - one <= 1), "{versions:?}");
    let boards =
        servers.each_ref().map(|server| server.ok("GET", &format!("/api/boards/{board}/"), &token, &Value::Null));
    for board in &boards {
        assert_eq!(board["cards"].as_array().unwrap().len(), usize::try_from(expected).unwrap());
        assert_eq!(board["version"].as_i64(), versions.last().copied());
    }
    assert!(first >= 2);
    drop(servers);
    let verified = command(folders[0].path(), &settings).args(["admin", "verify"]).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}

/// Three servers start at once on an empty database: one migrates it, and all serve.
#[test]
#[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
fn three_servers_start_at_once_on_an_empty_database() {
    let database = TestDatabase::create("servers");
    let settings = [("RATE_LIMITS", "off"), ("DATABASE_URL", database.url.as_str()), ("JWT_SECRET", SECRET)];
    let folders = [(); 3].map(|()| tempfile::tempdir().unwrap());
    let servers = std::thread::scope(|scope| {
        let starts = folders.each_ref().map(|folder| {
            let settings = &settings;
            scope.spawn(move || Server::start_with(folder.path(), settings))
        });
        starts.map(|start| start.join().unwrap())
    });
    for (number, server) in (1..).zip(&servers) {
        account_with_board(server, &format!("person{number}"), number);
    }
    assert_eq!(database.query("SELECT owner FROM _migration_leases"), [""; 0], "the lease has ended");
    let running = || database.query("SELECT release FROM servers").len();
    assert_eq!(running(), 3);
    let [mut stopped, ..] = servers;
    let terminated = Command::new("kill").arg(stopped.process.id().to_string()).status().unwrap();
    assert!(terminated.success() && stopped.process.wait().unwrap().success());
    assert_eq!(running(), 2, "a server that is stopped ends its registration");
}
