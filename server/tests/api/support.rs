//! A server of its own for each case: a fresh database, a clock that the case moves, and no socket.

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode, header};
use core_wasm::protocol::id::Id;
use core_wasm::protocol::time::Timestamp;
use serde_json::{Value, json};
use sha2::Digest;
use sqlx::AnyConnection;
use sqlx::Connection;
use std::io::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, Once};
use tokio::sync::Semaphore;
use tower::ServiceExt;
use twentyfour_server::config::{Config, Secret};
use twentyfour_server::{
    Database, Deps, Live, Mail, Outbox, SendError, Sending, Transport, build, empty_trash, forget_expired,
    purge_accounts, send_mails,
};

/// What links and the OpenAPI document begin with in every case.
pub(crate) const PUBLIC_URL: &str = "https://twentyfour.example";

/// Where the clock of every case begins: 2026-03-03T12:00:00Z, a Tuesday.
pub(crate) const START: i64 = 1_772_539_200_000;

/// Signs the tokens of every case.
pub(crate) const SECRET: &str = "a secret of the tests, 32 characters and more";

/// Runs each case on both engines, as the tests `<case>::sqlite` and `<case>::postgres`.
macro_rules! on_both_engines {
    ($($(#[$meta:meta])* async fn $name:ident($app:ident: TestApp) $body:block)*) => {
        $(
            $(#[$meta])*
            mod $name {
                #[allow(unused_imports)]
                use super::*;

                async fn case($app: TestApp) $body

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn sqlite() {
                    let app = TestApp::on_sqlite().await;
                    case(app.clone()).await;
                    app.remove().await;
                }

                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn postgres() {
                    let Some(app) = TestApp::on_postgres().await else { return };
                    case(app.clone()).await;
                    app.remove().await;
                }
            }
        )*
    };
}
pub(crate) use on_both_engines;

/// A server under test. Clones share everything.
#[derive(Clone)]
pub(crate) struct TestApp {
    pub(crate) router: Router,
    pub(crate) database: Database,
    /// The address of the database.
    pub(crate) url: String,
    /// The PostgreSQL server that the database lies on.
    postgres: Option<String>,
    clock: Arc<AtomicI64>,
    live: Live,
    /// Takes over the mails of the case.
    pub(crate) postbox: Arc<Postbox>,
    outbox: Outbox,
    /// Removed with the last clone.
    _folder: Option<Arc<tempfile::TempDir>>,
}

/// An answer with its body as JSON; null where it is none.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Value,
}

impl Answer {
    /// The body of an answer that must be 200.
    #[track_caller]
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.body);
        self.body
    }

    /// Holds the answer against a refusal: its status, its code and its shape.
    #[track_caller]
    pub(crate) fn refused(self, status: u16, code: &str) {
        assert_eq!((self.status.as_u16(), self.body["code"].as_str()), (status, Some(code)), "{}", self.body);
        let keys: Vec<&String> = self.body.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["code", "message"]);
        assert!(self.body["message"].as_str().unwrap().len() > 10);
    }
}

/// Somebody with an account.
#[derive(Clone, Debug)]
pub(crate) struct Person {
    pub(crate) id: String,
    pub(crate) email: String,
    pub(crate) access_token: String,
    pub(crate) refresh_token: String,
}

impl TestApp {
    pub(crate) async fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // The folder of the file is missing on purpose: opening makes it.
        let url = format!("sqlite://{}", folder.path().join("made/for the test.db").display());
        Self::open(url, None, Some(Arc::new(folder))).await
    }

    /// `None` where there is no PostgreSQL, which is said in one line. With `CI` set to `true` or `1` that fails instead.
    pub(crate) async fn on_postgres() -> Option<Self> {
        let Some(server) = std::env::var("TEST_POSTGRES_URL").ok().filter(|url| !url.is_empty()) else {
            let is_continuous_integration = std::env::var("CI").is_ok_and(|value| value == "true" || value == "1");
            assert!(!is_continuous_integration, "TEST_POSTGRES_URL is not set");
            static SAID: Once = Once::new();
            // Written past the macros, whose output the test harness keeps to itself when a test passes.
            SAID.call_once(|| {
                let line = b"skipped: all tests on PostgreSQL, since TEST_POSTGRES_URL is not set\n";
                std::io::stderr().write_all(line).unwrap();
            });
            return None;
        };
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let name = format!("test_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        administer(&server, &format!("CREATE DATABASE {name}")).await;
        let (base, _) = server.rsplit_once('/').expect("TEST_POSTGRES_URL ends in the name of a database");
        Some(Self::open(format!("{base}/{name}"), Some(server.clone()), None).await)
    }

    async fn open(url: String, postgres: Option<String>, folder: Option<Arc<tempfile::TempDir>>) -> Self {
        let database = Database::open(&url).await.unwrap();
        let clock = Arc::new(AtomicI64::new(START));
        let live = Live::new(&database);
        let postbox = Arc::new(Postbox::default());
        let outbox = Outbox::over(postbox.clone(), PUBLIC_URL);
        let router = router(deps(&database, &clock, &live, &outbox), 900);
        Self { router, database, url, postgres, clock, live, postbox, outbox, _folder: folder }
    }

    /// The same database behind a new server, as after a restart. The old one is not told.
    pub(crate) async fn restarted(&self) -> Self {
        let database = Database::open(&self.url).await.unwrap();
        let live = Live::new(&database);
        let router = router(deps(&database, &self.clock, &live, &self.outbox), 900);
        Self { router, database, live, ..self.clone() }
    }

    /// The same database and clock behind a server with other settings.
    pub(crate) fn configured(&self, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = Config::new(Secret::new(SECRET), PUBLIC_URL);
        change(&mut config);
        let deps = deps(&self.database, &self.clock, &self.live, &self.outbox);
        Self { router: build(config, deps), ..self.clone() }
    }

    /// The same whose mails go another way.
    pub(crate) fn mailing(&self, outbox: Outbox) -> Self {
        let router = router(deps(&self.database, &self.clock, &self.live, &outbox), 900);
        Self { router, outbox, ..self.clone() }
    }

    /// Closes the database and, on PostgreSQL, removes it.
    pub(crate) async fn remove(self) {
        self.database.close().await;
        if let Some(server) = &self.postgres {
            let (_, name) = self.url.rsplit_once('/').unwrap();
            administer(server, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
        }
    }

    /// Makes the database refuse every connection, old and new, without the server knowing. `true` undoes it.
    pub(crate) async fn set_reachable(&self, reachable: bool) {
        match &self.postgres {
            Some(server) => {
                let (_, name) = self.url.rsplit_once('/').unwrap();
                administer(server, &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {reachable}")).await;
                if !reachable {
                    let sql =
                        format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
                    administer(server, &sql).await;
                }
            }
            None if reachable => unreachable!("a closed SQLite file stays closed"),
            None => self.database.close().await,
        }
    }

    pub(crate) fn is_postgres(&self) -> bool {
        self.postgres.is_some()
    }

    /// Runs a statement beside the server.
    pub(crate) async fn execute(&self, sql: &str) {
        administer(&self.url, sql).await;
    }

    /// The texts that a query of one column gives, asked beside the server.
    pub(crate) async fn texts(&self, sql: &str) -> Vec<String> {
        let mut connection = AnyConnection::connect(&self.url).await.unwrap();
        let rows = sqlx::query_scalar(sqlx::AssertSqlSafe(sql.to_owned())).fetch_all(&mut connection).await.unwrap();
        connection.close().await.unwrap();
        rows
    }

    /// How many rows a table has, or a part of it.
    pub(crate) async fn count(&self, table: &str) -> usize {
        self.texts(&format!("SELECT 'x' FROM {table}")).await.len()
    }

    /// Serves over a real socket, with access tokens that are valid for so many seconds of the system's clock, and gives the
    /// address.
    pub(crate) async fn serve(&self, access_token_seconds: i64) -> Served {
        let live = Live::new(&self.database);
        let mut deps = Deps::new(self.database.clone(), self.outbox.clone());
        deps.live = live.clone();
        let router = router(deps, access_token_seconds);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = axum::serve(listener, router.clone());
        tokio::spawn(async move { serving.await.unwrap() });
        Served { app: Self { router, live, ..self.clone() }, address }
    }

    /// Closes the live connections, as a server does that stops.
    pub(crate) async fn close_live(&self) {
        self.live.close().await;
    }

    /// Does what the server does every hour.
    pub(crate) async fn empty_trash(&self) {
        empty_trash(&deps(&self.database, &self.clock, &self.live, &self.outbox)).await.unwrap();
    }

    /// Sends the mails whose turn it is, as the server does without end.
    pub(crate) async fn send_mails(&self) {
        send_mails(&deps(&self.database, &self.clock, &self.live, &self.outbox)).await.unwrap();
    }

    /// Sends the mails whose turn it is, and gives those that have come since the last time.
    pub(crate) async fn mails(&self) -> Vec<Mail> {
        self.send_mails().await;
        std::mem::take(&mut *self.postbox.mails.lock().unwrap())
    }

    /// Sends the mails whose turn it is, and gives the token in the one that has come.
    pub(crate) async fn mailed_token(&self) -> String {
        let mails = self.mails().await;
        assert_eq!(mails.len(), 1, "{mails:?}");
        token(&mails[0])
    }

    /// Removes the accounts whose time is over, as the server does every hour too.
    pub(crate) async fn purge_accounts(&self) {
        purge_accounts(&deps(&self.database, &self.clock, &self.live, &self.outbox)).await.unwrap();
    }

    /// Forgets what has run out, as the server does every hour too.
    pub(crate) async fn forget_expired(&self) {
        forget_expired(&deps(&self.database, &self.clock, &self.live, &self.outbox)).await.unwrap();
    }

    /// Moves the server's clock.
    pub(crate) fn pass(&self, milliseconds: i64) {
        self.clock.fetch_add(milliseconds, Ordering::SeqCst);
    }

    pub(crate) async fn send(&self, request: Request<Body>) -> Answer {
        let answer = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = answer.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
        let body = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Answer { status: parts.status, headers: parts.headers, body }
    }

    /// Sends a text as it is.
    pub(crate) async fn send_text(&self, method: Method, path: &str, token: Option<&str>, body: String) -> Answer {
        let mut request = Request::builder().method(method).uri(path).header(header::CONTENT_TYPE, "application/json");
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, format!("Bearer {token}"));
        }
        self.send(request.body(Body::from(body)).unwrap()).await
    }

    pub(crate) async fn get(&self, path: &str, token: &str) -> Answer {
        self.send_text(Method::GET, path, Some(token), String::new()).await
    }

    pub(crate) async fn post(&self, path: &str, token: &str, body: Value) -> Answer {
        self.send_text(Method::POST, path, Some(token), body.to_string()).await
    }

    pub(crate) async fn put(&self, path: &str, token: &str, body: Value) -> Answer {
        self.send_text(Method::PUT, path, Some(token), body.to_string()).await
    }

    /// Sends without a token.
    pub(crate) async fn post_openly(&self, path: &str, body: Value) -> Answer {
        self.send_text(Method::POST, path, None, body.to_string()).await
    }

    /// Makes an account.
    pub(crate) async fn person(&self, name: &str) -> Person {
        let email = format!("{name}@example.org");
        let body = json!({"first_name": name, "last_name": "Example", "email": email, "password": "correct horse"});
        let answer = self.post_openly("/api/auth/signup/", body).await.ok();
        Person {
            id: answer["user"][0]["id"].as_str().unwrap().to_owned(),
            email,
            access_token: answer["access_token"].as_str().unwrap().to_owned(),
            refresh_token: answer["refresh_token"].as_str().unwrap().to_owned(),
        }
    }

    /// Confirms the emails of all accounts, as their links would.
    pub(crate) async fn confirm_emails(&self) {
        self.execute("UPDATE users SET is_verified = 1").await;
    }

    /// Somebody whose account was not made here, logged in.
    pub(crate) async fn person_with_id(&self, id: &str) -> Person {
        let (login_id, expires_at) = (new_id(), START + 2_592_000_000);
        self.execute(&format!("INSERT INTO logins VALUES ('{login_id}', '{id}', '', {START}, {START}, {expires_at})"))
            .await;
        let access_token = access_token(&claims(id, &login_id), Some(&key_id(SECRET)), SECRET);
        Person { id: id.to_owned(), email: String::new(), access_token, refresh_token: String::new() }
    }

    /// The same person, logged in once more with a device that names itself.
    pub(crate) async fn log_in(&self, person: &Person, user_agent: &str) -> Person {
        let body = json!({"email": person.email, "password": "correct horse"}).to_string();
        let request = Request::post("/api/auth/login/").header(header::USER_AGENT, user_agent);
        let answer = self.send(request.body(Body::from(body)).unwrap()).await.ok();
        let token = |kind: &str| answer[kind].as_str().unwrap().to_owned();
        Person { access_token: token("access_token"), refresh_token: token("refresh_token"), ..person.clone() }
    }

    /// Trades a refresh token.
    pub(crate) async fn refresh(&self, refresh_token: &str) -> Answer {
        self.post_openly("/api/auth/refresh/", json!({"refresh_token": refresh_token})).await
    }

    /// The logins that an account sees.
    pub(crate) async fn logins(&self, token: &str) -> Vec<Value> {
        let answer = self.get("/api/account/", token).await.ok();
        answer["account"]["logins"].as_array().unwrap().clone()
    }

    /// The id of a login, by one of its tokens.
    pub(crate) async fn login_id(&self, token: &str) -> String {
        self.logins(token).await[0]["id"].as_str().unwrap().to_owned()
    }

    /// The same person with a token of now.
    pub(crate) async fn again(&self, person: &Person) -> Person {
        let body = json!({"email": person.email, "password": "correct horse"});
        let answer = self.post_openly("/api/auth/login/", body).await.ok();
        Person { access_token: answer["access_token"].as_str().unwrap().to_owned(), ..person.clone() }
    }

    /// Makes a board and gives its id.
    pub(crate) async fn board(&self, person: &Person, name: &str) -> String {
        let id = new_id();
        let body = json!({"name": name, "id": id});
        self.post("/api/boards/create-board/", &person.access_token, body).await.ok();
        id
    }

    /// Sends changes as new ops and gives the answer.
    pub(crate) async fn change(&self, person: &Person, board_id: &str, changes: &[Value]) -> Value {
        let ops: Vec<Value> = changes.iter().map(|change| op(change.clone())).collect();
        self.send_ops(person, board_id, json!(ops)).await.ok()
    }

    /// Sends ops.
    pub(crate) async fn send_ops(&self, person: &Person, board_id: &str, ops: Value) -> Answer {
        self.post(&format!("/api/boards/{board_id}/ops/"), &person.access_token, json!({"ops": ops})).await
    }

    /// A board as it is opened.
    pub(crate) async fn open_board(&self, person: &Person, address: &str) -> Value {
        self.get(&format!("/api/boards/{address}/"), &person.access_token).await.ok()
    }

    /// The records of a board since a version.
    pub(crate) async fn changes(&self, person: &Person, board_id: &str, since: i64) -> Value {
        self.get(&format!("/api/boards/{board_id}/changes/?since={since}"), &person.access_token).await.ok()
    }
}

/// The token in a mail.
pub(crate) fn token(mail: &Mail) -> String {
    let (_, rest) = mail.text.split_once("#token=").unwrap();
    rest.lines().next().unwrap().to_owned()
}

/// Takes mails over, or refuses them all.
pub(crate) struct Postbox {
    pub(crate) mails: Mutex<Vec<Mail>>,
    pub(crate) refuses: Mutex<Option<SendError>>,
    /// How many mails it was given, taken over or not.
    pub(crate) tries: AtomicU64,
    /// Mails wait here while somebody holds all places.
    pub(crate) gate: Arc<Semaphore>,
}

/// How many places the gate of a postbox has.
pub(crate) const GATES: u32 = 16;

impl Default for Postbox {
    fn default() -> Self {
        Self {
            mails: Mutex::default(),
            refuses: Mutex::default(),
            tries: AtomicU64::default(),
            gate: Arc::new(Semaphore::new(GATES as usize)),
        }
    }
}

impl Transport for Postbox {
    fn send<'a>(&'a self, mail: &'a Mail) -> Sending<'a> {
        Box::pin(async move {
            self.tries.fetch_add(1, Ordering::SeqCst);
            let _place = self.gate.acquire().await.unwrap();
            if let Some(error) = self.refuses.lock().unwrap().clone() {
                return Err(error);
            }
            self.mails.lock().unwrap().push(mail.clone());
            Ok(())
        })
    }
}

/// A server that listens.
pub(crate) struct Served {
    /// The same without a socket.
    pub(crate) app: TestApp,
    pub(crate) address: std::net::SocketAddr,
}

fn deps(database: &Database, clock: &Arc<AtomicI64>, live: &Live, outbox: &Outbox) -> Deps {
    let clock = clock.clone();
    Deps {
        database: database.clone(),
        clock: Arc::new(move || Timestamp::from_millis(clock.load(Ordering::SeqCst))),
        live: live.clone(),
        outbox: outbox.clone(),
    }
}

fn router(deps: Deps, access_token_seconds: i64) -> Router {
    let config = Config { access_token_seconds, ..Config::new(Secret::new(SECRET), PUBLIC_URL) };
    build(config, deps)
}

async fn administer(url: &str, sql: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// What an access token says that is made now.
pub(crate) fn claims(account_id: &str, login_id: &str) -> Value {
    let now = START / 1_000;
    json!({"iss": "twentyfour", "aud": "twentyfour-api", "sub": account_id, "sid": login_id, "iat": now, "exp": now + 900})
}

/// An access token as a server signs it.
pub(crate) fn access_token(claims: &Value, key_id: Option<&str>, secret: &str) -> String {
    let header = jsonwebtoken::Header { kid: key_id.map(str::to_owned), ..jsonwebtoken::Header::default() };
    jsonwebtoken::encode(&header, claims, &jsonwebtoken::EncodingKey::from_secret(secret.as_bytes())).unwrap()
}

/// The id of a key.
pub(crate) fn key_id(secret: &str) -> String {
    let hash = sha2::Sha256::digest([b"key id: ", secret.as_bytes()].concat());
    hash[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// A new id.
pub(crate) fn new_id() -> String {
    let mut random = [0; 10];
    getrandom::fill(&mut random).unwrap();
    Id::from_parts(START.unsigned_abs(), &random).to_string()
}

/// A new op with a change.
pub(crate) fn op(change: Value) -> Value {
    json!({"id": new_id(), "at": "2026-03-03T12:00:00Z", "change": change})
}

pub(crate) fn add_list(list_id: &str, name: &str, rank: &str) -> Value {
    json!({"type": "add_list", "list_id": list_id, "name": name, "rank": rank})
}

pub(crate) fn add_card(card_id: &str, list_id: &str, title: &str, rank: &str) -> Value {
    json!({"type": "add_card", "card_id": card_id, "list_id": list_id, "rank": rank, "title": title})
}

/// The statuses of a batch's results, with the codes of those that were refused.
pub(crate) fn statuses(answer: &Value) -> Vec<&str> {
    answer["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["code"].as_str().or(result["status"].as_str()).unwrap())
        .collect()
}
