//! The admin commands, run by the binary next to a running server, and the memory use of a large data export.

// Unwrapping is fine in tests; clippy only recognizes functions that are marked as tests.
#![allow(clippy::unwrap_used)]

use core_wasm::protocol::id::Id;
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A server in its own process, killed when dropped.
struct Server {
    process: Child,
    address: String,
}

impl Server {
    fn start(data: &Path, settings: &[(&str, &str)]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_twentyfour"))
            .env_clear()
            .env("LISTEN_ADDR", "127.0.0.1:0")
            .env("DATA_DIR", data)
            .env("RATE_LIMITS", "off")
            .envs(settings.iter().copied())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut greeting = String::new();
        BufReader::new(process.stdout.take().unwrap()).read_line(&mut greeting).unwrap();
        let address = greeting.split("http://").nth(1).unwrap().split(' ').next().unwrap().to_owned();
        Self { process, address }
    }

    /// Sends a request over its own connection and returns the status and the body.
    fn send(&self, method: &str, path: &str, token: &str, body: &Value) -> (u16, Vec<u8>) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        self.send_bytes(method, path, token, body.as_bytes())
    }

    fn send_bytes(&self, method: &str, path: &str, token: &str, body: &[u8]) -> (u16, Vec<u8>) {
        let mut connection = TcpStream::connect(&self.address).unwrap();
        connection.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: test\r\nConnection: close\r\nAuthorization: Bearer {token}\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        // Sent at once: a server that responds and closes the connection before it has read everything resets it.
        connection.write_all(&[head.as_bytes(), body].concat()).unwrap();
        let mut response = Vec::new();
        connection.read_to_end(&mut response).unwrap();
        let head = response.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
        let status = str::from_utf8(&response[..head]).unwrap().split(' ').nth(1).unwrap().parse().unwrap();
        (status, response.split_off(head + 4))
    }

    fn ok(&self, method: &str, path: &str, token: &str, body: &Value) -> Value {
        let (status, body) = self.send(method, path, token, body);
        let body = serde_json::from_slice(&body).unwrap();
        assert_eq!(status, 200, "{method} {path}: {body}");
        body
    }

    /// Creates an account and returns its id and its access token.
    fn sign_up(&self, email: &str) -> (String, String) {
        let response = self.ok("POST", "/api/auth/signup/", "", &sign_up(email, None));
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        (text(&response["user"][0]["id"]), text(&response["access_token"]))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.process.kill();
        _ = self.process.wait();
    }
}

fn sign_up(email: &str, invitation: Option<&str>) -> Value {
    json!({
        "first_name": "Ada", "last_name": "Lovelace", "email": email, "password": "correct horse battery",
        "invitation": invitation
    })
}

/// Runs an admin command.
fn admin(data: &Path, settings: &[(&str, &str)], arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_twentyfour"))
        .arg("admin")
        .args(arguments)
        .env_clear()
        .env("DATA_DIR", data)
        .envs(settings.iter().copied())
        .output()
        .unwrap()
}

/// Returns the output of a command that must succeed.
#[track_caller]
fn assert_success(output: Output) -> String {
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the standard output and the error message of a command that must fail.
#[track_caller]
fn assert_failure(output: Output) -> (String, String) {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.starts_with("twentyfour: ") && !error.contains("panicked"), "{error}");
    (String::from_utf8(output.stdout).unwrap(), error)
}

/// Runs statements directly on the database.
fn execute(data: &Path, sql: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        sqlx::any::install_default_drivers();
        let url = format!("sqlite://{}", data.join("twentyfour.db").display());
        let mut connection = AnyConnection::connect(&url).await.unwrap();
        sqlx::raw_sql("PRAGMA busy_timeout = 5000").execute(&mut connection).await.unwrap();
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    });
}

fn new_id(number: u64) -> String {
    let mut random = [0; 10];
    random[2..].copy_from_slice(&number.to_be_bytes());
    Id::from_parts(1_772_539_200_000, &random).to_string()
}

#[test]
fn admin_changes_accounts_while_the_server_runs() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let (_, token) = server.sign_up("ada@example.org");
    let user = || server.ok("GET", "/api/user/", &token, &Value::Null)["user"][0].clone();
    assert_eq!((&user()["is_admin"], &user()["user_type"]), (&json!(false), &json!("basic")));
    let stdout = assert_success(admin(folder.path(), &[], &["make-admin", "Ada@Example.org"]));
    assert_eq!(stdout, "ada@example.org is now an administrator.\n");
    assert_success(admin(folder.path(), &[], &["set-plan", "ada@example.org", "pro"]));
    assert_eq!((&user()["is_admin"], &user()["user_type"]), (&json!(true), &json!("pro")));
    assert_success(admin(folder.path(), &[], &["set-plan", "ada@example.org", "basic"]));
    assert_eq!(user()["user_type"], "basic");
    for arguments in [&["make-admin", "eve@example.org"][..], &["set-plan", "eve@example.org", "pro"]] {
        let (out, error) = assert_failure(admin(folder.path(), &[], arguments));
        assert_eq!((out.as_str(), error.trim()), ("", "twentyfour: No account has the email eve@example.org."));
    }
    let log = server.ok("GET", "/api/admin/audit/", &token, &Value::Null);
    let entries = log["entries"].as_array().unwrap().iter();
    let mut audited: Vec<_> = entries
        .map(|entry| ["admin", "action", "target", "detail"].map(|field| entry[field].as_str().unwrap_or("-")))
        .collect();
    audited.sort_unstable();
    let expected = [["make_admin", ""], ["set_plan", "basic"], ["set_plan", "pro"]];
    assert_eq!(audited, expected.map(|[action, detail]| ["-", action, "ada@example.org", detail]));
    assert!(assert_failure(admin(folder.path(), &[], &["make-admin", "nobody"])).1.contains("name@example.com"));
    assert!(!admin(folder.path(), &[], &["set-plan", "ada@example.org", "gold"]).status.success());
}

#[test]
fn admin_ends_logins_of_one_or_all_accounts() {
    const PROPAGATION_LIMIT: Duration = Duration::from_secs(10);
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let refresh = |token: &Value| server.send("POST", "/api/auth/refresh/", "", &json!({"refresh_token": token}));
    let [ada, eve] = ["ada@example.org", "eve@example.org"]
        .map(|email| server.ok("POST", "/api/auth/signup/", "", &sign_up(email, None)));
    let log_in = json!({"email": "ada@example.org", "password": "correct horse battery"});
    let also_ada = server.ok("POST", "/api/auth/login/", "", &log_in);
    for usage in [&["end-logins"][..], &["end-logins", "--all", "ada@example.org"]] {
        assert_eq!(admin(folder.path(), &[], usage).status.code(), Some(2), "{usage:?}");
    }
    let (out, error) = assert_failure(admin(folder.path(), &[], &["end-logins", "nobody@example.org"]));
    assert_eq!((out.as_str(), error.contains("No account has the email")), ("", true));

    // Puts the login into the server's cache.
    let token = ada["access_token"].as_str().unwrap();
    server.ok("GET", "/api/user/", token, &Value::Null);
    let stdout = assert_success(admin(folder.path(), &[], &["end-logins", "Ada@Example.org"]));
    let ended = Instant::now();
    assert!(stdout.starts_with("Ended 2 logins of ada@example.org."), "{stdout}");
    while server.send("GET", "/api/user/", token, &Value::Null).0 != 401 {
        assert!(ended.elapsed() < PROPAGATION_LIMIT + Duration::from_secs(2), "the token is still accepted");
        std::thread::sleep(Duration::from_millis(200));
    }
    for login in [&ada, &also_ada] {
        assert_eq!(refresh(&login["refresh_token"]).0, 401);
    }
    let (status, pair) = refresh(&eve["refresh_token"]);
    assert_eq!(status, 200, "logins of other users stay valid");
    let stdout = assert_success(admin(folder.path(), &[], &["end-logins", "ada@example.org"]));
    assert!(stdout.starts_with("Ended 0 logins of ada@example.org."), "{stdout}");

    server.ok("POST", "/api/auth/login/", "", &log_in);
    let stdout = assert_success(admin(folder.path(), &[], &["end-logins", "--all"]));
    assert!(stdout.starts_with("Ended 2 logins of all accounts."), "{stdout}");
    let pair: Value = serde_json::from_slice(&pair).unwrap();
    assert_eq!(server.send("GET", "/api/user/", pair["access_token"].as_str().unwrap(), &Value::Null).0, 401);
    assert_eq!(refresh(&pair["refresh_token"]).0, 401);
    // The user can log in again at once.
    server.ok("POST", "/api/auth/login/", "", &log_in);
}

#[test]
fn waitlist_is_exported_as_csv() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    for (name, email) in [("=SUM(A1)", "ada@example.org"), ("Eve, \"the\" second", "eve@example.org")] {
        server.ok("POST", "/api/add-to-waitlist/", "", &json!({"name": name, "email": email}));
    }
    let text = assert_success(admin(folder.path(), &[], &["waitlist", "export"]));
    let mut reader = csv::Reader::from_reader(text.strip_prefix('\u{feff}').unwrap().as_bytes());
    assert_eq!(reader.headers().unwrap(), vec!["email", "name", "joined"]);
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let mut rows: Vec<(&str, &str)> = rows.iter().map(|row| (&row[0], &row[1])).collect();
    // Both entries may have the same millisecond.
    rows.sort_unstable();
    assert_eq!(rows, [("ada@example.org", "'=SUM(A1)"), ("eve@example.org", "Eve, \"the\" second")]);
}

#[test]
fn invitation_is_valid_for_one_account() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[("WAITLIST_ONLY", "1")]);
    let settings = [("PUBLIC_URL", "https://twentyfour.example/")];
    let link = assert_success(admin(folder.path(), &settings, &["invite", "create"]));
    let code = link.trim().strip_prefix("https://twentyfour.example/auth?type=signup&invitation=").unwrap().to_owned();
    assert_eq!(code.len(), 43, "256 bits, base64url");
    let other = assert_success(admin(folder.path(), &[], &["invite", "create"]));
    assert!(other.starts_with("http://127.0.0.1:8080/auth?") && !other.contains(&code));
    let try_with = |email: &str, code: Option<&str>| {
        let (status, body) = server.send("POST", "/api/auth/signup/", "", &sign_up(email, code));
        (status, serde_json::from_slice::<Value>(&body).unwrap()["code"].clone())
    };
    assert_eq!(try_with("ada@example.org", None), (403, json!("invitation_required")));
    assert_eq!(try_with("ada@example.org", Some("nonsense")), (403, json!("invitation_invalid")));
    assert_eq!(try_with("ada@example.org", Some(&code)), (200, Value::Null));
    assert_eq!(try_with("eve@example.org", Some(&code)), (403, json!("invitation_invalid")));
}

#[test]
fn rotated_key_is_used_after_restart_and_old_tokens_stay_valid() {
    let folder = tempfile::tempdir().unwrap();
    assert!(assert_failure(admin(folder.path(), &[], &["rotate-keys"])).1.contains("no signing key"));
    let server = Server::start(folder.path(), &[]);
    let (_, before) = server.sign_up("ada@example.org");
    let stdout = assert_success(admin(folder.path(), &[], &["rotate-keys"]));
    assert!(stdout.contains("Restart the server"), "{stdout}");
    server.ok("GET", "/api/user/", &before, &Value::Null);
    drop(server);

    let server = Server::start(folder.path(), &[]);
    server.ok("GET", "/api/user/", &before, &Value::Null);
    let log_in = json!({"email": "ada@example.org", "password": "correct horse battery"});
    let response = server.ok("POST", "/api/auth/login/", "", &log_in);
    let now = response["access_token"].as_str().unwrap();
    let key_id = |token: &str| jsonwebtoken::decode_header(token).unwrap().kid.unwrap();
    assert_ne!(key_id(&before), key_id(now));
    drop(server);

    // After two rotations, the first key is no longer accepted.
    assert_success(admin(folder.path(), &[], &["rotate-keys"]));
    let server = Server::start(folder.path(), &[]);
    assert_eq!(server.send("GET", "/api/user/", &before, &Value::Null).0, 401);
    server.ok("GET", "/api/user/", now, &Value::Null);

    // A configured secret is rotated by the operator, and the files in the folder stay unchanged.
    let files = || ["jwt_secret", "jwt_secret_previous"].map(|name| std::fs::read(folder.path().join(name)).unwrap());
    let stored = files();
    let own = "0123456789abcdef0123456789abcdef";
    let stdout = assert_success(admin(folder.path(), &[("JWT_SECRET", own)], &["rotate-keys"]));
    let next = stdout.lines().find_map(|line| line.strip_prefix("JWT_SECRET=")).unwrap();
    assert!(next.len() >= 32 && stdout.contains("JWT_SECRET_PREVIOUS=") && !stdout.contains(own), "{stdout}");
    let file = folder.path().join("own_secret");
    std::fs::write(&file, own).unwrap();
    let file = file.to_str().unwrap();
    let stdout = assert_success(admin(folder.path(), &[("JWT_SECRET_FILE", file)], &["rotate-keys"]));
    assert!(stdout.contains("JWT_SECRET_PREVIOUS_FILE") && stdout.contains(file), "{stdout}");
    assert!(!stdout.contains("JWT_SECRET=") && !stdout.contains(own), "{stdout}");
    assert!(stdout.lines().last().unwrap().len() >= 32, "{stdout}");
    assert_eq!(files(), stored);
}

#[test]
fn backup_under_load_is_restored_with_all_acknowledged_data() {
    let folder = tempfile::tempdir().unwrap();
    let backup = folder.path().join("copies/one.db");
    let data = folder.path().join("data");
    let server = Server::start(&data, &[]);
    let (_, token) = server.sign_up("ada@example.org");
    let board = new_id(1);
    server.ok("POST", "/api/boards/create-board/", &token, &json!({"name": "B", "id": board}));
    let add_list = |number: u64| {
        let change = json!({"type": "add_list", "list_id": new_id(2 * number), "name": "l", "rank": "80"});
        let op = json!({"id": new_id(2 * number + 1), "at": "2026-03-03T12:00:00Z", "change": change});
        let path = format!("/api/boards/{board}/ops/");
        server.ok("POST", &path, &token, &json!({"ops": [op]}))["version"].as_i64().unwrap()
    };
    let before = (10..60).map(add_list).max().unwrap();
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| (60..160).map(add_list).max().unwrap());
        let report = assert_success(admin(&data, &[], &["backup", backup.to_str().unwrap()]));
        assert_eq!(report, format!("Copied the database to {}.\n", backup.display()));
        writer.join().unwrap();
    });
    let (_, error) = assert_failure(admin(&data, &[], &["backup", backup.to_str().unwrap()]));
    assert!(error.contains("exists already"), "{error}");
    let (_, error) = assert_failure(admin(&data, &[], &["restore", backup.to_str().unwrap()]));
    assert!(error.contains("Another server uses the database"), "{error}");
    drop(server);

    let report = assert_success(admin(&data, &[], &["restore", backup.to_str().unwrap()]));
    assert!(report.starts_with("Restored the database") && report.contains("The replaced database is"), "{report}");
    assert_success(admin(&data, &[], &["verify"]));
    let server = Server::start(&data, &[]);
    let opened = server.ok("GET", &format!("/api/boards/{board}/"), &token, &Value::Null);
    let version = opened["version"].as_i64().unwrap();
    assert!((before..=before + 100).contains(&version), "{version}");
    assert_eq!(opened["lists"].as_array().unwrap().len() as i64, version - 1, "a list per version");
}

#[test]
fn scheduled_backups_are_made_and_the_oldest_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let backups = folder.path().join("backups");
    std::fs::create_dir(&backups).unwrap();
    for day in 1..=3 {
        std::fs::write(backups.join(format!("twentyfour-2020-01-0{day}.db")), "").unwrap();
    }
    let server = Server::start(folder.path(), &[("BACKUP_EVERY", "24"), ("BACKUP_KEEP", "2")]);
    let deadline = Instant::now() + Duration::from_secs(20);
    let names = || {
        let mut names: Vec<String> = std::fs::read_dir(&backups)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter(|name| !name.contains("partial"))
            .collect();
        names.sort();
        names
    };
    while names().len() != 2 || names()[1].starts_with("twentyfour-2020") {
        assert!(Instant::now() < deadline, "{:?}", names());
        std::thread::sleep(Duration::from_millis(20));
    }
    assert_eq!(names()[0], "twentyfour-2020-01-03.db");
    drop(server);
    let newest = backups.join(&names()[1]);
    assert_success(admin(folder.path(), &[], &["restore", newest.to_str().unwrap()]));
}

#[test]
fn users_are_listed_and_can_be_sent_a_link_for_a_new_password() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let (_, token) = server.sign_up("ada@example.org");
    assert_success(admin(folder.path(), &[], &["make-admin", "ada@example.org"]));
    let list = assert_success(admin(folder.path(), &[], &["list-users"]));
    let lines: Vec<&str> = list.trim_start_matches('\u{feff}').lines().collect();
    assert_eq!(lines[0], "email,first_name,last_name,plan,is_admin,is_verified,joined,last_login");
    assert!(lines[1].starts_with("ada@example.org,Ada,Lovelace,basic,true,false,"), "{list}");

    let settings = [("PUBLIC_URL", "https://twentyfour.example")];
    let link = assert_success(admin(folder.path(), &settings, &["reset-password", "ada@example.org"]));
    let reset_token = link.trim().strip_prefix("https://twentyfour.example/auth?type=reset#token=").unwrap();
    let body = json!({"token": reset_token, "password": "another horse battery"});
    server.ok("POST", "/api/auth/reset-password/", "", &body);
    assert_eq!(server.send("GET", "/api/user/", &token, &Value::Null).0, 401);
    let login = json!({"email": "ada@example.org", "password": "another horse battery"});
    server.ok("POST", "/api/auth/login/", "", &login);
    let (_, error) = assert_failure(admin(folder.path(), &[], &["reset-password", "eve@example.org"]));
    assert!(error.contains("No account has the email"), "{error}");
}

#[test]
fn migrations_are_printed_before_they_run() {
    let folder = tempfile::tempdir().unwrap();
    let report = assert_success(admin(folder.path(), &[], &["migrate", "--dry-run"]));
    assert!(report.starts_with("Migrations to run: 1 start, 2 items and trash"), "{report}");
    assert!(!folder.path().join("twentyfour.db").exists());
    for arguments in [&["migrate"][..], &["migrate", "--dry-run"]] {
        assert_eq!(assert_success(admin(folder.path(), &[], arguments)), "The database is up to date.\n");
    }
}

#[test]
fn secret_is_read_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("secret");
    std::fs::write(&file, "0123456789abcdef0123456789abcdef\n").unwrap();
    let data = folder.path().join("data");
    let server = Server::start(&data, &[("JWT_SECRET_FILE", file.to_str().unwrap())]);
    let (_, token) = server.sign_up("ada@example.org");
    drop(server);
    let server = Server::start(&data, &[("JWT_SECRET", "0123456789abcdef0123456789abcdef")]);
    server.ok("GET", "/api/user/", &token, &Value::Null);
    assert!(!data.join("jwt_secret").exists());
}

#[test]
fn verify_reports_every_kind_of_problem() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let (account, token) = server.sign_up("ada@example.org");
    let (board, list, card) = (new_id(1), new_id(2), new_id(3));
    server.ok("POST", "/api/boards/create-board/", &token, &json!({"name": "B", "id": board}));
    let op = |number: u64, change: Value| json!({"id": new_id(number), "at": "2026-03-03T12:00:00Z", "change": change});
    let ops = json!({"ops": [
        op(10, json!({"type": "add_list", "list_id": list, "name": "l", "rank": "80"})),
        op(11, json!({"type": "add_card", "card_id": card, "list_id": list, "rank": "80", "title": "c"})),
        op(12, json!({"type": "add_comment", "item_id": new_id(4), "card_id": card, "text": "t"})),
    ]});
    server.ok("POST", &format!("/api/boards/{board}/ops/"), &token, &ops);
    let session = json!({
        "id": new_id(5), "kind": "focus", "planned": 1500, "outcome": "completed", "board_id": board, "card_id": card,
        "segments": [{"start": "2026-03-03T08:30:00Z", "end": "2026-03-03T08:55:00Z", "utc_offset": 60}]
    });
    server.ok("POST", "/api/focus-sessions/", &token, &session);
    let note = new_id(6);
    for (save, base, text) in [(new_id(7), Value::Null, "a"), (new_id(8), json!(new_id(7)), "b")] {
        let document =
            json!({"type": "doc", "content": [{"type": "paragraph", "content": [{"type": "text", "text": text}]}]});
        let change = json!({
            "type": "save", "save_id": save, "base": base, "document": document.to_string(), "edited_at": "2026-03-03T12:00:00Z"
        });
        server.ok("PUT", &format!("/api/notes/{note}/"), &token, &json!({"change": change}));
    }
    assert_eq!(server.send_bytes("POST", "/api/pictures/", &token, include_bytes!("pictures/cmyk.jpg")).0, 200);
    server.ok("POST", "/api/add-to-waitlist/", "", &json!({"name": "Eve", "email": "eve@example.org"}));

    let report = assert_success(admin(folder.path(), &[], &["verify"]));
    for line in [
        "engine: 1 checked, no problems",
        "accounts: 1 checked, no problems",
        "preferences: 1 checked, no problems",
        "logins: 1 checked, no problems",
        "boards: 1 checked, no problems",
        "lists: 1 checked, no problems",
        "cards: 1 checked, no problems",
        "items: 1 checked, no problems",
        "ops: 3 checked, no problems",
        "focus sessions: 1 checked, no problems",
        "focus days: 1 checked, no problems",
        "notes: 1 checked, no problems",
        "note versions: 1 checked, no problems",
        "pictures: 1 checked, no problems",
        "waitlist: 1 checked, no problems",
    ] {
        assert!(report.lines().any(|response| response == line), "{line} is not in:\n{report}");
    }

    // Each fault is repaired before the next one, so that each is found on its own.
    for (harm, mend, response) in [
        ("UPDATE cards SET priority = 'urgent'", "UPDATE cards SET priority = 'low'", "cards: 1 checked, 1 problem"),
        ("UPDATE cards SET version = 99", "UPDATE cards SET version = 2", "cards: 1 checked, 1 problem"),
        ("UPDATE lists SET rank = 'x'", "UPDATE lists SET rank = '80'", "lists: 1 checked, 1 problem"),
        ("UPDATE items SET version = 3", "UPDATE items SET version = 2", "items: 1 checked, 1 problem"),
        (
            "UPDATE boards SET record_version = 3",
            "UPDATE boards SET record_version = 1",
            "boards: 1 checked, 1 problem",
        ),
        (
            "UPDATE boards SET slug = 'No Slug'",
            "UPDATE boards SET slug = (SELECT slug FROM slugs)",
            "boards: 1 checked, 1 problem",
        ),
        (
            "UPDATE slugs SET board_id = 'x'",
            "UPDATE slugs SET board_id = (SELECT id FROM boards)",
            "engine: 1 checked, 1 problem",
        ),
        (
            "UPDATE emails SET email = 'x'",
            "UPDATE emails SET email = (SELECT email FROM users)",
            "engine: 1 checked, 1 problem",
        ),
        ("UPDATE ops SET body = 'x' || body", "UPDATE ops SET body = substr(body, 2)", "ops: 3 checked, 3 problems"),
        (
            "UPDATE focus_days SET focused = focused + 1",
            "UPDATE focus_days SET focused = focused - 1",
            "focus days: 1 checked, 1 problem",
        ),
        (
            "UPDATE focus_sessions SET ends_at = ends_at + 1",
            "UPDATE focus_sessions SET ends_at = ends_at - 1",
            "focus sessions: 1 checked, 1 problem",
        ),
        (
            "UPDATE preferences SET theme = 'x' WHERE 1 = 0; UPDATE users SET user_type = 'gold'",
            "UPDATE users SET user_type = 'basic'",
            "accounts: 1 checked, 1 problem",
        ),
        (
            "UPDATE notes SET document = replace(document, 'paragraph', 'script')",
            "UPDATE notes SET document = replace(document, 'script', 'paragraph')",
            "notes: 1 checked, 1 problem",
        ),
        (
            "UPDATE notes SET save_id = 'x' || save_id",
            "UPDATE notes SET save_id = substr(save_id, 2)",
            "notes: 1 checked, 1 problem",
        ),
        ("UPDATE notes SET version = 99", "UPDATE notes SET version = 2", "notes: 1 checked, 1 problem"),
        (
            "UPDATE note_versions SET document = '{}' || document",
            "UPDATE note_versions SET document = substr(document, 3)",
            "note versions: 1 checked, 1 problem",
        ),
        (
            "UPDATE note_versions SET edited_at = 'x'",
            "UPDATE note_versions SET edited_at = 1",
            "note versions: 1 checked, 1 problem",
        ),
        (
            "UPDATE picture_pieces SET bytes = 'AAAA' || bytes",
            "UPDATE picture_pieces SET bytes = substr(bytes, 5)",
            "pictures: 1 checked, 1 problem",
        ),
        (
            "UPDATE picture_pieces SET bytes = '!' || bytes",
            "UPDATE picture_pieces SET bytes = substr(bytes, 2)",
            "pictures: 1 checked, 1 problem",
        ),
        (
            "UPDATE pictures SET color = 'x' || color",
            "UPDATE pictures SET color = substr(color, 2)",
            "pictures: 1 checked, 1 problem",
        ),
        (
            "UPDATE waitlist SET email = 'x'",
            "UPDATE waitlist SET email = 'e@example.org'",
            "waitlist: 1 checked, 1 problem",
        ),
        (
            "PRAGMA foreign_keys = OFF; UPDATE items SET card_id = '0192f0c1-7b3a-7c9e-8a54-3d1f6b2e9c70'",
            "PRAGMA foreign_keys = OFF; UPDATE items SET card_id = (SELECT id FROM cards)",
            "engine: 1 checked, 1 problem",
        ),
    ] {
        execute(folder.path(), harm);
        let (report, error) = assert_failure(admin(folder.path(), &[], &["verify"]));
        assert!(report.lines().any(|line| line == response), "{harm}: {report}");
        assert!(error.contains("problem"), "{error}");
        execute(folder.path(), mend);
    }
    assert_success(admin(folder.path(), &[], &["verify"]));
    execute(folder.path(), &format!("DELETE FROM focus_days WHERE user_id = '{account}'"));
    let (report, _) = assert_failure(admin(folder.path(), &[], &["verify"]));
    assert!(report.contains("focus days: 0 checked, 1 problem"), "{report}");
}

#[cfg(target_os = "linux")]
#[test]
fn large_export_uses_little_memory() {
    const SESSIONS: usize = 73_000;
    const CARDS: usize = 10_000;
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path(), &[]);
    let (account, token) = server.sign_up("ada@example.org");
    let (board, list) = (new_id(1), new_id(2));
    server.ok("POST", "/api/boards/create-board/", &token, &json!({"name": "B", "id": board}));
    let op = json!({"id": new_id(3), "at": "2026-03-03T12:00:00Z", "change":
        {"type": "add_list", "list_id": list, "name": "l", "rank": "80"}});
    server.ok("POST", &format!("/api/boards/{board}/ops/"), &token, &json!({"ops": [op]}));
    let numbers = |count: usize| {
        format!("WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count})")
    };
    // With descriptions of 2,000 characters, this is about 100 MB uncompressed, which must not be held in memory.
    execute(
        folder.path(),
        &format!(
            "INSERT INTO focus_sessions (user_id, id, kind, planned, outcome, starts_at, ends_at, segments) {} \
             SELECT '{account}', '01900000-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2, 12), 'focus', 1200, \
             'stopped', 1600000000000 + n * 2000000, 1600000000000 + n * 2000000 + 1200000, \
             '[{{\"start\":\"2026-03-03T08:00:00.000Z\",\"end\":\"2026-03-03T08:20:00.000Z\",\"utc_offset\":0}}]' FROM numbers",
            numbers(SESSIONS)
        ),
    );
    execute(
        folder.path(),
        &format!(
            "INSERT INTO cards (board_id, id, list_id, rank, title, description, priority, labels, version, created_at) {} \
             SELECT '{board}', '01900000-0000-7000-8000-' || substr(CAST(1000000000000 + n AS TEXT), 2, 12), '{list}', '80', \
             'card ' || n, replace(hex(zeroblob(500)), '00', 'd' || n % 10 || '日 '), 'low', '[]', 1, 1600000000000 FROM numbers",
            numbers(CARDS)
        ),
    );
    // The peak memory use of the process in KiB.
    let peak = || {
        let status = std::fs::read_to_string(format!("/proc/{}/status", server.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").trim().parse::<u64>().unwrap()
    };
    let before = peak();
    let (status, bytes) = server.send("GET", "/api/account/export/", &token, &Value::Null);
    let grown = peak() - before;
    assert_eq!(status, 200);
    assert!(grown < 50 << 10, "the server's memory has grown by {grown} KiB");
    let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
    let mut lines = |name: &str| {
        let mut text = String::new();
        archive.by_name(name).unwrap().read_to_string(&mut text).unwrap();
        text.lines().count()
    };
    assert_eq!(lines("focus-sessions.csv"), SESSIONS + 1);
    assert_eq!(lines("cards.csv"), CARDS + 1);
    let spooled: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(
        spooled.iter().all(|name| name.to_string_lossy().starts_with("twentyfour.") || name == "jwt_secret"),
        "{spooled:?}"
    );
}
