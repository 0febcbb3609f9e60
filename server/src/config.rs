//! What can be set, by environment variable or by flag, and what it becomes.

pub(crate) mod secret_file;

use crate::admin::Command;
use clap::Parser;
use ipnet::IpNet;
use lettre::message::Mailbox;
use std::fmt;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use url::Url;

/// The fewest characters that a JWT secret of the operator's own may have: 256 bits, as RFC 7518, section 3.2, asks for HS256.
const SHORTEST_SECRET: usize = 32;

/// Twentyfour: get the most out of every 24 hours. Without arguments it serves the app and its API.
#[derive(Parser, Debug)]
#[command(name = "twentyfour", version)]
pub struct Settings {
    /// The address and port to listen on. Port 0 takes any free port and prints it.
    #[arg(long, env = "LISTEN_ADDR", global = true, default_value = "127.0.0.1:8080")]
    pub listen_addr: SocketAddr,

    /// The folder of everything that lasts: the SQLite database and the JWT secret. Made when missing.
    #[arg(long, env = "DATA_DIR", global = true, default_value = "data")]
    pub data_dir: PathBuf,

    /// The database: sqlite://path (file and folder are made when missing) or postgres://user@host/name. Default: a SQLite
    /// database in the data folder.
    #[arg(long, env = "DATABASE_URL", global = true, hide_env_values = true)]
    pub database_url: Option<String>,

    /// The secret that signs access tokens, at least 32 characters. Default: made once and kept in the data folder. Several
    /// servers on one database need the same.
    #[arg(long, env = "JWT_SECRET", global = true, hide_env_values = true)]
    pub jwt_secret: Option<String>,

    /// The address that people reach this server under; every link is built from it. Default: http:// and the address that
    /// it listens on.
    #[arg(long, env = "PUBLIC_URL", global = true)]
    pub public_url: Option<String>,

    /// How long an access token is valid, in seconds: 1 to 86400. Clients trade it for a new one by themselves.
    #[arg(long, env = "ACCESS_TOKEN_SECONDS", global = true, default_value_t = 900, value_parser = clap::value_parser!(i64).range(1..=86_400))]
    pub access_token_seconds: i64,

    /// The JWT secret of before, at least 32 characters: tokens that it signed stay good until they run out. Default: kept in the
    /// data folder by `admin roll-keys`, unless JWT_SECRET is set, and good for tokens of before the roll alone.
    #[arg(long, env = "JWT_SECRET_PREVIOUS", global = true, hide_env_values = true)]
    pub jwt_secret_previous: Option<String>,

    /// The mail server, such as smtps://user:password@mail.example (TLS from the first byte, port 465) or
    /// smtp://user:password@mail.example (STARTTLS or nothing is sent; port 587, or 25 without a user). On this machine, such as
    /// smtp://127.0.0.1:25, it is plain. Default: mails are written to the log instead of sent.
    #[arg(long, env = "SMTP_URL", global = true, hide_env_values = true)]
    pub smtp_url: Option<String>,

    /// Who mails are from, such as "Twentyfour <hello@twentyfour.example>". Needed with SMTP_URL.
    #[arg(long, env = "MAIL_FROM", global = true)]
    pub mail_from: Option<String>,

    /// The OpenID provider behind "Continue with Google".
    #[arg(long, env = "GOOGLE_ISSUER_URL", global = true, default_value = "https://accounts.google.com")]
    pub google_issuer_url: String,

    /// The client id that Google gave; with the secret it switches "Continue with Google" on. The redirect address to register
    /// there is PUBLIC_URL followed by /api/auth/google/callback.
    #[arg(long, env = "GOOGLE_CLIENT_ID", global = true)]
    pub google_client_id: Option<String>,

    /// The client secret that Google gave.
    #[arg(long, env = "GOOGLE_CLIENT_SECRET", global = true, hide_env_values = true)]
    pub google_client_secret: Option<String>,

    /// Whether requests are limited: on, or off for measurements and tests.
    #[arg(long, env = "RATE_LIMITS", global = true, default_value = "on", value_parser = ["on", "off"])]
    pub rate_limits: String,

    /// The proxies in front of this server, such as "10.0.0.0/8,192.168.1.2": from them alone the X-Forwarded-For header is
    /// believed. Default: none, and the address of the connection is the client's.
    #[arg(long, env = "TRUSTED_PROXIES", global = true)]
    pub trusted_proxies: Option<String>,

    /// Other sites whose pages may call the API, such as "https://app.example,https://other.example". Default: none.
    #[arg(long, env = "CORS_ORIGINS", global = true)]
    pub cors_origins: Option<String>,

    /// Whether signing up asks for an invitation: 1 or 0.
    #[arg(long, env = "WAITLIST_ONLY", global = true, default_value = "0", value_parser = ["0", "1"])]
    pub waitlist_only: String,

    /// What is written to the log, such as "info" or "twentyfour_server=debug,sqlx=warn".
    #[arg(long, env = "LOG", default_value = "warn", global = true)]
    pub log: String,

    /// What to do. Nothing named: serve.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What the server is built with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Signs access tokens.
    pub jwt_secret: Secret,
    /// What signed them before: they stay good until they run out.
    pub jwt_secret_previous: Option<Secret>,
    /// When that was replaced, in seconds since the epoch: it is good for no token that was issued later. `None`: nobody knows.
    pub jwt_secret_replaced_at: Option<i64>,
    /// How long an access token is valid, in seconds.
    pub access_token_seconds: i64,
    /// The address that people reach the server under, without a slash at its end.
    pub public_url: String,
    /// How mail is sent. `None`: it is written to the log.
    pub mail: Option<MailSettings>,
    /// The OpenID provider behind "Continue with Google". `None`: there is no such way in.
    pub google: Option<GoogleSettings>,
    /// Whether requests are limited.
    pub has_rate_limits: bool,
    /// The proxies whose X-Forwarded-For header is believed.
    pub trusted_proxies: Vec<IpNet>,
    /// Origins other than our own whose pages may call the API.
    pub cors_origins: Vec<String>,
    /// Whether signing up asks for an invitation.
    pub is_invitation_only: bool,
    /// The folder in which archives are made before they are sent.
    pub data_dir: PathBuf,
}

/// How mail is sent.
#[derive(Clone, Debug)]
pub struct MailSettings {
    /// The address of the mail server, with its user and password.
    pub smtp_url: Secret,
    /// Who mails are from: a mailbox (RFC 5322, section 3.4).
    pub from: String,
}

/// An OpenID provider.
#[derive(Clone, Debug)]
pub struct GoogleSettings {
    /// Its issuer, under which its configuration is found (OpenID Connect Discovery 1.0, section 4).
    pub issuer_url: String,
    /// Who we are there.
    pub client_id: String,
    /// What proves it.
    pub client_secret: Secret,
}

impl Config {
    /// Whether people reach the server by https.
    pub(crate) fn is_https(&self) -> bool {
        self.public_url.starts_with("https:")
    }

    /// The least that a server needs: no mail, no Google, no limits.
    pub fn new(jwt_secret: Secret, public_url: impl Into<String>) -> Self {
        Self {
            jwt_secret,
            jwt_secret_previous: None,
            jwt_secret_replaced_at: None,
            access_token_seconds: 900,
            public_url: public_url.into(),
            mail: None,
            google: None,
            has_rate_limits: false,
            trusted_proxies: Vec::new(),
            cors_origins: Vec::new(),
            is_invitation_only: false,
            data_dir: std::env::temp_dir(),
        }
    }
}

/// A text that is never printed.
#[derive(Clone)]
pub struct Secret(String);

impl Secret {
    /// Wraps a secret.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Its bytes.
    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }

    /// The text itself, for whoever it has to be shown to.
    pub(crate) fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("(secret)")
    }
}

impl Settings {
    /// The address of the database.
    pub fn database_url(&self) -> String {
        match set(&self.database_url) {
            Some(url) => url.to_owned(),
            None => format!("sqlite://{}", self.data_dir.join("twentyfour.db").display()),
        }
    }

    /// What the server is built with. `address` is the one that it really listens on. The error is a sentence for the
    /// operator.
    pub fn config(&self, address: SocketAddr) -> Result<Config, String> {
        let jwt_secret = match set(&self.jwt_secret) {
            Some(secret) if secret.chars().count() < SHORTEST_SECRET => {
                return Err(format!("JWT_SECRET must have at least {SHORTEST_SECRET} characters."));
            }
            Some(secret) => Secret::new(secret),
            None => secret_file::kept(&self.data_dir)
                .map_err(|error| format!("The JWT secret cannot be kept in {}: {error}.", self.data_dir.display()))?,
        };
        let public_url = self.public_url(address)?;
        let (jwt_secret_previous, jwt_secret_replaced_at) = match set(&self.jwt_secret_previous) {
            Some(secret) if secret.chars().count() < SHORTEST_SECRET => {
                return Err(format!("JWT_SECRET_PREVIOUS must have at least {SHORTEST_SECRET} characters."));
            }
            Some(secret) => (Some(Secret::new(secret)), None),
            // What lies in the data folder was replaced there, and not by the operator's own.
            None if self.has_own_secret() => (None, None),
            None => secret_file::previous(&self.data_dir)
                .map_err(|error| {
                    format!("The JWT secret of before cannot be read in {}: {error}.", self.data_dir.display())
                })?
                .map(|(secret, replaced_at)| (secret, Some(replaced_at)))
                .unzip(),
        };
        let jwt_secret_replaced_at = jwt_secret_replaced_at.flatten();
        Ok(Config {
            jwt_secret_previous,
            jwt_secret_replaced_at,
            access_token_seconds: self.access_token_seconds,
            mail: self.mail()?,
            google: self.google()?,
            has_rate_limits: self.rate_limits == "on",
            trusted_proxies: networks(set(&self.trusted_proxies).unwrap_or_default())?,
            cors_origins: origins(set(&self.cors_origins).unwrap_or_default())?,
            is_invitation_only: self.waitlist_only == "1",
            data_dir: self.data_dir.clone(),
            ..Config::new(jwt_secret, public_url)
        })
    }
}

impl Settings {
    /// Whether the secret that signs access tokens is the operator's own, and none of the data folder's.
    pub(crate) fn has_own_secret(&self) -> bool {
        set(&self.jwt_secret).is_some()
    }

    /// The address that people reach the server under, without a slash at its end.
    pub(crate) fn public_url(&self, address: SocketAddr) -> Result<String, String> {
        match set(&self.public_url) {
            Some(text) => match Url::parse(text) {
                Ok(url) if is_plain_origin(&url) => Ok(url.origin().ascii_serialization()),
                _ => Err("PUBLIC_URL must be an address like https://twentyfour.example, with nothing after the host and port."
                    .to_owned()),
            },
            None => Ok(format!("http://{address}")),
        }
    }

    fn mail(&self) -> Result<Option<MailSettings>, String> {
        let Some(smtp_url) = set(&self.smtp_url) else { return Ok(None) };
        if !Url::parse(smtp_url).is_ok_and(|url| ["smtp", "smtps"].contains(&url.scheme()) && url.has_host()) {
            return Err("SMTP_URL must be an address like smtps://user:password@mail.example.".to_owned());
        }
        let from = set(&self.mail_from).ok_or("MAIL_FROM must say who mails are from, since SMTP_URL is set.")?;
        if from.parse::<Mailbox>().is_err() {
            return Err("MAIL_FROM must be like \"Twentyfour <hello@twentyfour.example>\".".to_owned());
        }
        Ok(Some(MailSettings { smtp_url: Secret::new(smtp_url), from: from.to_owned() }))
    }

    fn google(&self) -> Result<Option<GoogleSettings>, String> {
        let (client_id, client_secret) = match (set(&self.google_client_id), set(&self.google_client_secret)) {
            (None, None) => return Ok(None),
            (Some(client_id), Some(client_secret)) => (client_id.to_owned(), Secret::new(client_secret)),
            _ => return Err("GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET belong together: set both, or none.".to_owned()),
        };
        if !Url::parse(&self.google_issuer_url).is_ok_and(|url| ["http", "https"].contains(&url.scheme())) {
            return Err("GOOGLE_ISSUER_URL must be an address like https://accounts.google.com.".to_owned());
        }
        Ok(Some(GoogleSettings { issuer_url: self.google_issuer_url.clone(), client_id, client_secret }))
    }
}

/// Whether an address of the web is an origin (RFC 6454) and says nothing else: no user, path, query or fragment.
fn is_plain_origin(url: &Url) -> bool {
    ["http", "https"].contains(&url.scheme())
        && url.has_host()
        && (url.username(), url.password()) == ("", None)
        && (url.path(), url.query(), url.fragment()) == ("/", None, None)
}

/// The parts of a list with commas.
fn listed(list: &str) -> impl Iterator<Item = &str> {
    list.split(',').map(str::trim).filter(|part| !part.is_empty())
}

/// Networks, each an address or one with the length of its prefix.
fn networks(list: &str) -> Result<Vec<IpNet>, String> {
    let network = |part: &str| part.parse::<IpNet>().ok().or_else(|| part.parse::<IpAddr>().ok().map(IpNet::from));
    listed(list)
        .map(|part| {
            network(part).ok_or_else(|| format!("TRUSTED_PROXIES has {part}, which is no address like 10.0.0.0/8."))
        })
        .collect()
}

/// Origins (RFC 6454): scheme, host and port alone.
fn origins(list: &str) -> Result<Vec<String>, String> {
    let origin = |part: &str| Url::parse(part).ok().map(|url| url.origin().ascii_serialization());
    listed(list)
        .map(|part| {
            origin(part)
                .filter(|origin| origin.eq_ignore_ascii_case(part))
                .ok_or_else(|| format!("CORS_ORIGINS has {part}, which is no origin like https://app.example."))
        })
        .collect()
}

/// A setting that is there but empty counts as unset, since that is how one is switched off in most tools.
fn set(setting: &Option<String>) -> Option<&str> {
    setting.as_deref().filter(|text| !text.is_empty())
}

/// Makes a folder, for its owner alone, and those above it.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    fn settings(arguments: &[&str]) -> Settings {
        Settings::parse_from([&["twentyfour"], arguments].concat())
    }

    fn address() -> SocketAddr {
        "127.0.0.1:8080".parse().unwrap()
    }

    #[test]
    fn a_secret_of_the_operators_own_must_be_long() {
        assert!(settings(&["--jwt-secret", "short"]).config(address()).is_err());
        let secret = "0123456789abcdef0123456789abcdef";
        assert_eq!(
            settings(&["--jwt-secret", secret]).config(address()).unwrap().jwt_secret.as_bytes(),
            secret.as_bytes()
        );
    }

    #[test]
    fn settings_that_belong_together_come_together() {
        let secret = ["--jwt-secret", "0123456789abcdef0123456789abcdef"];
        let config = |arguments: &[&str]| settings(&[&secret[..], arguments].concat()).config(address());
        let bare = config(&[]).unwrap();
        assert!(bare.mail.is_none() && bare.google.is_none() && bare.has_rate_limits && !bare.is_invitation_only);
        assert!(bare.trusted_proxies.is_empty() && bare.cors_origins.is_empty());
        for wrong in [
            &["--smtp-url", "smtp://127.0.0.1:25"][..],
            &["--smtp-url", "http://127.0.0.1", "--mail-from", "a@b.example"],
            &["--smtp-url", "smtp://127.0.0.1:25", "--mail-from", "nobody"],
            &["--google-client-id", "us"],
            &["--google-client-secret", "secret"],
            &["--google-client-id", "us", "--google-client-secret", "secret", "--google-issuer-url", "google"],
            &["--trusted-proxies", "10.0.0.0/33"],
            &["--cors-origins", "https://app.example/path"],
            &["--jwt-secret-previous", "short"],
        ] {
            assert!(config(wrong).is_err(), "{wrong:?}");
        }
        let full = config(&[
            "--smtp-url",
            "smtp://127.0.0.1:25",
            "--mail-from",
            "Twentyfour <hello@twentyfour.example>",
            "--google-client-id",
            "us",
            "--google-client-secret",
            "a secret",
            "--trusted-proxies",
            "10.0.0.0/8, ::1",
            "--cors-origins",
            "https://app.example",
            "--rate-limits",
            "off",
        ])
        .unwrap();
        assert_eq!(full.google.as_ref().unwrap().issuer_url, "https://accounts.google.com");
        assert_eq!((full.trusted_proxies.len(), full.cors_origins.len(), full.has_rate_limits), (2, 1, false));
        assert!(!format!("{full:?}").contains("a secret"));
    }

    #[test]
    fn links_are_built_from_the_public_url() {
        let secret = ["--jwt-secret", "0123456789abcdef0123456789abcdef"];
        let url = |url: &str| settings(&[&secret[..], &["--public-url", url]].concat()).config(address());
        assert_eq!(url("https://example.org/").unwrap().public_url, "https://example.org");
        assert_eq!(url("HTTPS://Example.org:443").unwrap().public_url, "https://example.org");
        assert_eq!(url("http://[::1]:8080").unwrap().public_url, "http://[::1]:8080");
        for wrong in [
            "ftp://example.org",
            "example.org",
            "https://example.org/app",
            "https://example.org/?a",
            "https://example.org/#",
            "https://ada@example.org",
            "https://:secret@example.org",
        ] {
            assert!(url(wrong).is_err(), "{wrong}");
        }
        assert_eq!(settings(&secret).config(address()).unwrap().public_url, "http://127.0.0.1:8080");
    }

    #[test]
    fn help_lists_every_setting() {
        let help = Settings::command().render_long_help().to_string();
        for variable in [
            "LISTEN_ADDR",
            "DATA_DIR",
            "DATABASE_URL",
            "JWT_SECRET",
            "JWT_SECRET_PREVIOUS",
            "PUBLIC_URL",
            "ACCESS_TOKEN_SECONDS",
            "SMTP_URL",
            "MAIL_FROM",
            "GOOGLE_ISSUER_URL",
            "GOOGLE_CLIENT_ID",
            "GOOGLE_CLIENT_SECRET",
            "RATE_LIMITS",
            "TRUSTED_PROXIES",
            "CORS_ORIGINS",
            "WAITLIST_ONLY",
            "LOG",
        ] {
            assert!(help.contains(&format!("[env: {variable}")), "{variable} is missing from --help");
        }
    }
}
