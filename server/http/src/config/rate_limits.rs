//! Rate limits, where servers share them, and the limit on connections: `RATE_LIMITS`, `LIMITS_URL` and `MAX_CONNECTIONS`.

use super::{Secret, non_empty};
use clap::Args;
use std::time::Duration;
use twentyfour_domain::rate_limits::check_redis_url;

#[derive(Args, Debug)]
pub(super) struct RateLimitArgs {
    /// Rate limits: on, or off for benchmarks and tests.
    #[arg(long, env = "RATE_LIMITS", global = true, default_value = "on", value_parser = ["on", "off"])]
    rate_limits: String,

    /// URL of a Redis in which servers share rate limits: redis://user:password@host:port/number, or rediss:// for TLS.
    /// Default: they share them in the PostgreSQL; with SQLite, limits are in memory.
    #[arg(long, env = "LIMITS_URL", global = true, hide_env_values = true)]
    limits_url: Option<String>,

    /// The maximum number of connections to this server, those of proxies included. Each needs about 10 KiB and an open file.
    #[arg(long, env = "MAX_CONNECTIONS", global = true, default_value = "10000", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) max_connections: u32,
}

impl RateLimitArgs {
    /// How long a decision about a shared rate limit may take, so that an unavailable store does not delay requests.
    pub(super) const TIMEOUT: Duration = Duration::from_millis(250);

    /// Returns whether requests are limited.
    pub(super) fn are_on(&self) -> bool {
        self.rate_limits == "on"
    }

    /// Returns the URL of the Redis in which servers share rate limits.
    ///
    /// # Errors
    /// Returns a sentence for the operator if it is invalid, or the database is not a PostgreSQL.
    pub(super) fn limits_url(&self, is_postgres: bool) -> Result<Option<Secret>, String> {
        let Some(url) = non_empty(&self.limits_url) else { return Ok(None) };
        if !is_postgres {
            return Err(
                "LIMITS_URL is for several servers, which need a PostgreSQL. Remove it, or set DATABASE_URL to a \
                        postgres:// URL."
                    .to_owned(),
            );
        }
        let url = Secret::new(url);
        check_redis_url(&url).map_err(|error| {
            format!("LIMITS_URL is invalid: {error}. Use redis://user:password@host:port/number, or rediss:// for TLS.")
        })?;
        Ok(Some(url))
    }
}

#[cfg(test)]
mod tests {
    use super::super::Settings;
    use super::super::tests::{SECRET, config};
    use clap::Parser;

    #[test]
    fn connections_have_a_default() {
        assert_eq!(config(&["--jwt-secret", SECRET]).unwrap().max_connections, 10_000);
        assert!(Settings::try_parse_from(["twentyfour", "--max-connections", "0"]).is_err());
        let set = config(&["--jwt-secret", SECRET, "--max-connections", "40000"]).unwrap();
        assert_eq!(set.max_connections, 40_000);
    }

    #[test]
    fn limits_url_is_a_redis_url_and_only_for_postgres() {
        let with_url = |url: &str, database: &str| {
            config(&[
                "--jwt-secret",
                SECRET,
                "--attachments-dir",
                "/a",
                "--limits-url",
                url,
                "--database-url",
                database,
            ])
        };
        let (postgres, sqlite) = ("postgres://localhost/x", "sqlite://x.db");
        for url in
            ["redis://127.0.0.1:6379", "redis://:secret@redis.internal/3", "rediss://ada:secret@redis.internal:6380"]
        {
            assert_eq!(with_url(url, postgres).unwrap().limits_url.unwrap().expose(), url);
            assert!(with_url(url, sqlite).unwrap_err().contains("DATABASE_URL"));
        }
        for url in ["http://127.0.0.1", "redis://", "127.0.0.1:6379"] {
            let error = with_url(url, postgres).unwrap_err();
            assert!(error.starts_with("LIMITS_URL is invalid"), "{error}");
        }
        let error = with_url("redis://:hidden@redis.internal/many", postgres).unwrap_err();
        assert!(!error.contains("hidden"), "{error}");
        assert!(with_url("", postgres).unwrap().limits_url.is_none());
    }
}
