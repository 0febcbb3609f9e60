//! What can be set, by environment variable or by flag, and what it becomes.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use clap::Parser;
use std::fmt;
use std::io::{self, Write};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use url::Url;

/// The fewest characters that a JWT secret of the operator's own may have: 256 bits, as RFC 7518, section 3.2, asks for HS256.
const SHORTEST_SECRET: usize = 32;

/// The file in the data folder that holds the JWT secret.
const SECRET_FILE: &str = "jwt_secret";

/// Twentyfour: get the most out of every 24 hours. Without arguments it serves the app and its API.
#[derive(Parser, Debug)]
#[command(name = "twentyfour", version)]
pub struct Settings {
    /// The address and port to listen on. Port 0 takes any free port and prints it.
    #[arg(long, env = "LISTEN_ADDR", default_value = "127.0.0.1:8080")]
    pub listen_addr: SocketAddr,

    /// The folder of everything that lasts: the SQLite database and the JWT secret. Made when missing.
    #[arg(long, env = "DATA_DIR", default_value = "data")]
    pub data_dir: PathBuf,

    /// The database: sqlite://path (file and folder are made when missing) or postgres://user@host/name. Default: a SQLite
    /// database in the data folder.
    #[arg(long, env = "DATABASE_URL", hide_env_values = true)]
    pub database_url: Option<String>,

    /// The secret that signs access tokens, at least 32 characters. Default: made once and kept in the data folder. Several
    /// servers on one database need the same.
    #[arg(long, env = "JWT_SECRET", hide_env_values = true)]
    pub jwt_secret: Option<String>,

    /// The address that people reach this server under; every link is built from it. Default: http:// and the address that
    /// it listens on.
    #[arg(long, env = "PUBLIC_URL")]
    pub public_url: Option<String>,

    /// How long an access token is valid, in seconds: 1 to 86400. Clients trade it for a new one by themselves.
    #[arg(long, env = "ACCESS_TOKEN_SECONDS", default_value_t = 900, value_parser = clap::value_parser!(i64).range(1..=86_400))]
    pub access_token_seconds: i64,

    /// What is written to the log, such as "info" or "twentyfour_server=debug,sqlx=warn".
    #[arg(long, env = "LOG", default_value = "warn")]
    pub log: String,
}

/// What the server is built with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Signs access tokens.
    pub jwt_secret: Secret,
    /// How long an access token is valid, in seconds.
    pub access_token_seconds: i64,
    /// The address that people reach the server under, without a slash at its end.
    pub public_url: String,
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
            None => kept_secret(&self.data_dir)
                .map_err(|error| format!("The JWT secret cannot be kept in {}: {error}.", self.data_dir.display()))?,
        };
        let public_url = match set(&self.public_url) {
            Some(text) => match Url::parse(text) {
                Ok(url) if ["http", "https"].contains(&url.scheme()) && url.has_host() => {
                    text.trim_end_matches('/').to_owned()
                }
                _ => return Err("PUBLIC_URL must be an address like https://twentyfour.example.".to_owned()),
            },
            None => format!("http://{address}"),
        };
        Ok(Config { jwt_secret, access_token_seconds: self.access_token_seconds, public_url })
    }
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

/// The secret in the data folder, made where there is none. A crash leaves all of it or nothing, and of two servers that
/// start together one wins and both use its secret.
fn kept_secret(folder: &Path) -> io::Result<Secret> {
    let path = folder.join(SECRET_FILE);
    match read_secret(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        kept => return kept,
    }
    make_folder(folder)?;
    let secret = URL_SAFE_NO_PAD.encode(crate::random_bytes::<48>());
    let draft = folder.join(format!("{SECRET_FILE}.{}", std::process::id()));
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    file.write_all(secret.as_bytes())?;
    file.sync_all()?;
    // A link, and not a renaming, since it fails where another server's secret stands already.
    let linked = std::fs::hard_link(&draft, &path);
    std::fs::remove_file(&draft)?;
    match linked {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => {
            // Windows opens no folder as a file, and needs no such flush.
            #[cfg(unix)]
            std::fs::File::open(folder)?.sync_all()?;
            read_secret(&path)
        }
    }
}

fn read_secret(path: &Path) -> io::Result<Secret> {
    let text = std::fs::read_to_string(path)?;
    let secret = text.trim();
    if secret.len() < SHORTEST_SECRET {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "the file is too short; remove it to have one made"));
    }
    Ok(Secret::new(secret))
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
    fn the_secret_is_made_once_and_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("a/b");
        let settings = settings(&["--data-dir", data.to_str().unwrap()]);
        let first = settings.config(address()).unwrap().jwt_secret;
        let second = settings.config(address()).unwrap().jwt_secret;
        assert_eq!(first.as_bytes(), second.as_bytes());
        assert!(first.as_bytes().len() >= SHORTEST_SECRET);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(data.join(SECRET_FILE)).unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        assert_eq!(std::fs::read_dir(&data).unwrap().count(), 1, "no draft is left behind");
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
    fn links_are_built_from_the_public_url() {
        let secret = ["--jwt-secret", "0123456789abcdef0123456789abcdef"];
        let url = |url: &str| settings(&[&secret[..], &["--public-url", url]].concat()).config(address());
        assert_eq!(url("https://example.org/").unwrap().public_url, "https://example.org");
        assert!(url("ftp://example.org").is_err());
        assert!(url("example.org").is_err());
        assert_eq!(settings(&secret).config(address()).unwrap().public_url, "http://127.0.0.1:8080");
    }

    #[test]
    fn help_lists_every_setting() {
        let help = Settings::command().render_long_help().to_string();
        for variable in
            ["LISTEN_ADDR", "DATA_DIR", "DATABASE_URL", "JWT_SECRET", "PUBLIC_URL", "ACCESS_TOKEN_SECONDS", "LOG"]
        {
            assert!(help.contains(&format!("[env: {variable}")), "{variable} is missing from --help");
        }
    }
}
