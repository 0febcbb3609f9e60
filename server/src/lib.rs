//! The server of Twentyfour: the API under `/api`, and the embedded web build for all other paths.
//!
//! Start reading at [`build`], which assembles the server. `routes` handles HTTP, `domain` has the use cases
//! (authorize, load, call the core, save), and `store` has the SQL. The rules for boards, texts, sessions and
//! statistics are in the core ([`core_wasm`]) and are not repeated here.

pub mod admin;
mod cache;
pub mod config;
mod domain;
pub mod error;
mod extract;
mod http_client;
pub mod log;
mod rate_limits;
mod realtime;
mod routes;
mod serve;
mod store;
mod third_party;
mod trusted_proxies;

pub use domain::mails::{Mail, Outbox, SendError, SendFuture, Transport};
pub use realtime::Live;
pub use serve::serve;
pub use store::db::{Database, OpenError};

use axum::Router;
use config::Config;
use core_wasm::protocol::account::Features;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use domain::google::Google;
use domain::login_cache::LoginCache;
use domain::passwords::Passwords;
use domain::photos::Photos;
use domain::pictures::Pictures;
use domain::tokens::AccessTokens;
use domain::weather::Weather;
use rate_limits::RateLimits;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;
use trusted_proxies::TrustedProxies;

/// The maximum number of concurrent data exports. Each holds a database connection, of which SQLite has five.
const MAX_CONCURRENT_EXPORTS: usize = 2;

/// The external dependencies of a server.
#[derive(Clone)]
pub struct Deps {
    /// The database.
    pub database: Database,
    /// Returns the current time: the system's clock, except in tests.
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    /// The live connections.
    pub live: Live,
    /// The outbox for mails.
    pub outbox: Outbox,
}

impl Deps {
    /// Makes the dependencies from a database and an outbox, with the system's clock.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn new(database: Database, outbox: Outbox) -> Self {
        Self { live: Live::new(&database), database, clock: Arc::new(system_time), outbox }
    }
}

/// The state of all handlers. Clones share it.
#[derive(Clone)]
struct App(Arc<AppState>);

struct AppState {
    database: Database,
    clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    tokens: AccessTokens,
    passwords: Passwords,
    limits: RateLimits,
    trusted_proxies: TrustedProxies,
    login_cache: LoginCache,
    /// `None` if login with Google is disabled.
    google: Option<Google>,
    weather: Weather,
    photos: Photos,
    pictures: Pictures,
    /// Whether the public URL is https.
    is_https: bool,
    live: Live,
    outbox: Outbox,
    features: Features,
    /// The recipient of contact messages. `None`: the contact form is disabled.
    contact_email: Option<Email>,
    /// The folder for temporary files of exports.
    data_dir: PathBuf,
    /// Permits for data exports.
    export_permits: Semaphore,
    /// The OpenAPI document as JSON.
    openapi: String,
}

impl Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

impl AppState {
    fn new(config: &Config, deps: Deps, openapi: String) -> Self {
        Self {
            tokens: AccessTokens::new(config),
            passwords: Passwords::new(),
            limits: RateLimits::new(config),
            trusted_proxies: TrustedProxies::new(&config.trusted_proxies),
            login_cache: LoginCache::default(),
            google: config.google.clone().map(|settings| Google::new(settings, config)),
            weather: Weather::new(&config.weather),
            photos: Photos::new(config.photos.as_ref()),
            pictures: Pictures::new(deps.database.clone()),
            is_https: config.is_https(),
            features: Features {
                google: config.google.is_some(),
                mail: config.mail.is_some(),
                invitation_only: config.is_invitation_only,
                billing_portal_url: config.billing_portal_url.as_ref().map(ToString::to_string),
            },
            contact_email: config.contact_email().cloned(),
            data_dir: config.data_dir.clone(),
            export_permits: Semaphore::new(MAX_CONCURRENT_EXPORTS),
            openapi,
            database: deps.database,
            clock: deps.clock,
            live: deps.live,
            outbox: deps.outbox,
        }
    }

    fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// Returns a new id for a record that the client did not name.
    fn new_id(&self) -> Id {
        Id::from_parts(self.now().millis().unsigned_abs(), &random_bytes())
    }
}

/// Assembles the server's router. It needs no socket: tests call it directly.
pub fn build(config: Config, deps: Deps) -> Router {
    let (router, openapi) = routes::api(&config);
    let clock = deps.clock.clone();
    let state = AppState::new(&config, deps, openapi);
    routes::with_web_build(routes::with_middleware(router, App(Arc::new(state)), &config), &config, clock)
}

/// Permanently deletes the records that have been in the trash for 30 days.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn purge_trash(deps: &Deps) -> Result<(), error::ApiError> {
    let now = (deps.clock)();
    domain::trash::purge(&deps.database, now).await?;
    domain::notes::purge_trash(&deps.database, &deps.live, now).await
}

/// Deletes expired tokens, logins and links.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn delete_expired(deps: &Deps) -> Result<(), error::ApiError> {
    domain::logins::delete_expired(&deps.database, (deps.clock)()).await
}

/// Permanently deletes the accounts whose deletion was requested 7 days ago.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn purge_accounts(deps: &Deps) -> Result<(), error::ApiError> {
    domain::deletion::purge(&deps.database, &deps.live, (deps.clock)()).await
}

/// How often the mail queue is checked without being woken: for retries, and for mails that another server queued but
/// did not send.
const MAIL_QUEUE_POLL_INTERVAL: Duration = Duration::from_secs(5);

/// Sends all due mails.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn send_mails(deps: &Deps) -> Result<(), error::ApiError> {
    domain::mails::send_due(deps).await
}

/// Sends mails as they are queued, until the outbox is closed.
pub async fn run_mail_sender(deps: Deps) {
    while !deps.outbox.is_closed() {
        if let Err(error) = send_mails(&deps).await {
            tracing::warn!(?error, next_in = ?MAIL_QUEUE_POLL_INTERVAL, "cannot read the mail queue, retrying");
        }
        _ = tokio::time::timeout(MAIL_QUEUE_POLL_INTERVAL, deps.outbox.wait_for_wake()).await;
    }
}

/// Returns the current time of the system's clock.
fn system_time() -> Timestamp {
    let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}

/// Returns cryptographically secure random bytes.
///
/// # Panics
/// Panics if the system provides no random numbers.
fn random_bytes<const LENGTH: usize>() -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    // Every token and id depends on random numbers, so the server cannot continue without them.
    getrandom::fill(&mut bytes).unwrap_or_else(|error| panic!("cannot get random numbers from the system: {error}"));
    bytes
}
