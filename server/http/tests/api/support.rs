//! Test servers: each case has its own database, a clock that it controls, and no socket. Requests, users and the other
//! helpers have their own files.

mod boards;
mod fake_transport;
mod mail_server;
mod notes;
mod people;
mod pictures;
mod postgres;
mod requests;
mod webhooks;

pub(crate) use boards::{add_card, add_list, op, statuses};
pub(crate) use fake_transport::{GATE_PERMITS, token};
pub(crate) use mail_server::{Authority, MailServer, SmtpBehavior, Tls, outbox, outbox_trusting};
pub(crate) use notes::{document, save, snippets};
pub(crate) use people::{Person, access_token, claims, key_id};
pub(crate) use pictures::png;
pub(crate) use requests::TestResponse;
pub(crate) use webhooks::Receiver;

use axum::Router;
use axum::extract::Request;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use fake_transport::FakeTransport;
use sqlx::AnyConnection;
use sqlx::Connection;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use tokio::sync::Mutex;
use tower::ServiceExt;
use twentyfour_domain::DomainError;
use twentyfour_model::{AttachmentSettings, KeyedHash, OpRetention};
use twentyfour_server::config::{Config, MailSettings, Secret};
use twentyfour_server::{
    Database, Deps, Live, Outbox, PublicHttp, build, delete_attachments, delete_expired, index_all, notify_due_soon,
    purge_accounts, purge_trash, queue_inbox_mails, trim_ops,
};

/// The public URL in all cases.
pub(crate) const PUBLIC_URL: &str = "https://twentyfour.example";

/// The initial time in all cases: 2026-03-03T12:00:00Z, a Tuesday.
pub(crate) const START: i64 = 1_772_539_200_000;

/// The JWT secret in all cases.
pub(crate) const SECRET: &str = "a secret of the tests, 32 characters and more";

/// The latest migration of the earlier release.
const EARLIER_MIGRATION: i64 = 25;

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
                #[ignore = "needs a PostgreSQL, at TEST_POSTGRES_URL"]
                async fn postgres() {
                    let app = TestApp::on_postgres().await;
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
    /// The database URL.
    pub(crate) url: String,
    /// The URL of the PostgreSQL server that hosts the database.
    postgres: Option<String>,
    clock: Arc<AtomicI64>,
    live: Live,
    /// The database and the live connections of a second server, which gets every other request.
    second: Option<(Database, Live)>,
    /// Receives the mails of the case.
    pub(crate) transport: Arc<FakeTransport>,
    outbox: Outbox,
    /// The connection of [`Self::query_column`]: some tests read every table after every request.
    reader: Arc<Mutex<Option<AnyConnection>>>,
    /// The folder of the database and of attached files, removed with the last clone.
    folder: Arc<tempfile::TempDir>,
}

impl TestApp {
    pub(crate) async fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // The folder is missing on purpose: opening the database creates it.
        let url = format!("sqlite://{}", folder.path().join("made/for the test.db").display());
        Self::open(url, None, folder).await
    }

    /// Creates a migrated database on the PostgreSQL at `TEST_POSTGRES_URL`. Tests that call this are marked
    /// `#[ignore]`: `cargo xtask test` runs them with a PostgreSQL, and otherwise they are reported as ignored.
    pub(crate) async fn on_postgres() -> Self {
        let server = std::env::var("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL names the PostgreSQL for the tests");
        let url = postgres::create_database(&server).await;
        Self::open(url, Some(server), tempfile::tempdir().unwrap()).await
    }

    /// Creates a database like [`Self::on_postgres`] that the earlier release has migrated, and this release after that: the
    /// migrations are missing that wait until no server of the earlier release runs.
    pub(crate) async fn on_upgraded_postgres() -> Self {
        let server = std::env::var("TEST_POSTGRES_URL").expect("TEST_POSTGRES_URL names the PostgreSQL for the tests");
        let url = postgres::create_database_of(&server, EARLIER_MIGRATION).await;
        Self::open(url, Some(server), tempfile::tempdir().unwrap()).await
    }

    async fn open(url: String, postgres: Option<String>, folder: tempfile::TempDir) -> Self {
        let folder = Arc::new(folder);
        let (database, live) = connect(&url).await;
        let second = match &postgres {
            Some(_) if has_two_servers() => Some(connect(&url).await),
            _ => None,
        };
        let clock = Arc::new(AtomicI64::new(START));
        let transport = Arc::new(FakeTransport::default());
        let outbox = Outbox::with_transport(transport.clone(), PUBLIC_URL);
        let (router, reader) = (Router::new(), Arc::default());
        let app = Self { router, database, url, postgres, clock, live, second, transport, outbox, reader, folder };
        app.with_config(|_| {})
    }

    /// Starts a new server on the same database, without closing the old one.
    pub(crate) async fn restart(&self) -> Self {
        let (database, live) = connect(&self.url).await;
        let second = match &self.second {
            Some(_) => Some(connect(&self.url).await),
            None => None,
        };
        Self { database, live, second, ..self.clone() }.with_config(|_| {})
    }

    /// Returns a server with other settings on the same database and clock.
    pub(crate) fn with_config(&self, change: impl FnOnce(&mut Config)) -> Self {
        let mut config = config(self.folder.path());
        change(&mut config);
        let public_http = PublicHttp::new(&config).map(Arc::new);
        let first = build(config.clone(), Deps { public_http: public_http.clone(), ..self.deps() });
        let router = match &self.second {
            Some((database, live)) => {
                let second = deps(database, &self.clock, live, &self.outbox);
                round_robin([first, build(config, Deps { public_http, ..second })])
            }
            None => first,
        };
        Self { router, ..self.clone() }
    }

    /// Returns the same server with another outbox.
    pub(crate) fn with_outbox(&self, outbox: Outbox) -> Self {
        Self { outbox, ..self.clone() }.with_config(|_| {})
    }

    /// Returns the first server without the second one, for cases about what a server keeps in memory: for example, a login that
    /// ends on one server ends on the other within 10 seconds.
    pub(crate) fn alone(&self) -> Self {
        Self { second: None, ..self.clone() }.with_config(|_| {})
    }

    /// Closes the database and, on PostgreSQL, drops it.
    pub(crate) async fn remove(self) {
        self.database.close().await;
        if let Some((database, _)) = &self.second {
            database.close().await;
        }
        *self.reader.lock().await = None;
        if let Some(server) = &self.postgres {
            let (_, name) = self.url.rsplit_once('/').unwrap();
            execute_sql(server, &format!("DROP DATABASE {name} WITH (FORCE)")).await;
        }
    }

    /// Makes the database reject all existing and new connections, without the server knowing. `true` undoes it.
    pub(crate) async fn set_reachable(&self, reachable: bool) {
        *self.reader.lock().await = None;
        match &self.postgres {
            Some(server) => {
                let (_, name) = self.url.rsplit_once('/').unwrap();
                execute_sql(server, &format!("ALTER DATABASE {name} ALLOW_CONNECTIONS {reachable}")).await;
                if !reachable {
                    let sql =
                        format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'");
                    execute_sql(server, &sql).await;
                }
            }
            None if reachable => unreachable!("a closed SQLite file stays closed"),
            None => self.database.close().await,
        }
    }

    pub(crate) fn is_postgres(&self) -> bool {
        self.postgres.is_some()
    }

    /// Runs a statement directly on the database.
    pub(crate) async fn execute(&self, sql: &str) {
        execute_sql(&self.url, sql).await;
    }

    /// Runs a query of one column directly on the database and returns its texts.
    pub(crate) async fn query_column(&self, sql: &str) -> Vec<String> {
        let mut reader = self.reader.lock().await;
        let connection = match &mut *reader {
            Some(connection) => connection,
            closed => closed.insert(AnyConnection::connect(&self.url).await.unwrap()),
        };
        // A cached statement would fail after a migration.
        let query = sqlx::query_scalar(sqlx::AssertSqlSafe(sql.to_owned())).persistent(false);
        query.fetch_all(connection).await.unwrap()
    }

    /// Returns the number of rows of a table, or of a part of it.
    pub(crate) async fn count(&self, table: &str) -> usize {
        self.query_column(&format!("SELECT 'x' FROM {table}")).await.len()
    }

    /// Listens on a real socket. Access tokens are valid for `access_token_seconds` of the system's clock.
    pub(crate) async fn serve(&self, access_token_seconds: i64) -> ListeningServer {
        let live = Live::new(&self.database);
        // Clients that connect earlier receive a second `ready`.
        live.wait_until_subscribed().await;
        let config = Config { access_token_seconds, ..config(self.folder.path()) };
        let mut deps = Deps::new(self.database.clone(), self.outbox.clone(), &config);
        deps.live = live.clone();
        let router = build(config, deps);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let serving = axum::serve(listener, router.clone());
        tokio::spawn(async move { serving.await.unwrap() });
        ListeningServer { app: Self { router, live, ..self.clone() }, address }
    }

    /// Closes the live connections, as at shutdown.
    pub(crate) async fn close_live(&self) {
        self.live.close().await;
    }

    /// Purges the trash, as the server does every hour.
    pub(crate) async fn purge_trash(&self) {
        purge_trash(&self.deps()).await.unwrap();
    }

    /// Deletes the accounts that are due, as the server does every hour.
    pub(crate) async fn purge_accounts(&self) {
        purge_accounts(&self.deps()).await.unwrap();
    }

    /// Deletes expired rows, as the server does every hour.
    pub(crate) async fn delete_expired(&self) {
        delete_expired(&self.deps()).await.unwrap();
    }

    /// Deletes the files of attachments that are gone, as the server does every day.
    pub(crate) async fn delete_attachments(&self) {
        delete_attachments(&self.deps(), &config(self.folder.path()).attachments).await.unwrap();
    }

    /// Returns the names of the files of attachments, sorted.
    pub(crate) fn attached_files(&self) -> Vec<std::path::PathBuf> {
        let Ok(entries) = std::fs::read_dir(config(self.folder.path()).attachments.folder) else { return Vec::new() };
        let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files
    }

    /// Indexes for search whatever is not indexed yet, as the server does every hour.
    pub(crate) async fn index_search(&self) {
        self.try_index_search().await.unwrap();
    }

    /// Does the same, and returns the error.
    pub(crate) async fn try_index_search(&self) -> Result<(), DomainError> {
        index_all(&self.deps()).await
    }

    /// Indexes for search what the server has changed, as it does every two seconds.
    pub(crate) async fn index_changes(&self) {
        self.try_index_changes().await.unwrap();
    }

    /// Does the same, and returns the error.
    pub(crate) async fn try_index_changes(&self) -> Result<(), DomainError> {
        twentyfour_domain::search::indexing::index_changed(&self.database, &self.live).await
    }

    /// Queues mails about inboxes, as the server does every minute.
    pub(crate) async fn queue_inbox_mails(&self) {
        queue_inbox_mails(&self.deps()).await.unwrap();
    }

    /// Notifies members of cards that are due soon, as the server does every few minutes.
    pub(crate) async fn notify_due_soon(&self) {
        notify_due_soon(&self.deps(), None).await.unwrap();
    }

    /// Trims the stored ops, as the server does every hour.
    pub(crate) async fn trim_ops(&self) {
        trim_ops(&self.deps(), OpRetention::default()).await.unwrap();
    }

    /// Checks all stored data, as `twentyfour admin verify` does.
    pub(crate) async fn assert_verified(&self) {
        let report = twentyfour_domain::operator::verify(&self.database).await.unwrap();
        for (kind, report) in report.kinds() {
            assert_eq!(report.reported, Vec::<String>::new(), "{kind}");
        }
    }

    /// Advances the server's clock.
    pub(crate) fn advance_clock(&self, milliseconds: i64) {
        self.clock.fetch_add(milliseconds, Ordering::SeqCst);
    }

    /// Returns the dependencies without a client for the addresses that people enter.
    fn deps(&self) -> Deps {
        deps(&self.database, &self.clock, &self.live, &self.outbox)
    }
}

/// A listening server.
pub(crate) struct ListeningServer {
    /// The same server without the socket.
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
        public_http: None,
    }
}

fn config(folder: &Path) -> Config {
    let attachments = AttachmentSettings { folder: folder.join("attachments"), object_store: None };
    Config { attachments, access_token_seconds: 900, ..Config::new(Secret::new(SECRET), PUBLIC_URL) }
}

async fn connect(url: &str) -> (Database, Live) {
    let database = Database::open(url).await.unwrap();
    let live = Live::new(&database);
    (database, live)
}

/// Returns whether the cases run on two servers.
fn has_two_servers() -> bool {
    std::env::var("TEST_TWO_SERVERS").is_ok_and(|value| value == "1")
}

/// Returns a router that passes requests to two servers round-robin.
fn round_robin(servers: [Router; 2]) -> Router {
    let turn = Arc::new(AtomicUsize::new(0));
    Router::new().fallback(move |request: Request| {
        let server = servers[turn.fetch_add(1, Ordering::SeqCst) % 2].clone();
        async move { server.oneshot(request).await }
    })
}

/// Returns the keys under which the database names the recipients of mails.
pub(crate) fn recipient_keys() -> KeyedHash {
    KeyedHash::new(&Secret::new(SECRET))
}

/// Returns the migrations of the server, without those that only the other engine needs.
pub(crate) async fn migrations(is_postgres: bool) -> sqlx::migrate::Migrator {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../migrations");
    let all = sqlx::migrate::Migrator::new(std::path::Path::new(folder)).await.unwrap();
    let others = if is_postgres { "-- SQLite only." } else { "-- PostgreSQL only." };
    let is_included = |migration: &&sqlx::migrate::Migration| !migration.sql.as_str().starts_with(others);
    sqlx::migrate::Migrator::with_migrations(all.iter().filter(is_included).cloned().collect())
}

async fn execute_sql(url: &str, sql: &str) {
    sqlx::any::install_default_drivers();
    let mut connection = AnyConnection::connect(url).await.unwrap();
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql.to_owned())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// Configures mail. The transport is set by the case.
pub(crate) fn enable_mail(config: &mut Config) {
    let (smtp_url, from) = (Secret::new("smtp://127.0.0.1:1"), "hello@twentyfour.example".to_owned());
    config.mail = Some(MailSettings { smtp_url, from, trusted_certificates: Vec::new() });
}

/// Also enables the contact form.
pub(crate) fn enable_contact_form(config: &mut Config) {
    enable_mail(config);
    config.site.contact_email = Some(Email::parse("host@twentyfour.example").unwrap());
}

/// Returns a new id.
pub(crate) fn new_id() -> String {
    let mut random = [0; 10];
    getrandom::fill(&mut random).unwrap();
    Id::from_parts(START.unsigned_abs(), &random).to_string()
}
