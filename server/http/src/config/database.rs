//! The database and its connections: `DATABASE_URL`, `DATABASE_REPLICA_URL`, `DATABASE_CONNECTIONS` and `DATABASE_TIMEOUT`.

use super::non_empty;
use clap::Args;
use std::path::Path;
use std::time::Duration;
use twentyfour_model::PoolSettings;

#[derive(Args, Debug)]
pub(super) struct DatabaseArgs {
    /// Database URL: sqlite://path (file and folder are created if missing) or postgres://user@host/name. Default: an
    /// SQLite database in the data folder.
    #[arg(long, env = "DATABASE_URL", global = true, hide_env_values = true)]
    database_url: Option<String>,

    /// URL of a replica of the PostgreSQL of DATABASE_URL. Boards, notes and statistics are read from it once it has the
    /// latest change to them, and from DATABASE_URL before that and while it is down. Default: everything is read from
    /// DATABASE_URL.
    #[arg(long, env = "DATABASE_REPLICA_URL", global = true, hide_env_values = true)]
    database_replica_url: Option<String>,

    /// Maximum number of connections to the database, 3 or more. 0: 5 with SQLite, 16 with PostgreSQL.
    #[arg(long, env = "DATABASE_CONNECTIONS", global = true, default_value = "0", value_parser = connections)]
    database_connections: u32,

    /// Seconds that a request waits for a connection to the database. Clients wait 10 seconds for a response.
    #[arg(long, env = "DATABASE_TIMEOUT", global = true, default_value = "3", value_parser = clap::value_parser!(u64).range(1..=9))]
    database_timeout: u64,
}

impl DatabaseArgs {
    /// Returns the database URL. By default, it is an SQLite database in the data folder.
    pub(super) fn url(&self, data_dir: &Path) -> String {
        match non_empty(&self.database_url) {
            Some(url) => url.to_owned(),
            None => format!("sqlite://{}", data_dir.join("twentyfour.db").display()),
        }
    }

    /// Returns whether the database is a PostgreSQL, which several servers may share.
    pub(super) fn is_postgres(&self) -> bool {
        non_empty(&self.database_url).is_some_and(|url| url.starts_with("postgres:") || url.starts_with("postgresql:"))
    }

    /// Returns the URL of the replica, if there is one.
    pub(super) fn replica_url(&self) -> Option<&str> {
        non_empty(&self.database_replica_url)
    }

    /// Returns the settings of the connections.
    pub(super) fn pool(&self) -> PoolSettings {
        PoolSettings {
            max_connections: Some(self.database_connections).filter(|count| *count > 0),
            acquire_timeout: Duration::from_secs(self.database_timeout),
        }
    }
}

/// Parses a number of connections. Two are not enough, since two exports and a write run at the same time.
fn connections(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(count @ (0 | 3..=1_000)) => Ok(count),
        _ => Err("use 0, or a number from 3 to 1000".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::Settings;
    use clap::Parser;

    #[test]
    fn number_of_connections_depends_on_the_database_unless_it_is_set() {
        let pool = |arguments: &[&str]| {
            Settings::try_parse_from([&["twentyfour"], arguments].concat()).map(|settings| settings.pool())
        };
        assert_eq!(pool(&[]).unwrap(), twentyfour_model::PoolSettings::default());
        let set = pool(&["--database-connections", "40", "--database-timeout", "9"]).unwrap();
        assert_eq!((set.max_connections, set.acquire_timeout.as_secs()), (Some(40), 9));
        for wrong in ["2", "-1", "1001", "many"] {
            assert!(pool(&["--database-connections", wrong]).is_err(), "{wrong}");
        }
    }
}
