//! The binary and its HTTP layer: the API under `/api`, the embedded web build for all other paths, the settings and
//! the admin commands, and the command-line client.
//!
//! Start reading at [`build`], which assembles the server. `routes` reads requests and maps results and errors to
//! responses, the use cases are in `twentyfour-domain`, and the SQL is in `twentyfour-store`. The rules for boards,
//! texts, sessions and statistics are in the core ([`core_wasm`]) and are not repeated here.
//!
//! May import `twentyfour-domain`, `twentyfour-bus`, `twentyfour-jobs`, `twentyfour-model` and `core-wasm`, but not the
//! store.

pub mod admin;
mod body_budget;
pub mod cli;
pub mod config;
mod device;
pub mod error;
mod extract;
mod jobs;
mod language;
pub mod log;
mod metrics;
mod rejections;
mod routes;
mod serve;
mod traces;
mod trusted_proxies;

pub use jobs::{
    back_up, delete_attachments, delete_expired, deliver_webhooks, index_all, jobs, notify_due_soon, purge_accounts,
    purge_trash, queue_inbox_mails, send_mails, trim_ops,
};
pub use serve::{Certificate, serve};
pub use traces::Traces;
pub use twentyfour_bus::Live;
pub use twentyfour_domain::public_http::PublicHttp;
pub use twentyfour_domain::{Database, DatabaseLock, OpenError};
pub use twentyfour_jobs::mails::{Mail, Outbox, SendError, SendFuture, Transport};

use axum::Router;
use body_budget::BodyBudget;
use metrics::Metrics;
use std::ops::Deref;
use std::sync::Arc;
use std::time::Duration;
use trusted_proxies::TrustedProxies;
use twentyfour_domain::services::{Context, Services};
use twentyfour_model::clock::{Clock, system_time};
use twentyfour_model::{BusSettings, Config, Secret};

/// The external dependencies of a server.
#[derive(Clone)]
pub struct Deps {
    /// The database.
    pub database: Database,
    /// Returns the current time: the system's clock, except in tests.
    pub clock: Clock,
    /// The live connections.
    pub live: Live,
    /// The outbox for mails.
    pub outbox: Outbox,
    /// The client for addresses that people enter; `None` if TLS is not available.
    pub public_http: Option<Arc<PublicHttp>>,
}

impl Deps {
    /// Makes the dependencies from a database and an outbox, with the system's clock.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn new(database: Database, outbox: Outbox, config: &Config) -> Self {
        Self::with_bus(database, outbox, config, &BusSettings::default())
    }

    /// Makes the dependencies like [`Self::new`], with the settings of the announcements between servers.
    ///
    /// # Panics
    /// Panics outside a tokio runtime.
    pub fn with_bus(database: Database, outbox: Outbox, config: &Config, settings: &BusSettings) -> Self {
        Self {
            live: Live::with_settings(&database, settings),
            database,
            clock: Arc::new(system_time),
            outbox,
            public_http: PublicHttp::new(config).map(Arc::new),
        }
    }
}

/// The state of all handlers. Clones share it.
#[derive(Clone)]
struct App(Arc<AppState>);

struct AppState {
    /// The dependencies of the use cases.
    services: Services,
    trusted_proxies: TrustedProxies,
    body_budget: BodyBudget,
    metrics: Metrics,
    /// Whether every request is logged.
    has_access_log: bool,
    /// How long the body of a request may take to arrive.
    body_timeout: Duration,
    /// The token with which other machines can read the metrics; `None`: they cannot.
    metrics_token: Option<Secret>,
    /// Whether the public URL is https.
    is_https: bool,
    /// The OpenAPI document as JSON.
    openapi: String,
}

impl Deref for App {
    type Target = AppState;

    fn deref(&self) -> &AppState {
        &self.0
    }
}

/// Assembles the server's router. It needs no socket: tests call it directly.
pub fn build(config: Config, deps: Deps) -> Router {
    let (router, openapi) = routes::api(&config);
    let Deps { database, clock, live, outbox, public_http } = deps;
    let state = AppState {
        services: Services::new(&config, Context::new(database, clock.clone()), live, outbox, public_http),
        trusted_proxies: TrustedProxies::new(&config.trusted_proxies),
        body_budget: BodyBudget::new(),
        metrics: Metrics::new(),
        has_access_log: config.has_access_log,
        body_timeout: config.timeouts.body,
        metrics_token: config.metrics_token.clone(),
        is_https: config.is_https(),
        openapi,
    };
    routes::with_web_build(routes::with_middleware(router, App(Arc::new(state)), &config), &config, clock)
}
