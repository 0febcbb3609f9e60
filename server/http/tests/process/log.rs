//! The log of a real server: its default content, both formats, and hostile input.

use crate::{Server, new_id};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use sqlx::{AnyConnection, Connection};
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};
use tokio_tungstenite::tungstenite::Message;

/// The User-Agent of a browser.
const FIREFOX: &str = "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

/// A server whose log goes to a file.
pub(super) struct LoggedServer {
    pub(super) server: Server,
    folder: tempfile::TempDir,
}

/// A user who has just signed up.
struct Person {
    id: String,
    access_token: String,
    refresh_token: String,
}

impl LoggedServer {
    pub(super) fn start(settings: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let log = std::fs::File::create(folder.path().join("log")).unwrap();
        let server = Server::start_with_log(&folder.path().join("data"), settings, Stdio::from(log));
        Self { server, folder }
    }

    pub(super) fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).unwrap()
    }

    /// Returns the lines of a JSON log.
    fn lines(&self) -> Vec<Value> {
        self.log().lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line:?}"))).collect()
    }

    /// Waits for a line in the log.
    fn wait_for(&self, is_it: impl Fn(&Value) -> bool) -> Value {
        let since = Instant::now();
        loop {
            if let Some(line) = self.lines().into_iter().find(&is_it) {
                return line;
            }
            assert!(since.elapsed() < Duration::from_secs(30), "it is not in\n{}", self.log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    fn post(&self, path: &str, header: &str, body: &Value) -> (u16, Value) {
        self.server.send_with("POST", path, header, body).unwrap()
    }

    fn sign_up(&self, name: &str) -> Person {
        let email = format!("{}@example.org", name.to_lowercase());
        let body = json!({"first_name": name, "last_name": "B", "email": email, "password": "correct horse"});
        let (status, response) = self.post("/api/auth/signup/", FIREFOX, &body);
        assert_eq!(status, 200, "{response}");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Person {
            id: text(&response["user"][0]["id"]),
            access_token: text(&response["access_token"]),
            refresh_token: text(&response["refresh_token"]),
        }
    }
}

#[test]
fn security_events_are_logged_without_email_or_password() {
    // The default settings.
    let logged = LoggedServer::start(&[]);
    let Person { id, access_token: token, .. } = logged.sign_up("Ada");
    let log_in = |password: &str| {
        let body = json!({"email": "ada@example.org", "password": password});
        logged.post("/api/auth/login/", FIREFOX, &body).0
    };
    assert_eq!((log_in("wrong horse"), log_in("correct horse")), (401, 200));
    let change = |current: &str| {
        let body = json!({"current_password": current, "password": "a better horse"});
        logged.server.send("PUT", "/api/account/password/", &token, &body).unwrap().0
    };
    assert_eq!((change("wrong horse"), change("correct horse")), (403, 200));
    assert!((0..10).map(|_| log_in("wrong horse")).any(|status| status == 429), "a limit is hit");
    let forgot = json!({"email": "ada@example.org"});
    assert_eq!(logged.post("/api/auth/forgot-password/", FIREFOX, &forgot).0, 200);
    let log = logged.log();
    let lines: Vec<&str> = log.lines().filter(|line| line.contains(" INFO ") && line.contains(" security: ")).collect();
    let from = "method=POST route=/api/auth/login address=127.0.0.1}: security: event=";
    for line in [
        format!("route=/api/auth/signup address=127.0.0.1}}: security: event=SignUp account={id}"),
        format!("event=LoginSucceeded login_method=sign_up device=\"Firefox on Linux\" account={id}"),
        format!("{from}LoginFailed login_method=password device=\"Firefox on Linux\" account={id}"),
        format!("{from}LoginSucceeded login_method=password device=\"Firefox on Linux\" account={id}"),
        format!("{from}RateLimitExceeded limit=log_in"),
        format!("route=/api/account/password address=127.0.0.1}}: security: event=PasswordRejected account={id}"),
        format!(
            "method=PUT route=/api/account/password address=127.0.0.1}}: security: event=PasswordChanged account={id}"
        ),
        format!("event=LoginEnded account={id}"),
        "event=PasswordResetRequested".to_owned(),
    ] {
        assert!(lines.iter().any(|logged_events| logged_events.ends_with(&line)), "{line} is not in {lines:#?}");
    }
    assert_eq!(lines.iter().filter(|line| line.contains("PasswordRejected")).count(), 1, "one line per rejection");
    assert!(!lines.iter().any(|line| line.contains("event=RequestRejected")), "{lines:#?}");
    for secret in ["ada@", "example.org", "horse", &token] {
        assert!(!lines.iter().any(|line| line.contains(secret)), "{secret} is in {lines:#?}");
    }
}

#[test]
fn header_of_an_untrusted_proxy_is_logged_once() {
    let logged = LoggedServer::start(&[]);
    for _ in 0..3 {
        let sent = logged.server.send_with("GET", "/api/health/live", "X-Forwarded-For: 192.0.2.1", &json!({}));
        assert_eq!(sent.unwrap().0, 200);
    }
    let log = logged.log();
    let warnings: Vec<&str> = log.lines().filter(|line| line.contains("X-Forwarded-For ignored")).collect();
    assert!(matches!(*warnings, [line] if line.contains("set TRUSTED_PROXIES=127.0.0.1")), "{warnings:#?}");
}

#[tokio::test]
async fn rejections_are_logged_with_code_and_route_pattern() {
    let logged = LoggedServer::start(&[("LOG_FORMAT", "json"), ("RATE_LIMITS", "off")]);
    let (ada, eve) = (logged.sign_up("Ada"), logged.sign_up("Eve"));
    let send =
        |method: &str, path: &str, token: &str, body: &Value| logged.server.send(method, path, token, body).unwrap().0;
    let (board, card) = (new_id(1), new_id(2));
    assert_eq!(send("POST", "/api/boards/create-board/", &ada.access_token, &json!({"name": "B", "id": board})), 200);
    assert_eq!(logged.post("/api/auth/logout/", "X: y", &json!({"refresh_token": ada.refresh_token})).0, 200);

    // The rejections, and the line expected for each.
    let mut expected = Vec::new();
    let mut refused = |status: u16, code: &str, method: &str, route: &str, account: Option<&str>| {
        expected.push(json!({"code": code, "status": status, "method": method, "route": route, "account": account}));
    };
    assert_eq!(logged.server.send_with("GET", "/api/user/?secret=1", "X: y", &Value::Null).unwrap().0, 401);
    refused(401, "token_missing", "GET", "/api/user", None);
    assert_eq!(send("GET", "/api/user/", "a.forged.token", &Value::Null), 401);
    refused(401, "token_invalid", "GET", "/api/user", None);
    assert_eq!(send("GET", "/api/user/", &ada.access_token, &Value::Null), 401);
    refused(401, "token_invalid", "GET", "/api/user", Some(&ada.id));
    assert_eq!(logged.post("/api/auth/refresh/", "X: y", &json!({"refresh_token": ada.refresh_token})).0, 401);
    refused(401, "refresh_invalid", "POST", "/api/auth/refresh", None);
    let eves = &eve.access_token;
    assert_eq!(send("GET", &format!("/api/boards/{board}/"), eves, &Value::Null), 404);
    refused(404, "not_found", "GET", "/api/boards/{board}", Some(&eve.id));
    assert_eq!(send("GET", &format!("/api/boards/{board}/cards/{card}/activity/"), eves, &Value::Null), 404);
    refused(404, "not_found", "GET", "/api/boards/{board}/cards/{card}/activity", Some(&eve.id));
    assert_eq!(send("GET", "/api/../.env%0a", eves, &Value::Null), 404);
    refused(404, "not_found", "GET", "/api/{*path}", Some(&eve.id));
    assert_eq!(send("PUT", "/api/preferences/", eves, &json!({"focus_minutes": -1})), 422);
    refused(422, "preference_invalid", "PUT", "/api/preferences", Some(&eve.id));
    assert_eq!(send("PUT", "/api/user/", eves, &json!({"first_name": 1})), 422);
    refused(422, "body_invalid", "PUT", "/api/user", Some(&eve.id));
    assert_eq!(send("PUT", "/api/user/", eves, &json!("x".repeat(3 << 20))), 413);
    refused(413, "too_large", "PUT", "/api/user", Some(&eve.id));
    assert_eq!(send("GET", "/api/focus-days/breakdown/?from=x", eves, &Value::Null), 422);
    refused(422, "bad_query", "GET", "/api/focus-days/breakdown", Some(&eve.id));
    assert_eq!(send("BREW", "/api/user/", eves, &Value::Null), 405);
    refused(405, "method_not_allowed", "other", "/api/user", Some(&eve.id));
    let own = new_id(3);
    assert_eq!(send("POST", "/api/boards/create-board/", eves, &json!({"name": "B", "id": own})), 200);
    let batch = json!({"ops": [
        {"id": new_id(4), "at": "2026-03-03T12:00:00Z", "change": {"type": "trash_card", "card_id": card}}
    ]});
    assert_eq!(send("POST", &format!("/api/boards/{own}/ops/"), eves, &batch), 200);
    refused(200, "unknown_card", "POST", "/api/boards/{board}/ops", Some(&eve.id));
    let address = format!("ws://{}/api/live/", logged.server.address);
    let (mut live, _) = tokio_tungstenite::connect_async(address).await.unwrap();
    let message = json!({"type": "authenticate", "token": ada.access_token}).to_string();
    live.send(Message::Text(message.into())).await.unwrap();
    while let Some(Ok(_)) = live.next().await {}
    refused(4401, "token_invalid", "GET", "/api/live", None);

    let logged_events: Vec<Value> = logged
        .lines()
        .iter()
        .filter(|line| line["event"] == "RequestRejected")
        .map(|line| {
            assert_eq!((line["target"].as_str(), line["level"].as_str()), (Some("security"), Some("INFO")));
            let moment = line["timestamp"].as_str().unwrap();
            assert!(moment.ends_with('Z') && chrono::DateTime::parse_from_rfc3339(moment).is_ok(), "{moment}");
            assert_eq!(line["span"]["address"], "127.0.0.1");
            let (method, route) = (&line["span"]["method"], &line["span"]["route"]);
            json!({"code": line["code"], "status": line["status"], "method": method, "route": route, "account": line["account"]})
        })
        .collect();
    assert_eq!(json!(logged_events), json!(expected));
    let log = logged.log();
    for absent in [&board, &card, &ada.access_token, &ada.refresh_token, eves, "secret=1", ".env", "BREW", "forged"] {
        assert!(!log.contains(absent), "the log contains {absent}");
    }
}

#[test]
fn expired_access_token_is_not_logged() {
    let logged = LoggedServer::start(&[("LOG_FORMAT", "json"), ("ACCESS_TOKEN_SECONDS", "1")]);
    let ada = logged.sign_up("Ada");
    let since = Instant::now();
    let (status, response) = loop {
        let answered = logged.server.send("GET", "/api/user/", &ada.access_token, &Value::Null).unwrap();
        if answered.0 != 200 {
            break answered;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "it does not run out");
        std::thread::sleep(Duration::from_millis(200));
    };
    assert_eq!((status, response["code"].as_str()), (401, Some("token_expired")));
    assert_eq!(logged.server.send("GET", "/api/user/", "forged", &Value::Null).unwrap().0, 401);
    let codes: Vec<Value> =
        logged.lines().iter().map(|line| line["code"].clone()).filter(|code| !code.is_null()).collect();
    assert_eq!(codes, ["token_invalid"]);
}

#[test]
fn failed_writes_and_mail_deliveries_are_logged() {
    // This port does not speak TLS.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let smtp = format!("smtps://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            _ = connection.unwrap().write_all(b"220 mail.example ESMTP\r\n");
        }
    });
    let settings = [("LOG_FORMAT", "json"), ("SMTP_URL", &*smtp), ("MAIL_FROM", "a@example.org")];
    let logged = LoggedServer::start(&settings);
    logged.sign_up("Ada");
    let mail =
        logged.wait_for(|line| line["message"].as_str().is_some_and(|text| text.starts_with("mail delivery failed")));
    assert_eq!(mail["level"], "WARN");
    assert!(!mail["error"].as_str().unwrap().is_empty(), "{mail}");

    let database = format!("sqlite://{}", logged.folder.path().join("data/twentyfour.db").display());
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        sqlx::any::install_default_drivers();
        let mut connection = AnyConnection::connect(&database).await.unwrap();
        sqlx::query("DROP TABLE waitlist").execute(&mut connection).await.unwrap();
        connection.close().await.unwrap();
    });
    let (status, response) =
        logged.post("/api/add-to-waitlist/", "X: y", &json!({"name": "Ada", "email": "a@b.example"}));
    assert_eq!((status, response["code"].as_str()), (500, Some("internal")));
    let failed = logged.wait_for(|line| line["message"] == "database error");
    assert_eq!((failed["level"].as_str(), failed["code"].as_str()), (Some("ERROR"), Some("internal")));
    assert!(failed["error"].as_str().unwrap().contains("waitlist"), "{failed}");
    assert_eq!(
        (&failed["span"]["route"], &failed["span"]["address"]),
        (&json!("/api/add-to-waitlist"), &json!("127.0.0.1"))
    );
}

/// Sends raw bytes and waits for the response.
fn send_bytes(server: &Server, bytes: &[u8]) {
    let mut connection = TcpStream::connect(&server.address).unwrap();
    connection.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    connection.write_all(bytes).unwrap();
    let mut response = Vec::new();
    connection.read_to_end(&mut response).unwrap();
    assert!(response.starts_with(b"HTTP/1.1 "), "{}", String::from_utf8_lossy(&response));
}

#[test]
fn user_input_cannot_forge_log_lines() {
    let forged =
        "x\r\n2026-03-03T12:00:00.000000Z  INFO security: event=Forged\u{1b}[31m\u{9b}1m\",\"event\":\"Forged\"}";
    for format in ["text", "json"] {
        let settings =
            [("LOG", "info"), ("LOG_FORMAT", format), ("RATE_LIMITS", "off"), ("TRUSTED_PROXIES", "127.0.0.1")];
        let logged = LoggedServer::start(&settings);
        logged.sign_up("Ada");
        let body =
            json!({"first_name": forged, "last_name": forged, "email": "e@example.org", "password": "correct horse"});
        assert_eq!(logged.post("/api/auth/signup/", "X: y", &body).0, 200);
        for email in [forged, "ada@example.org"] {
            logged.post("/api/auth/login/", "X: y", &json!({"email": email, "password": forged}));
            logged.post("/api/auth/forgot-password/", "X: y", &json!({"email": email}));
            logged.post("/api/add-to-waitlist/", "X: y", &json!({"name": forged, "email": email}));
        }
        logged.post("/api/auth/refresh/", "X: y", &json!({"refresh_token": forged}));
        logged.post("/api/auth/login/", "X: y", &json!({forged: forged}));
        // Everything that a header can contain: no other control characters are allowed.
        let header = "x event=Forged \u{9b}31m \",\"event\":\"Forged\"}";
        for name in ["User-Agent", "X-Forwarded-For", "Authorization", "Cookie", "Host"] {
            let body = r#"{"email": "ada@example.org", "password": "correct horse"}"#;
            let host = if name == "Host" { "" } else { "Host: test\r\n" };
            let head = format!("POST /api/auth/login/ HTTP/1.1\r\n{host}{name}: {header}\r\nConnection: close\r\n");
            send_bytes(&logged.server, format!("{head}Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
        }
        for target in [
            "/api/x%0d%0aevent=Forged",
            "/api/auth/google/callback/?error=event=Forged%0a&state=event=Forged",
            "/api/event=Forged",
        ] {
            send_bytes(
                &logged.server,
                format!("GET {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").as_bytes(),
            );
        }
        send_bytes(&logged.server, b"event=Forged /api/user HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        send_bytes(&logged.server, b"EVENT-FORGED /api/user HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");

        let log = logged.log();
        assert!(!log.to_lowercase().contains("forged"), "{log}");
        assert!(!log.chars().any(|character| character.is_control() && character != '\n'), "{log:?}");
        if format == "json" {
            let lines = logged.lines();
            assert!(lines.iter().all(|line| line["timestamp"].is_string() && line["level"].is_string()), "{log}");
            // A mail is one line too, with its link.
            assert!(
                lines.iter().any(|line| line["target"] == "mail" && line["text"].as_str().unwrap().contains("\n\n"))
            );
        } else {
            let begins = |line: &str| {
                line.split_once(' ').is_some_and(|(moment, _)| chrono::DateTime::parse_from_rfc3339(moment).is_ok())
            };
            assert!(log.lines().all(|line| begins(line) || line.starts_with("    ")), "{log}");
        }
        let failures = log.matches("LoginFailed").count();
        assert!(failures >= 1 && log.contains("LoginSucceeded") && log.contains("RequestRejected"), "{log}");
    }
}

#[test]
fn log_goes_only_to_stderr() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| -> PathBuf { folder.path().join(name) };
    let to = |name: &str| Stdio::from(std::fs::File::create(file(name)).unwrap());
    let server =
        Server::start_into(&file("data"), &[("LOG", "debug"), ("RATE_LIMITS", "off")], to("log"), &file("output"));
    let logged = LoggedServer { server, folder: tempfile::tempdir().unwrap() };
    let ada = logged.sign_up("Ada");
    logged.server.ok("GET", "/api/user/", &ada.access_token, &Value::Null);
    assert_eq!(logged.server.send("GET", "/api/user/", "forged", &Value::Null).unwrap().0, 401);
    assert!(std::fs::read_to_string(file("log")).unwrap().contains("event=RequestRejected"));
    let output = std::fs::read_to_string(file("output")).unwrap();
    assert_eq!(output, logged.server.greeting);
    assert_eq!(output.lines().count(), 1);
    let mut files: Vec<String> = std::fs::read_dir(file("data"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort_unstable();
    assert_eq!(files, ["jwt_secret", "twentyfour.db", "twentyfour.db-shm", "twentyfour.db-wal", "twentyfour.lock"]);
}
