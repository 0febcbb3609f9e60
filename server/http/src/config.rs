//! Settings from environment variables and flags, and the [`Config`] made from them. Each group of settings has its own
//! file with its validation; single settings are here.

mod access_tokens;
mod addresses;
mod attachments;
mod backups;
mod billing;
mod bus;
mod database;
#[cfg(test)]
mod docs_table;
mod google;
mod mail;
mod monitoring;
mod object_store;
mod photos;
mod rate_limits;
mod retention;
pub(crate) mod secret_file;
mod secret_settings;
mod site;
mod timeouts;
mod tls;
mod weather;

pub use twentyfour_model::{Config, GoogleSettings, MailSettings, PhotoSettings, Secret, Site, WeatherSettings};

use crate::admin::Command;
use crate::serve;
use crate::traces::TraceSettings;
use access_tokens::AccessTokenArgs;
use addresses::AddressArgs;
pub use addresses::reachable;
use attachments::AttachmentArgs;
use backups::BackupArgs;
use billing::BillingArgs;
use bus::BusArgs;
use clap::Parser;
use database::DatabaseArgs;
use google::GoogleArgs;
use mail::MailArgs;
use monitoring::MonitoringArgs;
use photos::PhotoArgs;
use rate_limits::RateLimitArgs;
use retention::RetentionArgs;
use rustls_pki_types::CertificateDer;
use site::SiteArgs;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::PathBuf;
use timeouts::TimeoutArgs;
use tls::TlsArgs;
use twentyfour_model::{BusSettings, PoolSettings, paths};
use weather::WeatherArgs;

/// Twentyfour: get the most out of every 24 hours. Without a command, serves the app and its API.
#[derive(Parser, Debug)]
#[command(name = "twentyfour", version, after_help = "The command-line client has its own help: twentyfour cli --help")]
pub struct Settings {
    #[command(flatten)]
    addresses: AddressArgs,

    #[command(flatten)]
    tls: TlsArgs,

    #[command(flatten)]
    timeouts: TimeoutArgs,

    /// Folder for persistent data: the SQLite database and the JWT secret. Created if missing.
    #[arg(long, env = "DATA_DIR", global = true, default_value = "data")]
    pub data_dir: PathBuf,

    #[command(flatten)]
    database: DatabaseArgs,

    #[command(flatten)]
    bus: BusArgs,

    #[command(flatten)]
    access_tokens: AccessTokenArgs,

    #[command(flatten)]
    mail: MailArgs,

    #[command(flatten)]
    google: GoogleArgs,

    #[command(flatten)]
    weather: WeatherArgs,

    #[command(flatten)]
    photos: PhotoArgs,

    #[command(flatten)]
    billing: BillingArgs,

    #[command(flatten)]
    site: SiteArgs,

    #[command(flatten)]
    retention: RetentionArgs,

    #[command(flatten)]
    backups: BackupArgs,

    #[command(flatten)]
    attachments: AttachmentArgs,

    #[command(flatten)]
    monitoring: MonitoringArgs,

    #[command(flatten)]
    rate_limits: RateLimitArgs,

    /// Require an invitation to sign up: 1 or 0.
    #[arg(long, env = "WAITLIST_ONLY", global = true, default_value = "0", value_parser = ["0", "1"])]
    waitlist_only: String,

    /// Log filter, such as "info" or "twentyfour=debug,sqlx=warn". Default: warnings, errors and security
    /// events.
    #[arg(long, env = "LOG", default_value = "warn,security=info", global = true)]
    pub log: String,

    /// Log format: text, or json with one object per line.
    #[arg(long, env = "LOG_FORMAT", default_value = "text", global = true, value_parser = ["text", "json"])]
    pub log_format: String,

    /// Command to run. Default: serve.
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Settings {
    /// Returns the address and port to listen on.
    pub fn listen_addr(&self) -> SocketAddr {
        self.addresses.listen_addr
    }

    /// Creates the data folder and makes it readable for this user only.
    ///
    /// # Errors
    /// Returns a sentence for the operator if that fails.
    pub fn protect_data_dir(&self) -> Result<(), String> {
        let folder = self.data_dir.display();
        match paths::protect_dir(&self.data_dir) {
            // Only the owner can do it. The files in it are private nevertheless.
            Err(error) if error.kind() == ErrorKind::PermissionDenied && self.data_dir.is_dir() => {
                tracing::warn!(%folder, "data folder not made private: this user is not its owner");
                Ok(())
            }
            outcome => outcome.map_err(|error| {
                format!("Cannot make the data folder {folder} private: {error}. Make this user its owner.")
            }),
        }
    }

    /// Returns the database URL.
    pub fn database_url(&self) -> String {
        self.database.url(&self.data_dir)
    }

    /// Returns the URL of the database's replica, if there is one.
    pub fn replica_url(&self) -> Option<&str> {
        self.database.replica_url()
    }

    /// Returns the settings of the connections to the database.
    pub fn pool(&self) -> PoolSettings {
        self.database.pool()
    }

    /// Returns how the servers on one database announce changes to one another.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a setting is invalid, or the database can have only one server.
    pub fn bus(&self) -> Result<BusSettings, String> {
        self.bus.settings(&self.database_url())
    }

    /// Validates the settings. `address` is the actual listening address.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a setting is invalid or the JWT secret cannot be read.
    pub fn config(&self, address: SocketAddr) -> Result<Config, String> {
        let jwt_secret = self.access_tokens.secret(&self.data_dir, self.database.is_postgres())?;
        let (jwt_secret_previous, jwt_secret_replaced_at) = self.access_tokens.previous_secret(&self.data_dir)?;
        Ok(Config {
            jwt_secret,
            jwt_secret_previous,
            jwt_secret_replaced_at,
            access_token_seconds: self.access_tokens.access_token_seconds,
            public_url: self.public_url(address)?,
            mail: self.mail.settings()?,
            google: self.google.settings()?,
            weather: self.weather.settings()?,
            photos: self.photos.settings()?,
            billing_portal_url: self.billing.portal_url()?,
            site: self.site.settings()?,
            has_hsts_subdomains: self.addresses.hsts_subdomains == "1",
            has_rate_limits: self.rate_limits.are_on(),
            limits_url: self.rate_limits.limits_url(self.database.is_postgres())?,
            limits_timeout: RateLimitArgs::TIMEOUT,
            max_connections: self.rate_limits.max_connections as usize,
            tls: self.tls.settings()?,
            timeouts: self.timeouts.timeouts(),
            trusted_proxies: self.addresses.trusted_proxies()?,
            allowed_private_networks: self.addresses.allowed_private_networks()?,
            cors_origins: self.addresses.cors_origins()?,
            is_invitation_only: self.waitlist_only == "1",
            metrics_token: self.monitoring.metrics_token()?,
            has_access_log: self.monitoring.has_access_log(),
            backups: self.backups.settings(&self.data_dir, &self.database_url())?,
            attachments: self.attachments.settings(&self.data_dir, self.database.is_postgres())?,
            op_retention: self.retention.op_retention(),
            data_dir: self.data_dir.clone(),
        })
    }

    /// Reads the settings from the command line, the environment, and the files that settings like `JWT_SECRET_FILE` name.
    /// Ends the process if the command line is invalid, or only asks for help.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a file cannot be read.
    pub fn load() -> Result<Self, String> {
        let from_files = secret_settings::read(|name| std::env::var_os(name))?;
        Ok(Self::parse_from(std::env::args_os().chain(from_files)))
    }

    /// Returns whether every request is logged.
    pub(crate) fn has_access_log(&self) -> bool {
        self.monitoring.has_access_log()
    }

    /// Returns the collector of traces, if there is one.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a setting is invalid.
    pub(crate) fn traces(&self) -> Result<Option<TraceSettings>, String> {
        self.monitoring.traces()
    }

    /// Returns whether the JWT secret comes from a setting rather than from the data folder.
    pub(crate) fn has_configured_secret(&self) -> bool {
        self.access_tokens.has_configured_secret()
    }

    /// Returns the folder of attached files in the data folder, if no setting names another place.
    pub(crate) fn unconfigured_attachments(&self) -> Option<PathBuf> {
        self.attachments.unconfigured_folder(&self.data_dir)
    }

    /// Returns the certificate that the server shows, or `None` if it speaks http.
    ///
    /// # Errors
    /// Returns a sentence for the operator if the settings are invalid, or the file cannot be read.
    pub(crate) fn certificate(&self) -> Result<Option<CertificateDer<'static>>, String> {
        self.tls.settings()?.map(|files| serve::read_certificate(&files)).transpose()
    }

    /// Returns the public URL without a trailing slash. `address` is the listening address, which is the default.
    ///
    /// # Errors
    /// Returns a sentence for the operator if the setting is invalid.
    pub(crate) fn public_url(&self, address: SocketAddr) -> Result<String, String> {
        let scheme = if self.tls.settings()?.is_some() { "https" } else { "http" };
        self.addresses.public_url(scheme, address)
    }
}

/// Returns a setting unless it is empty. Many tools unset a variable by setting it to an empty string.
fn non_empty(setting: &Option<String>) -> Option<&str> {
    setting.as_deref().filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// A secret of sufficient length.
    pub(super) const SECRET: &str = "0123456789abcdef0123456789abcdef";

    /// Parses arguments into a configuration.
    pub(super) fn config(arguments: &[&str]) -> Result<Config, String> {
        Settings::parse_from([&["twentyfour"], arguments].concat()).config("127.0.0.1:8080".parse().unwrap())
    }

    #[test]
    fn defaults_are_safe() {
        let bare = config(&["--jwt-secret", SECRET]).unwrap();
        assert!(bare.mail.is_none() && bare.google.is_none() && bare.has_rate_limits && !bare.is_invitation_only);
        assert!(bare.trusted_proxies.is_empty() && bare.cors_origins.is_empty());
        assert!(!config(&["--jwt-secret", SECRET, "--rate-limits", "off"]).unwrap().has_rate_limits);
        assert!(config(&["--jwt-secret", SECRET, "--waitlist-only", "1"]).unwrap().is_invitation_only);
    }

    #[test]
    fn help_lists_every_setting() {
        let help = Settings::command().render_long_help().to_string();
        assert!(help.starts_with("Twentyfour: get the most out of every 24 hours."), "{help}");
        for variable in [
            "LISTEN_ADDR",
            "DATA_DIR",
            "DATABASE_URL",
            "LISTEN_DATABASE_URL",
            "BUS_URL",
            "LIMITS_URL",
            "DATABASE_REPLICA_URL",
            "JWT_SECRET",
            "JWT_SECRET_PREVIOUS",
            "PUBLIC_URL",
            "ACCESS_TOKEN_SECONDS",
            "SMTP_URL",
            "SMTP_CA_FILE",
            "MAIL_FROM",
            "GOOGLE_ISSUER_URL",
            "GOOGLE_CLIENT_ID",
            "GOOGLE_CLIENT_SECRET",
            "GEOIP_API_URL",
            "WEATHER_API_URL",
            "GEOCODING_API_URL",
            "UNSPLASH_ACCESS_KEY",
            "UNSPLASH_API_URL",
            "BILLING_PORTAL_URL",
            "CONTACT_EMAIL",
            "SOCIAL_URL",
            "ANALYTICS_SCRIPT_URL",
            "RATE_LIMITS",
            "TRUSTED_PROXIES",
            "CORS_ORIGINS",
            "HSTS_SUBDOMAINS",
            "WAITLIST_ONLY",
            "LOG",
            "LOG_FORMAT",
        ] {
            assert!(help.contains(&format!("[env: {variable}")), "{variable} is missing from --help");
        }
    }
}
