//! The dependencies of the use cases: one small struct per area. [`Services`] creates all of them; clones share their
//! parts.

use crate::DomainError;
use crate::account_import::ImportDeps;
use crate::account_slots::AccountSlots;
use crate::api_tokens::ApiTokenCache;
use crate::attachments::{Attachments, Objects};
use crate::avatars::Avatars;
use crate::board_snapshots::BoardSnapshots;
use crate::calendar::CalendarDeps;
use crate::google::Google;
use crate::login_cache::LoginCache;
use crate::passwords::Passwords;
use crate::photos::Photos;
use crate::pictures::Pictures;
use crate::plans::Plans;
use crate::public_http::PublicHttp;
use crate::rate_limits::RateLimits;
use crate::readiness::Readiness;
use crate::tokens::AccessTokens;
use crate::uploads::Uploads;
use crate::weather::Weather;
use crate::webhooks::Webhooks;
use core_wasm::protocol::account::Features;
use core_wasm::protocol::id::Id;
use core_wasm::protocol::text::Email;
use core_wasm::protocol::time::Timestamp;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::Semaphore;
use twentyfour_bus::Live;
use twentyfour_jobs::mails::Outbox;
use twentyfour_model::token::random_bytes;
use twentyfour_model::{Clock, Config, OpRetention};
use twentyfour_store::Database;

/// The maximum number of exports that are being made or downloaded.
const MAX_EXPORTS: usize = 8;

/// The maximum number of concurrent exports. Each holds a database connection, of which SQLite has five.
const MAX_CONCURRENT_EXPORTS: usize = 2;

/// The database and the clock, which nearly every use case needs.
#[derive(Clone)]
pub struct Context {
    pub(crate) database: Database,
    pub(crate) clock: Clock,
}

impl Context {
    /// Returns the context of a database and of a clock, which returns the current time.
    pub fn new(database: Database, clock: Clock) -> Self {
        Self { database, clock }
    }

    /// Returns the current time.
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// Checks that the database responds.
    ///
    /// # Errors
    /// Returns an error if it does not.
    pub async fn check(&self) -> Result<(), DomainError> {
        Ok(self.database.check().await?)
    }

    /// Returns the number of connections to the database, and of those that are not in use.
    pub fn database_connections(&self) -> (u32, usize) {
        self.database.connections()
    }

    /// Returns the number of writes that wait for the database.
    pub fn queued_writes(&self) -> usize {
        self.database.queued_writes()
    }

    /// Returns a new id, for records that the client does not name.
    pub fn new_id(&self) -> Id {
        Id::from_parts(self.now().millis().unsigned_abs(), &random_bytes())
    }
}

/// The logins: their access tokens, and which of them have ended. The API tokens, too.
#[derive(Clone)]
pub struct LoginSessions {
    pub(crate) context: Context,
    pub(crate) tokens: Arc<AccessTokens>,
    pub(crate) login_cache: Arc<LoginCache>,
    pub(crate) api_tokens: Arc<ApiTokenCache>,
    pub(crate) live: Live,
}

/// The dependencies of changes to an account: signing up, logging in, password, email, recovery and deletion.
#[derive(Clone)]
pub struct AccountDeps {
    pub(crate) context: Context,
    pub(crate) plans: Plans,
    pub(crate) sessions: LoginSessions,
    pub(crate) passwords: Arc<Passwords>,
    pub(crate) limits: Arc<RateLimits>,
    pub(crate) outbox: Outbox,
}

/// The dependencies of changes to boards and preferences, which depend on the plan and are announced.
#[derive(Clone)]
pub struct ChangeDeps {
    pub(crate) context: Context,
    pub(crate) plans: Plans,
    pub(crate) live: Live,
    pub(crate) op_retention: OpRetention,
}

/// The dependencies of sharing boards.
#[derive(Clone)]
pub struct SharingDeps {
    pub(crate) changes: ChangeDeps,
    pub(crate) limits: Arc<RateLimits>,
    pub(crate) outbox: Outbox,
    /// The base URL of links.
    pub(crate) public_url: String,
}

/// The dependencies of changes to notes.
#[derive(Clone)]
pub struct NoteDeps {
    pub(crate) context: Context,
    pub(crate) limits: Arc<RateLimits>,
    pub(crate) live: Live,
}

/// The dependencies of exports of an account.
#[derive(Clone)]
pub struct ExportDeps {
    pub(crate) context: Context,
    pub(crate) plans: Plans,
    pub(crate) limits: Arc<RateLimits>,
    /// The folder in which archives are created.
    pub(crate) data_dir: PathBuf,
    /// The contents of attachments.
    pub(crate) objects: Objects,
    pub(crate) permits: Arc<Semaphore>,
    pub(crate) slots: AccountSlots,
}

/// The dependencies of the contact form.
#[derive(Clone)]
pub struct ContactDeps {
    pub(crate) context: Context,
    pub(crate) limits: Arc<RateLimits>,
    pub(crate) outbox: Outbox,
    /// Who receives the messages; `None` if the form is off.
    pub(crate) recipient: Option<Email>,
}

/// The dependencies of administrators' requests.
#[derive(Clone)]
pub struct AdminDeps {
    pub(crate) accounts: AccountDeps,
    /// Whether a mail server is configured.
    pub(crate) sends_mail: bool,
    /// The base URL of links.
    pub(crate) public_url: String,
    /// The folder whose free space is shown.
    pub(crate) data_dir: PathBuf,
}

/// The dependencies of the waitlist.
#[derive(Clone)]
pub struct WaitlistDeps {
    pub(crate) context: Context,
    pub(crate) limits: Arc<RateLimits>,
    pub(crate) outbox: Outbox,
    /// Whether a mail server is configured.
    pub(crate) sends_mail: bool,
}

/// The dependencies of all use cases, by area.
pub struct Services {
    /// The database and the clock.
    pub context: Context,
    /// The plans and the features of this server.
    pub plans: Plans,
    /// The rate limits.
    pub limits: Arc<RateLimits>,
    /// The live connections.
    pub live: Live,
    /// The mails to send.
    pub outbox: Outbox,
    /// The logins.
    pub sessions: LoginSessions,
    /// For changes of accounts.
    pub accounts: AccountDeps,
    /// For administrators.
    pub admin: AdminDeps,
    /// Whole boards, encoded.
    pub board_snapshots: BoardSnapshots,
    /// For changes of boards and preferences.
    pub changes: ChangeDeps,
    /// For sharing boards.
    pub sharing: SharingDeps,
    /// For calendars.
    pub calendar: CalendarDeps,
    /// For changes of notes.
    pub notes: NoteDeps,
    /// For exports.
    pub exports: ExportDeps,
    /// For imports of an account.
    pub imports: ImportDeps,
    /// For the contact form.
    pub contact: ContactDeps,
    /// For the waitlist.
    pub waitlist: WaitlistDeps,
    /// "Continue with Google"; `None` if it is not configured.
    pub google: Option<Google>,
    /// The weather services.
    pub weather: Weather,
    /// The webhooks.
    pub webhooks: Webhooks,
    /// The photo service.
    pub photos: Photos,
    /// The pictures that users upload.
    pub pictures: Pictures,
    /// The pictures of people.
    pub avatars: Avatars,
    /// The attachments of cards.
    pub attachments: Attachments,
    /// Where large bodies are received.
    pub uploads: Uploads,
    /// Whether the server can handle requests.
    pub readiness: Readiness,
}

impl Services {
    /// Creates the services of a server. Without `public_http`, webhooks and busy hours of other calendars are off.
    pub fn new(
        config: &Config,
        context: Context,
        live: Live,
        outbox: Outbox,
        public_http: Option<Arc<PublicHttp>>,
    ) -> Self {
        let features = Features {
            google: config.google.is_some(),
            mail: config.mail.is_some(),
            invitation_only: config.is_invitation_only,
            billing_portal_url: config.billing_portal_url.as_ref().map(ToString::to_string),
        };
        let sends_mail = features.mail;
        let limits = Arc::new(RateLimits::new(config, &context.database));
        let plans = Plans { context: context.clone(), features: Arc::new(features) };
        let sessions = LoginSessions {
            context: context.clone(),
            tokens: Arc::new(AccessTokens::new(config)),
            login_cache: Arc::default(),
            api_tokens: Arc::default(),
            live: live.clone(),
        };
        let accounts = AccountDeps {
            context: context.clone(),
            plans: plans.clone(),
            sessions: sessions.clone(),
            passwords: Arc::new(Passwords::new()),
            limits: limits.clone(),
            outbox: outbox.clone(),
        };
        let changes = ChangeDeps {
            context: context.clone(),
            plans: plans.clone(),
            live: live.clone(),
            op_retention: config.op_retention,
        };
        let pictures = Pictures::new(context.clone(), plans.clone(), limits.clone());
        let objects = Objects::new(config.attachments.clone());
        let uploads = Uploads::new(config.data_dir.clone());
        Self {
            attachments: Attachments::new(
                config,
                changes.clone(),
                pictures.decode_queue(),
                objects.clone(),
                uploads.clone(),
            ),
            uploads,
            avatars: Avatars::new(changes.clone(), limits.clone(), pictures.decode_queue()),
            admin: AdminDeps {
                accounts: accounts.clone(),
                sends_mail,
                public_url: config.public_url.clone(),
                data_dir: config.data_dir.clone(),
            },
            accounts: accounts.clone(),
            board_snapshots: BoardSnapshots::new(context.database.clone()),
            sharing: SharingDeps {
                changes: changes.clone(),
                limits: limits.clone(),
                outbox: outbox.clone(),
                public_url: config.public_url.clone(),
            },
            changes,
            calendar: CalendarDeps::new(config, context.clone(), limits.clone(), public_http.clone()),
            notes: NoteDeps { context: context.clone(), limits: limits.clone(), live: live.clone() },
            exports: ExportDeps {
                context: context.clone(),
                plans: plans.clone(),
                limits: limits.clone(),
                data_dir: config.data_dir.clone(),
                objects: objects.clone(),
                permits: Arc::new(Semaphore::new(MAX_CONCURRENT_EXPORTS)),
                slots: AccountSlots::new(MAX_EXPORTS),
            },
            imports: ImportDeps::new(config, context.clone(), limits.clone()),
            contact: ContactDeps {
                context: context.clone(),
                limits: limits.clone(),
                outbox: outbox.clone(),
                recipient: config.contact_email().cloned(),
            },
            waitlist: WaitlistDeps {
                context: context.clone(),
                limits: limits.clone(),
                outbox: outbox.clone(),
                sends_mail,
            },
            google: config.google.clone().map(|settings| Google::new(settings, config)),
            weather: Weather::new(&config.weather, context.clone(), limits.clone()),
            webhooks: Webhooks::new(accounts, public_http),
            photos: Photos::new(config.photos.as_ref(), context.clone(), limits.clone()),
            pictures,
            readiness: Readiness::new(context.clone(), config.data_dir.clone()),
            context,
            plans,
            limits,
            live,
            outbox,
            sessions,
        }
    }
}
