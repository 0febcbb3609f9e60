//! The announcements between servers: `LISTEN_DATABASE_URL` and `BUS_URL`.

use super::non_empty;
use clap::Args;
use twentyfour_model::{BusSettings, Secret};
use url::Url;

#[derive(Args, Debug)]
pub(super) struct BusArgs {
    /// With PostgreSQL: URL of the same database for LISTEN, by which servers notify one another. Needed if DATABASE_URL leads to a
    /// connection pooler in transaction mode, such as pgbouncer's. Default: DATABASE_URL.
    #[arg(long, env = "LISTEN_DATABASE_URL", global = true, hide_env_values = true)]
    listen_database_url: Option<String>,

    /// With PostgreSQL: URL of a NATS server, nats://user:password@host:4222 or tls://…, by which servers notify one another
    /// instead of LISTEN and NOTIFY.
    #[arg(long, env = "BUS_URL", global = true, hide_env_values = true)]
    bus_url: Option<String>,
}

impl BusArgs {
    /// Returns the settings for the database at a URL.
    ///
    /// # Errors
    /// Returns a sentence for the operator if a setting is invalid, or the database can have only one server.
    pub(super) fn settings(&self, database_url: &str) -> Result<BusSettings, String> {
        let (listen_url, bus_url) = (non_empty(&self.listen_database_url), non_empty(&self.bus_url));
        for (name, _) in
            [("LISTEN_DATABASE_URL", listen_url), ("BUS_URL", bus_url)].iter().filter(|(_, url)| url.is_some())
        {
            if database_url.starts_with("sqlite:") {
                return Err(format!(
                    "{name} is set, but an SQLite database has only one server. Remove it, or set DATABASE_URL to a PostgreSQL."
                ));
            }
        }
        if listen_url.is_some() && bus_url.is_some() {
            return Err("LISTEN_DATABASE_URL and BUS_URL are both set. Keep one of them.".to_owned());
        }
        if listen_url.is_some_and(|url| !url.starts_with("postgres:") && !url.starts_with("postgresql:")) {
            return Err("LISTEN_DATABASE_URL is invalid: it must start with postgres://.".to_owned());
        }
        if let Some(url) = bus_url {
            check_bus_url(url).map_err(|reason| format!("BUS_URL is invalid: {reason}."))?;
        }
        Ok(BusSettings { listen_url: listen_url.map(Secret::new), nats_url: bus_url.map(Secret::new) })
    }
}

/// Checks the URL of a NATS server.
///
/// # Errors
/// Returns what is wrong with it.
fn check_bus_url(text: &str) -> Result<(), &'static str> {
    let url = Url::parse(text).map_err(|_| "use nats://user:password@host:4222")?;
    if !matches!(url.scheme(), "nats" | "tls") {
        return Err("it must start with nats:// or tls://");
    }
    if url.host_str().is_none_or(str::is_empty) {
        return Err("it has no host");
    }
    if url.username().is_empty() != url.password().is_none() {
        return Err("it must have both a user and a password, or neither");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Settings;
    use clap::Parser;
    use twentyfour_model::{BusSettings, Secret};

    fn bus(arguments: &[&str]) -> Result<BusSettings, String> {
        Settings::parse_from([&["twentyfour"], arguments].concat()).bus()
    }

    #[test]
    fn urls_are_for_postgres_only() {
        let postgres = ["--database-url", "postgres://host/name"];
        let with = |setting: &str, url: &str| bus(&[&postgres[..], &[setting, url]].concat());
        let none = bus(&postgres).unwrap();
        assert!(none.listen_url.is_none() && none.nats_url.is_none());
        let empty = with("--bus-url", "").unwrap();
        assert!(empty.nats_url.is_none());
        let nats = with("--bus-url", "nats://user:password@host:4222").unwrap();
        assert_eq!(nats.nats_url.as_ref().map(Secret::expose), Some("nats://user:password@host:4222"));
        let listen = with("--listen-database-url", "postgres://direct/name").unwrap();
        assert_eq!(listen.listen_url.as_ref().map(Secret::expose), Some("postgres://direct/name"));
        for (setting, url) in [("--bus-url", "nats://host"), ("--listen-database-url", "postgres://host/name")] {
            assert!(bus(&[setting, url]).unwrap_err().contains("only one server"), "{setting}");
        }
    }

    #[test]
    fn invalid_urls_are_refused() {
        let postgres = ["--database-url", "postgres://host/name"];
        for (setting, url) in [
            ("--bus-url", "host:4222"),
            ("--bus-url", "http://host"),
            ("--bus-url", "nats://"),
            ("--bus-url", "nats://token@host"),
            ("--listen-database-url", "sqlite://file"),
        ] {
            let error = bus(&[&postgres[..], &[setting, url]].concat()).unwrap_err();
            assert!(error.contains("is invalid"), "{url}: {error}");
        }
        let both =
            [&postgres[..], &["--bus-url", "nats://host", "--listen-database-url", "postgres://host/name"]].concat();
        assert!(bus(&both).unwrap_err().contains("both set"));
    }
}
