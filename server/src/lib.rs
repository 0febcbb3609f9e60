//! The server of Twentyfour: the API under `/api`, and the embedded web build for every other path.
//!
//! Where to start: [`build`] puts the parts together. `routes` reads requests and writes answers, `domain` holds the use
//! cases (authorize, load, ask the core, save), `store` the SQL. Rules about boards, texts, sessions and statistics are the
//! core's ([`core_wasm`]); none is written again here.

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

/// How many archives are made at once: each holds a connection to the database, of which SQLite has five.
const MAX_CONCURRENT_EXPORTS: usize = 2;

/// What the server needs from outside.
#[derive(Clone)]
pub struct Deps {
    /// Everything that lasts.
    pub database: Database,
    /// Tells the time. The system's clock, except in tests.
    pub clock: Arc<dyn Fn() -> Timestamp + Send + Sync>,
    /// The live connections.
    pub live: Live,
    /// The way out for mails.
    pub outbox: Outbox,
}

impl Deps {
    /// The given database and way out for mails, the system's clock, and nobody connected yet. Must be called within a tokio runtime.
    pub fn new(database: Database, outbox: Outbox) -> Self {
        Self { live: Live::new(&database), database, clock: Arc::new(system_time), outbox }
    }
}

/// What every handler holds. Clones share it.
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
    /// `None` where nobody can log in with Google.
    google: Option<Google>,
    weather: Weather,
    photos: Photos,
    pictures: Pictures,
    /// Whether people reach the server by https.
    is_https: bool,
    live: Live,
    outbox: Outbox,
    features: Features,
    /// Whom what is written on the contact page is mailed to. `None`: nobody, or no mail is sent.
    contact_email: Option<Email>,
    /// Archives are made in this folder.
    data_dir: PathBuf,
    /// How many archives may be made at once.
    export_permits: Semaphore,
    /// The OpenAPI document, as JSON.
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

    /// A new id, for what the client left for us to name.
    fn new_id(&self) -> Id {
        Id::from_parts(self.now().millis().unsigned_abs(), &random_bytes())
    }
}

/// Puts the server together. Needs no socket: tests call the router directly.
pub fn build(config: Config, deps: Deps) -> Router {
    let (router, openapi) = routes::api(&config);
    let clock = deps.clock.clone();
    let state = AppState::new(&config, deps, openapi);
    routes::with_web_build(routes::with_middleware(router, App(Arc::new(state)), &config), &config, clock)
}

/// Removes for good what has lain in the trash for 30 days.
pub async fn purge_trash(deps: &Deps) -> Result<(), error::ApiError> {
    let now = (deps.clock)();
    domain::trash::purge(&deps.database, now).await?;
    domain::notes::purge_trash(&deps.database, &deps.live, now).await
}

/// Forgets tokens, logins and links that have run out.
pub async fn delete_expired(deps: &Deps) -> Result<(), error::ApiError> {
    domain::logins::delete_expired(&deps.database, (deps.clock)()).await
}

/// Removes for good the accounts whose end was asked for 7 days ago.
pub async fn purge_accounts(deps: &Deps) -> Result<(), error::ApiError> {
    domain::deletion::purge(&deps.database, &deps.live, (deps.clock)()).await
}

/// How often the queue of mails is looked through when nothing wakes it: for mails that wait for another try, and those that another
/// server queued and did not come to send.
const MAIL_QUEUE_POLL_INTERVAL: Duration = Duration::from_secs(5);

/// Sends all mails whose turn it is.
pub async fn send_mails(deps: &Deps) -> Result<(), error::ApiError> {
    domain::mails::send_due(deps).await
}

/// Sends mails as they are queued, until the way out is closed.
pub async fn run_mail_sender(deps: Deps) {
    while !deps.outbox.is_closed() {
        if let Err(error) = send_mails(&deps).await {
            tracing::warn!(?error, next_in = ?MAIL_QUEUE_POLL_INTERVAL, "cannot read the mail queue, retrying");
        }
        _ = tokio::time::timeout(MAIL_QUEUE_POLL_INTERVAL, deps.outbox.wait_for_wake()).await;
    }
}

/// The moment by the system's clock.
fn system_time() -> Timestamp {
    let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    Timestamp::from_millis(i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX))
}

/// Bytes that nobody can guess.
fn random_bytes<const LENGTH: usize>() -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    // There is nothing sensible to go on with: every token and every id depends on it.
    getrandom::fill(&mut bytes).unwrap_or_else(|error| panic!("the system gives no random numbers: {error}"));
    bytes
}
