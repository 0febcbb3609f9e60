//! The settings in the form in which the layers use them. The binary reads them from flags and environment variables.

mod secret;

pub use secret::Secret;

use core_wasm::protocol::text::Email;
use ipnet::IpNet;
use rustls_pki_types::CertificateDer;
use std::path::PathBuf;
use std::time::Duration;
use url::Url;

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Signs access tokens.
    pub jwt_secret: Secret,
    /// The previous secret: tokens that it signed stay valid until they expire.
    pub jwt_secret_previous: Option<Secret>,
    /// When the previous secret was replaced, in seconds since the Unix epoch. It is not accepted for tokens that were
    /// issued later. `None`: unknown.
    pub jwt_secret_replaced_at: Option<i64>,
    /// How long an access token is valid, in seconds.
    pub access_token_seconds: i64,
    /// The public URL of the server, without a slash at its end.
    pub public_url: String,
    /// How mail is sent. `None`: it is written to the log.
    pub mail: Option<MailSettings>,
    /// The OpenID provider behind "Continue with Google". `None`: Google cannot be used to log in.
    pub google: Option<GoogleSettings>,
    /// The weather services.
    pub weather: WeatherSettings,
    /// The photo service. `None`: the app's own wallpapers are used.
    pub photos: Option<PhotoSettings>,
    /// Where people change and pay for their plan. `None`: no plan is sold, and everything is unlocked.
    pub billing_portal_url: Option<Url>,
    /// What the public pages say about the operator, and load from other sites.
    pub site: Site,
    /// Whether HSTS includes the subdomains of the public URL's host.
    pub has_hsts_subdomains: bool,
    /// Whether requests are limited.
    pub has_rate_limits: bool,
    /// The URL of the Redis in which servers share rate limits. `None`: they share them in a PostgreSQL.
    pub limits_url: Option<Secret>,
    /// How long a decision about a shared rate limit may take. Then the limits of this server apply.
    pub limits_timeout: Duration,
    /// The maximum number of connections of clients and proxies.
    pub max_connections: usize,
    /// The certificate with which the server speaks https. `None`: it speaks http.
    pub tls: Option<TlsSettings>,
    /// How long the server waits for clients.
    pub timeouts: ServerTimeouts,
    /// The proxies whose X-Forwarded-For header is trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// The private networks that addresses which people enter may lead to, besides all public ones.
    pub allowed_private_networks: Vec<IpNet>,
    /// Other origins whose pages may call the API.
    pub cors_origins: Vec<String>,
    /// Whether signing up requires an invitation.
    pub is_invitation_only: bool,
    /// The token with which other machines can read the metrics. `None`: only programs on this machine can.
    pub metrics_token: Option<Secret>,
    /// Whether every request is logged.
    pub has_access_log: bool,
    /// The scheduled backups. `None`: there are none.
    pub backups: Option<BackupSettings>,
    /// Where attached files are stored.
    pub attachments: AttachmentSettings,
    /// How long the texts of changes are kept.
    pub op_retention: OpRetention,
    /// The folder in which exports are prepared before they are sent, and uploads are received.
    pub data_dir: PathBuf,
}

impl Config {
    /// Returns the minimal settings: no mail, no Google, no weather, no photos, no plans, no contact, no rate limits.
    pub fn new(jwt_secret: Secret, public_url: impl Into<String>) -> Self {
        Self {
            jwt_secret,
            jwt_secret_previous: None,
            jwt_secret_replaced_at: None,
            access_token_seconds: 900,
            public_url: public_url.into(),
            mail: None,
            google: None,
            weather: WeatherSettings::default(),
            photos: None,
            billing_portal_url: None,
            site: Site::default(),
            has_hsts_subdomains: false,
            has_rate_limits: false,
            limits_url: None,
            limits_timeout: Duration::from_millis(250),
            max_connections: 10_000,
            tls: None,
            timeouts: ServerTimeouts::default(),
            trusted_proxies: Vec::new(),
            allowed_private_networks: Vec::new(),
            cors_origins: Vec::new(),
            is_invitation_only: false,
            metrics_token: None,
            has_access_log: false,
            backups: None,
            attachments: AttachmentSettings { folder: std::env::temp_dir().join("attachments"), object_store: None },
            op_retention: OpRetention::default(),
            data_dir: std::env::temp_dir(),
        }
    }

    /// Returns the recipient of the contact form; `None` if no address is set or no mail is sent.
    pub fn contact_email(&self) -> Option<&Email> {
        self.site.contact_email.as_ref().filter(|_| self.mail.is_some())
    }

    /// Returns whether the public URL uses https.
    pub fn is_https(&self) -> bool {
        self.public_url.starts_with("https:")
    }
}

/// The files of a certificate, in PEM format.
#[derive(Clone, Debug)]
pub struct TlsSettings {
    /// The certificate, followed by those of its authorities.
    pub certificate: PathBuf,
    /// The private key of the certificate.
    pub key: PathBuf,
}

/// How long the server waits for clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ServerTimeouts {
    /// For the body of a request.
    pub body: Duration,
    /// For the next request of a connection.
    pub idle: Duration,
    /// For running requests, and then for the delivery of mail, at shutdown.
    pub shutdown: Duration,
}

impl Default for ServerTimeouts {
    fn default() -> Self {
        Self { body: Duration::from_secs(30), idle: Duration::from_secs(75), shutdown: Duration::from_secs(10) }
    }
}

/// The connections to the database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PoolSettings {
    /// The maximum number of connections. `None`: what suits the database.
    pub max_connections: Option<u32>,
    /// How long a request waits for a connection. Shorter than the client's timeout of 10 seconds, so that the client
    /// receives the error.
    pub acquire_timeout: Duration,
}

impl Default for PoolSettings {
    fn default() -> Self {
        Self { max_connections: None, acquire_timeout: Duration::from_secs(3) }
    }
}

/// How the servers on one PostgreSQL announce changes to one another. By default, by LISTEN and NOTIFY over the database's URL.
#[derive(Clone, Debug, Default)]
pub struct BusSettings {
    /// The URL of the same database for LISTEN, if the database's URL leads to a connection pooler.
    pub listen_url: Option<Secret>,
    /// The NATS server that replaces LISTEN and NOTIFY, with the user and the password.
    pub nats_url: Option<Secret>,
}

/// How much of the changes of a board is kept for the activity of its cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpRetention {
    /// The maximum number of changes per board.
    pub max_count: i64,
    /// The maximum age in days.
    pub days: i64,
    /// The maximum number of bytes per board.
    pub max_bytes: i64,
}

impl Default for OpRetention {
    fn default() -> Self {
        Self { max_count: 1_000, days: 60, max_bytes: 4 << 20 }
    }
}

/// Scheduled backups of an SQLite database.
#[derive(Clone, Debug)]
pub struct BackupSettings {
    /// The number of hours between two backups.
    pub every_hours: i64,
    /// The number of backups that are kept.
    pub keep: usize,
    /// The folder of the backups.
    pub folder: PathBuf,
    /// The object store that gets the backups instead of the folder. `None`: they stay in the folder.
    pub object_store: Option<ObjectStoreSettings>,
}

/// Where attached files are stored.
#[derive(Clone, Debug)]
pub struct AttachmentSettings {
    /// The folder of the files.
    pub folder: PathBuf,
    /// The object store that has the files instead of the folder. `None`: they are in the folder.
    pub object_store: Option<ObjectStoreSettings>,
}

/// An S3-compatible object store.
#[derive(Clone, Debug)]
pub struct ObjectStoreSettings {
    /// The bucket.
    pub bucket: String,
    /// The start of the names of the objects, without slashes at its ends; may be empty.
    pub prefix: String,
    /// The URL of the store. `None`: Amazon S3.
    pub endpoint: Option<Url>,
    /// The region.
    pub region: String,
    /// The access key.
    pub access_key: Secret,
    /// The secret of the access key.
    pub secret_key: Secret,
}

/// How mail is sent.
#[derive(Clone, Debug)]
pub struct MailSettings {
    /// The URL of the mail server, with user and password.
    pub smtp_url: Secret,
    /// The sender of mails: a mailbox (RFC 5322, section 3.4).
    pub from: String,
    /// Certificates of authorities that are trusted for the mail server, besides the public ones.
    pub trusted_certificates: Vec<CertificateDer<'static>>,
}

/// An OpenID provider.
#[derive(Clone, Debug)]
pub struct GoogleSettings {
    /// The issuer, under which its configuration is found (OpenID Connect Discovery 1.0, section 4).
    pub issuer_url: String,
    /// The client id of this server at the provider.
    pub client_id: String,
    /// The client secret of this server at the provider.
    pub client_secret: Secret,
}

/// The weather services; `None` for each that is switched off.
#[derive(Clone, Debug, Default)]
pub struct WeatherSettings {
    /// Locates an IP address: `{url}/{address}/json/`, with the response of ipapi.co.
    pub geoip_url: Option<Url>,
    /// Returns the weather: `{url}/v1/forecast`, with the response of Open-Meteo.
    pub forecast_url: Option<Url>,
    /// Finds places by name: `{url}/v1/search`, with the response of Open-Meteo.
    pub geocoding_url: Option<Url>,
}

/// The photo service.
#[derive(Clone, Debug)]
pub struct PhotoSettings {
    /// The URL of its API, which is that of Unsplash.
    pub api_url: Url,
    /// The access key of this server.
    pub access_key: Secret,
}

/// What the public pages say about the operator, and load from other sites. Nothing is set by default.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// The contact address. `None`: the pages name no address, and the contact form is off.
    pub contact_email: Option<Email>,
    /// A social profile of the operator. `None`: the pages link to none.
    pub social_url: Option<Url>,
    /// The script that counts page views. `None`: nothing is counted.
    pub analytics_script_url: Option<Url>,
}
